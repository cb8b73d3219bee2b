// SPDX-License-Identifier: Apache-2.0
import Glibc
import LoopTesting
import OCKHTTP2
import OCKNetworking
import Testing

/// A server's session with a peer that speaks in frames of the test's own.
final class RawPeer {
    /// A frame (RFC 9113 §4.1).
    struct Frame: Equatable {
        var type: UInt8
        var flags: UInt8 = 0
        var stream: UInt32 = 0
        var payload: [UInt8] = []

        /// The number that stands in four bytes of the payload.
        func number(at index: Int) -> UInt32 {
            payload[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }

        /// What a GOAWAY says beyond its numbers.
        var debug: String { String(decoding: payload.dropFirst(8), as: UTF8.self) }
    }

    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7

    let test: TestLoop
    private(set) var frames: [Frame] = []
    /// The requests that came, in order.
    private(set) var requests: [HTTP2Request] = []
    /// Why the session ended.
    private(set) var reason: CloseReason?
    /// What to do about each frame that comes.
    var onFrame: (RawPeer, Frame) -> Void = { _, _ in }
    /// Made in `init`, never nil after it.
    private(set) var session: HTTP2ServerSession?
    private let connection: Connection
    private var unread: [UInt8] = []

    init(
        limits: HTTP2Limits = HTTP2Limits(),
        onStart: @escaping (HTTP2ServerSession) -> Void = { _ in },
        onRequest: @escaping (RawPeer, HTTP2ServerSession, HTTP2Request) -> Void = {
            $1.respond(to: $2.streamID, status: 200)
        }
    ) throws {
        test = try TestLoop()
        let (peer, server) = try connectionPair(on: test.loop)
        connection = peer
        peer.onBytes = { [unowned self] in take($0) }
        session = HTTP2ServerSession(
            connection: server, loop: test.loop, context: HTTP2ServerContext(limits: limits),
            onStart: onStart,
            onRequest: { [unowned self] session, request in
                requests.append(request)
                onRequest(self, session, request)
            },
            onClosed: { [unowned self] _, reason in
                self.reason = reason
                // Some turns more for what the peer has still to read.
                test.loop.later { self.test.loop.later { self.test.stop() } }
            })
    }

    func send(_ bytes: [UInt8]) { connection.send(bytes) }

    func send(_ frame: Frame) {
        send(
            HostilePeerTests.frame(
                type: frame.type, flags: frame.flags, stream: frame.stream, frame.payload))
    }

    func closeAfterFlush() { connection.closeAfterFlush() }

    /// Runs until the session has ended.
    func run() throws { try test.run() }

    func frames(of type: UInt8) -> [Frame] { frames.filter { $0.type == type } }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        unread += bytes
        while unread.count >= 9 {
            let byteCount = Int(unread[0]) << 16 + Int(unread[1]) << 8 + Int(unread[2])
            guard unread.count >= 9 + byteCount else { return }
            let frame = Frame(
                type: unread[3], flags: unread[4],
                stream: unread[5..<9].reduce(0) { $0 << 8 | UInt32($1) },
                payload: Array(unread[9..<9 + byteCount]))
            unread.removeFirst(9 + byteCount)
            frames.append(frame)
            onFrame(self, frame)
        }
    }
}
