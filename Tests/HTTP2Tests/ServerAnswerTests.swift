// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKHTTP2
import OCKNetworking
import Testing

/// How a server's session hands requests over and sends answers.
@Suite struct ServerAnswerTests {
    private static let identifier = "eabeae54-14a8-11e5-b60b-1697f925ec7b"

    @Test("A prepared answer goes out each time with the values that differ")
    func prepared() throws {
        let ok = PreparedAnswer(status: 200, variable: ["apns-id", "apns-unique-id"])
        let bad = PreparedAnswer(
            status: 400, headers: [HTTP2Header("content-type", "application/json")],
            variable: ["apns-id"], body: Array(#"{"reason":"BadTopic"}"#.utf8))
        let pair = try SessionPair(TestLoop()) { session, request in
            let first = Array(request.path.utf8)
            first.withUnsafeBytes { first in
                guard request.path.count > 2 else {
                    return session.respond(to: request.streamID, with: bad, first)
                }
                Array(Self.identifier.utf8).withUnsafeBytes {
                    session.respond(to: request.streamID, with: ok, first, $0)
                }
            }
        }
        var answers: [String: HTTP2Response] = [:]
        let paths = (0..<200).map { "/\($0)" }
        for path in paths {
            pair.client.request(method: "POST", path: path) {
                answers[path] = try? $0.get()
                if answers.count == paths.count { pair.client.close() }
            }
        }
        try pair.run()
        for path in paths {
            let answer = try #require(answers[path])
            #expect(answer.value(of: "apns-id") == path)
            if path.count > 2 {
                #expect(answer.status == 200)
                #expect(answer.value(of: "apns-unique-id") == Self.identifier)
                #expect(answer.body.isEmpty)
            } else {
                #expect(answer.status == 400)
                #expect(answer.value(of: "content-type") == "application/json")
                #expect(answer.body == Array(#"{"reason":"BadTopic"}"#.utf8))
            }
        }
    }

    @Test("An answer's body follows the client's window, byte by byte if it must")
    func window() throws {
        let body = Array(#"{"reason":"BadDeviceToken"}"#.utf8)
        let answer = PreparedAnswer(status: 400, body: body)
        let peer = try RawPeer(
            onRequest: { _, session, request in
                session.respond(to: request.streamID, with: answer)
            })
        var received: [UInt8] = []
        peer.onFrame = { peer, frame in
            guard frame.type == RawPeer.data else { return }
            #expect(frame.payload.count <= 5)
            received += frame.payload
            if frame.flags & 1 != 0 { return peer.closeAfterFlush() }
            // Five bytes more.
            peer.send(RawPeer.Frame(type: 8, stream: 1, payload: [0, 0, 0, 5]))
        }
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        peer.send(preface)
        // INITIAL_WINDOW_SIZE 5.
        peer.send(RawPeer.Frame(type: RawPeer.settings, payload: [0, 4, 0, 0, 0, 5]))
        peer.send(HostilePeerTests.request(1))
        try peer.run()
        #expect(received == body)
    }

    @Test("A request that is kept stays as it was, though its memory would be used again")
    func kept() throws {
        var kept: [HTTP2Request] = []
        let pair = try SessionPair(TestLoop()) { session, request in
            if kept.count < 3 { kept.append(request) }
            session.respond(to: request.streamID, status: 200)
        }
        var count = 0
        func next() {
            let text = "\(count)"
            pair.client.request(
                method: "POST", path: "/" + text, headers: [HTTP2Header("x", text)],
                body: Array(text.utf8)
            ) { _ in
                count += 1
                if count == 50 { pair.client.close() } else { next() }
            }
        }
        next()
        try pair.run()
        #expect(kept.map(\.path) == ["/0", "/1", "/2"])
        #expect(kept.map { $0.headers } == (0..<3).map { [HTTP2Header("x", "\($0)")] })
        #expect(kept.map { String(decoding: $0.body, as: UTF8.self) } == ["0", "1", "2"])
    }

    @Test("Two header blocks that come byte by byte, one in each connection, are not mixed up")
    func trickle() throws {
        var paths: [String] = []
        let test = try TestLoop()
        let context = HTTP2ServerContext()
        var peers: [Connection] = []
        for _ in 0..<2 {
            let (peer, server) = try connectionPair(on: test.loop)
            peers.append(peer)
            _ = HTTP2ServerSession(
                connection: server, loop: test.loop, context: context,
                onRequest: { session, request in
                    paths.append(request.path + " " + request.authority)
                    session.respond(to: request.streamID, status: 200)
                    if paths.count == 2 { test.stop() }
                }, onClosed: { _, _ in })
        }
        // :method GET, :scheme https, :path and :authority as literals that name their number.
        let texts = (0..<2).map { number -> [UInt8] in
            let path = Array("/path-\(number)".utf8)
            let host = Array("host-\(number)".utf8)
            let block =
                [0x82, 0x87, 0x44, UInt8(path.count)] + path + [0x41, UInt8(host.count)] + host
            return HostilePeerTests.preface
                + HostilePeerTests.frame(type: 1, flags: 5, stream: 1, block)
        }
        var index = 0
        func step() {
            guard index < texts[0].count else { return }
            for (peer, text) in zip(peers, texts) { peer.send([text[index]]) }
            index += 1
            test.loop.later { test.loop.later { step() } }
        }
        test.loop.later { step() }
        try test.run()
        #expect(paths.sorted() == ["/path-0 host-0", "/path-1 host-1"])
    }
}
