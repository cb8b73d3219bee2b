// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKHTTP2
import OCKNetworking

/// A server's session on one end of a socket pair, with bytes into the other end.
///
/// ```
/// byte 0   bits: 1 preface and settings are given   2 the rest is frames without lengths
///          4 answers come late   8 answers are prepared   16 answers are long
///          32 limits are small   64 the owner interferes   128 times are short
/// byte 1   how many bytes come at a time, in eights; 0 is all; 128: nobody reads the answers
/// ```
enum ServerSessionFuzz {
    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        let ways = Ways(rawValue: source.byte())
        let pace = source.byte()
        var input = ways.contains(.givenPreface) ? ClientFrames.preface : []
        input +=
            ways.contains(.frames) ? ClientFrames.encoded(&source) : source.remainder()
        let server: FuzzedServer
        do {
            server = try FuzzedServer(ways)
        } catch {
            // Out of descriptors: nothing of it can be learnt.
            return
        }
        // So many pieces at most, or a long input would take long.
        let pieceByteCount = max(Int(pace & 0x7F) * 8, input.count / 128)
        server.readsAnswers = pace & 0x80 == 0
        var rest = input[...]
        while !rest.isEmpty, !server.hasClosed {
            let piece = rest.prefix(pace & 0x7F == 0 ? 8_192 : pieceByteCount)
            let count = server.feed(piece)
            rest = rest.dropFirst(count)
            server.turn()
            server.answerWaiting()
            if count == 0, !server.readsAnswers { break }
        }
        server.end()
        try server.judge()
    }

    struct Ways: OptionSet {
        let rawValue: UInt8

        static let givenPreface = Ways(rawValue: 1)
        static let frames = Ways(rawValue: 2)
        static let lateAnswers = Ways(rawValue: 4)
        static let preparedAnswers = Ways(rawValue: 8)
        static let longAnswers = Ways(rawValue: 16)
        static let smallLimits = Ways(rawValue: 32)
        static let interference = Ways(rawValue: 64)
        static let shortTimes = Ways(rawValue: 128)

        var limits: HTTP2Limits {
            var limits = HTTP2Limits()
            if contains(.smallLimits) {
                limits.maximumConcurrentStreamCount = 2
                limits.maximumBodyByteCount = 16
                limits.maximumReceivedBodyByteCount = 48
                limits.maximumDiscardedBodyByteCount = 64
                limits.maximumHeaderListByteCount = 300
                limits.maximumHeaderCount = 6
                limits.uselessFrameBurstCount = 8
                limits.resetBurstCount = 4
                limits.maximumContinuationCount = 2
            }
            if contains(.shortTimes) {
                limits.requestTimeout = .zero
                limits.prefaceTimeout = .zero
                limits.idleTimeout = .zero
                limits.drainTimeout = .zero
            }
            return limits
        }
    }
}

/// The server under test, its owner, and the client's end of the socket.
final class FuzzedServer {
    var readsAnswers = true
    private let ways: ServerSessionFuzz.Ways
    private let limits: HTTP2Limits
    private let loop: EventLoop
    private let descriptor: Int32
    private var session: HTTP2ServerSession?
    private let prepared: PreparedAnswer
    private var waiting: [Int32] = []
    private var delivered: Set<Int32> = []
    private var closeCount = 0
    private var frames = AnswerFrames()
    private var finding: FuzzFinding?

