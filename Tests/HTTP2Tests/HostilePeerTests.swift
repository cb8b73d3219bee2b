// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import LoopTesting
import OCKNetworking
import Testing

/// What a server's session does with bytes that no honest client sends.
@Suite struct HostilePeerTests {
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(type: 4, stream: 0)

    /// A frame (RFC 9113 §4.1).
    static func frame(
        type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = []
    ) -> [UInt8] {
        let count = UInt32(payload.count)
        return [UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255), type, flags]
            + withUnsafeBytes(of: stream.bigEndian, Array.init) + payload
    }

    /// `GET https://localhost/` in HPACK's static table.
    static let get: [UInt8] = [0x82, 0x87, 0x84, 0x41, 0x09] + Array("localhost".utf8)

    static func request(_ stream: UInt32, endsStream: Bool = true) -> [UInt8] {
        frame(type: 1, flags: endsStream ? 5 : 4, stream: stream, get)
    }

    private struct Outcome {
        var requestCount = 0
        var received: [UInt8] = []
        var reason: CloseReason?

        /// The types of the frames that came, in order.
        var frameTypes: [UInt8] {
            var types: [UInt8] = []
            var rest = received[...]
            while rest.count >= 9 {
                let head = Array(rest.prefix(9))
                types.append(head[3])
                rest = rest.dropFirst(
                    9 + Int(head[0]) << 16 + Int(head[1]) << 8 + Int(head[2]))
            }
            return types
        }
    }

    /// Sends raw bytes and waits until the session has closed.
    ///
    /// A peer that `hangsUp` does so after its bytes.
    private func talk(
        _ bytes: [UInt8], limits: HTTP2Limits = HTTP2Limits(), hangsUp: Bool = false
    ) throws -> Outcome {
        let test = try TestLoop()
        let (peer, connection) = try connectionPair(on: test.loop)
        var outcome = Outcome()
        peer.onReady = {
            for start in stride(from: 0, to: bytes.count, by: 16_000) {
                peer.send(Array(bytes[start..<min(bytes.count, start + 16_000)]))
            }
            if hangsUp { peer.closeAfterFlush() }
        }
        peer.onBytes = { outcome.received += $0 }
        let session = HTTP2ServerSession(
            connection: connection, loop: test.loop, limits: limits,
            onRequest: { session, request in
                outcome.requestCount += 1
                session.respond(to: request.streamID, status: 200)
            },
            onClosed: { _, reason in
                outcome.reason = reason
                // One turn more for what the peer has still to read.
                test.loop.later { test.loop.later { test.stop() } }
            })
        try test.run()
        #expect(session.openStreamCount == 0)
        return outcome
    }

    /// The words that the log gets.
    private func words(_ outcome: Outcome) -> String {
        if case .ruleBroken(let words) = outcome.reason { words } else { "\(outcome)" }
    }

    @Test(
        "A peer that speaks another protocol is sent away, and the log says which",
        arguments: [
            ("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n", "HTTP/1.1"),
            ("\0\0\0\0\0\0\0\0nonsense nonsense", "no HTTP/2 preface"),
        ])
    func otherProtocol(text: String, words: String) throws {
        let outcome = try talk(Array(text.utf8))
        #expect(self.words(outcome).contains(words))
        #expect(outcome.requestCount == 0)
    }

    @Test(
        "Frames that ask for nothing end the connection when they come in a flood",
        arguments: [
            frame(type: 6, stream: 0, [0, 0, 0, 0, 0, 0, 0, 0]), frame(type: 4, stream: 0),
            frame(type: 0, stream: 1), frame(type: 2, stream: 3, [0, 0, 0, 0, 1]),
            frame(type: 8, stream: 0, [0, 0, 0, 1]),
            frame(type: 0, flags: 8, stream: 1, [2, 0, 0]),
        ])
    func uselessFrames(frame: [UInt8]) throws {
        var limits = HTTP2Limits()
        limits.uselessFrameBurstCount = 100
        let outcome = try talk(
            Self.preface + Self.request(1, endsStream: false)
                + Array(repeatElement(frame, count: 200).joined()), limits: limits)
        #expect(words(outcome).contains("ask for nothing"))
        #expect(outcome.frameTypes.contains(7), "no GOAWAY came")
    }

    @Test("A peer that says nothing, or never acknowledges our settings, is not waited for")
    func silence() throws {
        var limits = HTTP2Limits()
        limits.prefaceTimeout = .milliseconds(30)
        for bytes in [[], Self.preface + Self.request(1)] {
            let outcome = try talk(bytes, limits: limits)
            #expect(words(outcome).contains("did not acknowledge our settings"))
        }
    }

    @Test("A header block that never ends is not waited for")
    func slowHeaders() throws {
        var limits = HTTP2Limits()
        limits.requestTimeout = .milliseconds(30)
        let outcome = try talk(
            Self.preface + Self.frame(type: 1, flags: 0, stream: 1, Self.get), limits: limits)
        #expect(words(outcome).contains("header block took longer"))
        #expect(outcome.requestCount == 0)
    }

    @Test("A flood of requests that are reset at once ends the connection early")
    func rapidReset() throws {
        var bytes = Self.preface
        for number in 0..<UInt32(20_000) {
            let stream = number * 2 + 1
            bytes += Self.request(stream)
            bytes += Self.frame(type: 3, stream: stream, [0, 0, 0, 8])
        }
        let outcome = try talk(bytes)
        #expect(outcome.requestCount < 2_000)
        #expect(words(outcome).contains("reset in a flood"))
        #expect(outcome.frameTypes.contains(7), "no GOAWAY came")
    }

    @Test("Requests that a peer makes us reset count as if it had reset them")
    func forcedReset() throws {
        var limits = HTTP2Limits()
        limits.resetBurstCount = 100
        var bytes = Self.preface
        for number in 0..<UInt32(400) {
            // With :method twice.
            bytes += Self.frame(type: 1, flags: 5, stream: number * 2 + 1, [0x82] + Self.get)
        }
        let outcome = try talk(bytes, limits: limits)
        #expect(words(outcome).contains("reset in a flood"))
        #expect(outcome.frameTypes.contains(7), "no GOAWAY came")
    }

    @Test("A header list that a few bytes make very long ends the connection")
    func headerFlood() throws {
        // A field of 1,000 bytes for the dynamic table, then references to it (RFC 7541 §6.2.1).
        let field = [0x40, 0x01, 0x78, 0x7f, 0xe9, 0x06] + [UInt8](repeating: 0x76, count: 1_000)
        let block = Self.get + field + [UInt8](repeating: 0xbe, count: 1_000)
        let outcome = try talk(
            Self.preface + Self.frame(type: 1, flags: 5, stream: 1, block) + Self.request(3))
        #expect(words(outcome).contains("many times the 8000 bytes"))
        #expect(outcome.requestCount == 0)
        #expect(outcome.frameTypes.contains(7), "no GOAWAY came")
    }

    @Test("A header block without end is cut off")
    func continuationFlood() throws {
        var bytes = Self.preface + Self.frame(type: 1, flags: 1, stream: 1, Self.get)
        for _ in 0..<1_000 {
            bytes += Self.frame(type: 9, stream: 1, [0x00, 0x01, 0x78, 0x01, 0x79])
        }
        let outcome = try talk(bytes)
        #expect(outcome.requestCount == 0)
        #expect(words(outcome).contains("CONTINUATION"))
    }

    @Test("A flood of pings whose answers nobody reads is bounded")
    func pings() throws {
        var bytes = Self.preface
        for _ in 0..<20_000 {
            bytes += Self.frame(type: 6, stream: 0, [UInt8](repeating: 0, count: 8))
        }
        let outcome = try talk(bytes, hangsUp: true)
        guard case .ruleBroken(let words) = outcome.reason else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.contains("flood"))
    }

    @Test("A request that never ends is given up, and the connection serves on")
    func neverEnding() throws {
        var limits = HTTP2Limits()
        limits.requestTimeout = .milliseconds(20)
        limits.idleTimeout = .milliseconds(60)
        let outcome = try talk(
            Self.preface + Self.request(1, endsStream: false) + Self.request(3), limits: limits)
        #expect(outcome.requestCount == 1)
        #expect(outcome.frameTypes.contains(3), "no RST_STREAM came")
    }

    @Test("A malformed request never reaches the owner", arguments: [0x41, 0x82] as [UInt8])
    func malformed(first: UInt8) throws {
        // Without :method, and with it twice.
        let block = first == 0x82 ? [0x82] + Self.get : Array(Self.get.dropFirst())
        let outcome = try talk(
            Self.preface + Self.frame(type: 1, flags: 5, stream: 1, block), hangsUp: true)
        #expect(outcome.requestCount == 0)
    }

    @Test("A peer that hangs up with requests open takes only itself away")
    func hangUp() throws {
        let outcome = try talk(
            Self.preface + Self.request(1, endsStream: false), hangsUp: true)
        #expect(outcome.reason == .peerClosed)
    }
}