    init(_ ways: ServerSessionFuzz.Ways) throws {
        self.ways = ways
        limits = ways.limits
        loop = try EventLoop()
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw FuzzFinding("no socket pair")
        }
        descriptor = ends[0]
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        let body = [UInt8](repeating: 0x61, count: ways.contains(.longAnswers) ? 40_000 : 0)
        prepared = PreparedAnswer(status: 400, variable: ["apns-id"], body: body)
        session = HTTP2ServerSession(
            connection: Connection(descriptor: ends[1], on: loop), loop: loop,
            context: HTTP2ServerContext(limits: limits),
            onRequest: { [unowned self] in take($1, from: $0) },
            onClosed: { [unowned self] _, _ in
                closeCount += 1
                loop.stop()
            })
    }

    deinit { close(descriptor) }

    var hasClosed: Bool { closeCount > 0 }

    // MARK: The client

    /// - Returns: How many bytes the system took.
    func feed(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno != EAGAIN { return bytes.count }
        return max(0, count)
    }

    private func readAnswers() {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
            frames.append(buffer[..<count])
        }
    }

    /// Lets the server see what came, and answer.
    func turn() {
        guard !hasClosed else { return }
        let loop = loop
        // A callback of libevent may be put off by one turn, and what it asks for by another.
        for _ in 0..<3 where !hasClosed {
            loop.later { loop.stop() }
            loop.run()
        }
        if readsAnswers { readAnswers() }
    }

    /// The client ends its side, reads, and waits for the server's end.
    func end() {
        answerWaiting()
        readsAnswers = true
        readAnswers()
        shutdown(descriptor, Int32(SHUT_WR))
        for _ in 0..<2_000 where !hasClosed { turn() }
        readAnswers()
    }

    // MARK: The owner

    private func take(_ request: HTTP2Request, from session: HTTP2ServerSession) {
        note { () throws(FuzzFinding) in
            try require(closeCount == 0, "a request comes after the end")
            try require(
                delivered.insert(request.streamID).inserted, "a request is delivered twice")
            try require(request.streamID > 0 && request.streamID % 2 == 1, "an odd stream number")
            try require(
                request.body.count <= limits.maximumBodyByteCount + 1, "too long a body is kept")
            try require(
                request.head.bytes.count <= limits.maximumHeaderListByteCount
                    && request.head.fields.count <= limits.maximumHeaderCount,
                "too long a header list is kept")
            try require(
                !request.method.isEmpty && !request.path.isEmpty, "a request lacks its head")
        }
        if ways.contains(.interference) { interfere(request.streamID, session) }
        waiting.append(request.streamID)
        if !ways.contains(.lateAnswers) { answerWaiting() }
    }

    private func interfere(_ streamID: Int32, _ session: HTTP2ServerSession) {
        switch streamID {
        case 1: session.setConcurrentStreamLimit(1)
        case 3: session.setConcurrentStreamLimit(3)
        case 5: session.respond(to: 7, status: 200)
        case 7: session.goAway(debug: Array("bye".utf8))
        case 9: session.drop()
        default: session.connection.close()
        }
    }

    /// Answers what has no answer, the last request first, and one of them twice.
    func answerWaiting() {
        guard let session else { return }
        for streamID in waiting.reversed() + waiting.suffix(1) {
            if ways.contains(.preparedAnswers) {
                "8A2F6E04-2B34-4D0A-9E0C-1D1C5B1E7F10".utf8CString.withUnsafeBytes {
                    session.respond(
                        to: streamID, with: prepared,
                        UnsafeRawBufferPointer(rebasing: $0.prefix(36)))
                }
            } else {
                let count = ways.contains(.longAnswers) ? 40_000 : 12
                session.respond(
                    to: streamID, status: 200, headers: [HTTP2Header("apns-id", "1")],
                    body: [UInt8](repeating: 0x62, count: count))
            }
        }
        waiting = []
    }

    // MARK: The judge

    private func note(_ rules: () throws(FuzzFinding) -> Void) {
        do {
            try rules()
        } catch {
            finding = finding ?? error
        }
    }

    /// - Throws: The first rule that did not hold.
    func judge() throws(FuzzFinding) {
        if let finding { throw finding }
        try require(closeCount == 1, "the session has said \(closeCount) times that it closed")
        try require(session?.openStreamCount == 0, "streams are left after the end")
        session = nil
        try frames.judge()
    }
}
