// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKHTTP2
import OCKNetworking
import Testing

/// Settings, stream limits and farewells of a server's session, as a client sees them.
@Suite struct ServerLimitsTests {
    private static let preface = HostilePeerTests.preface
    private static let acknowledgement = RawPeer.Frame(type: RawPeer.settings, flags: 1)

    private func isSettings(_ frame: RawPeer.Frame) -> Bool {
        frame.type == RawPeer.settings && frame.flags == 0
    }

    @Test("The first settings are those of APNs, with the stream limit that the owner chose")
    func firstSettings() throws {
        let peer = try RawPeer(onStart: { $0.setConcurrentStreamLimit(1) })
        peer.onFrame = { peer, frame in
            if isSettings(frame) { peer.closeAfterFlush() }
        }
        peer.send(Self.preface)
        try peer.run()
        let first = try #require(peer.frames.first)
        let entries = stride(from: 0, to: first.payload.count, by: 6).map {
            [UInt32(first.payload[$0 + 1]), first.number(at: $0 + 2)]
        }
        #expect(entries == [[1, 4_096], [3, 1], [4, 65_535], [5, 16_384], [6, 8_000]])
    }

    @Test("A stream too many is refused alone while the limit is not acknowledged")
    func refusedStream() throws {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = 1
        let peer = try RawPeer(
            limits: limits,
            onRequest: { peer, session, request in
                peer.test.loop.later { session.respond(to: request.streamID, status: 200) }
            })
        peer.onFrame = { peer, frame in
            if frame.type == RawPeer.headers { peer.closeAfterFlush() }
        }
        peer.send(Self.preface + HostilePeerTests.request(1) + HostilePeerTests.request(3))
        try peer.run()
        #expect(peer.requests.map(\.streamID) == [1])
        let resets = peer.frames(of: RawPeer.reset)
        #expect(resets.map(\.stream) == [3])
        #expect(resets.first?.number(at: 0) == 7)
        #expect(peer.frames(of: RawPeer.headers).map(\.stream) == [1])
        #expect(peer.frames(of: RawPeer.goAway).isEmpty)
    }

    @Test("Once it is acknowledged, a stream too many ends the connection in APNs' own words")
    func violation() throws {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = 1
        var answer: () -> Void = {}
        let peer = try RawPeer(
            limits: limits,
            onRequest: { _, session, request in
                answer = { session.respond(to: request.streamID, status: 200) }
            })
        peer.onFrame = { peer, frame in
            if isSettings(frame) {
                peer.send(Self.acknowledgement)
                peer.send(HostilePeerTests.request(1) + HostilePeerTests.request(3))
            } else if frame.type == RawPeer.goAway {
                answer()
            }
        }
        peer.send(Self.preface)
        try peer.run()
        let goAway = try #require(peer.frames(of: RawPeer.goAway).first)
        #expect(goAway.number(at: 0) == 1)
        #expect(goAway.number(at: 4) == 7)
        #expect(goAway.debug == "Maximum active streams violated for this endpoint.")
        #expect(peer.requests.map(\.streamID) == [1])
        #expect(peer.frames(of: RawPeer.headers).map(\.stream) == [1])
        #expect(peer.frames(of: RawPeer.goAway).count == 1)
        guard case .ruleBroken(let words) = peer.reason else {
            Issue.record("\(String(describing: peer.reason))")
            return
        }
        #expect(words.contains("more streams than the 1 allowed"))
    }

    @Test("A limit that changes is sent, and a lowered one leaves open streams alone")
    func changes() throws {
        var sent: [UInt32] = []
        var waiting: [Int32] = []
        let peer = try RawPeer(
            onRequest: { _, session, request in
                waiting.append(request.streamID)
                guard waiting.count == 2 else { return }
                session.setConcurrentStreamLimit(1)
            })
        peer.onFrame = { peer, frame in
            guard isSettings(frame) else {
                if frame.stream == 3, frame.type == RawPeer.headers { peer.closeAfterFlush() }
                return
            }
            peer.send(Self.acknowledgement)
            sent.append(
                frame.number(at: frame.payload.count == 6 ? 2 : 8))
            if sent.count == 1 {
                peer.send(HostilePeerTests.request(1) + HostilePeerTests.request(3))
            } else {
                for id in waiting { peer.session?.respond(to: id, status: 200) }
            }
        }
        peer.send(Self.preface)
        try peer.run()
        #expect(sent == [1_000, 1])
        #expect(peer.frames(of: RawPeer.headers).map(\.stream) == [1, 3])
        #expect(peer.frames(of: RawPeer.goAway).isEmpty)
        #expect(peer.frames(of: RawPeer.reset).isEmpty)
    }

    @Test(
        "A GOAWAY names the last stream, finishes what was taken, ignores the rest; twice is once")
    func goAway() throws {
        let peer = try RawPeer(
            onRequest: { peer, session, request in
                session.goAway(debug: Array(#"{"reason":"Shutdown"}"#.utf8))
                session.goAway(errorCode: 2)
                peer.test.loop.later { session.respond(to: request.streamID, status: 200) }
            })
        peer.send(Self.preface + HostilePeerTests.request(1) + HostilePeerTests.request(3))
        try peer.run()
        let farewells = peer.frames(of: RawPeer.goAway)
        #expect(farewells.count == 1)
        #expect(farewells.first?.number(at: 0) == 1)
        #expect(farewells.first?.number(at: 4) == 0)
        #expect(farewells.first?.debug == #"{"reason":"Shutdown"}"#)
        #expect(peer.requests.map(\.streamID) == [1])
        #expect(peer.frames(of: RawPeer.headers).map(\.stream) == [1])
        #expect(peer.reason == .closedHere || peer.reason == .peerClosed)
    }

    @Test("A GOAWAY before anything was asked follows the settings, as for a wrong certificate")
    func goAwayAtOnce() throws {
        let peer = try RawPeer(
            onStart: { $0.goAway(debug: Array(#"{"reason":"BadCertificateEnvironment"}"#.utf8)) })
        peer.send(Self.preface + HostilePeerTests.request(1))
        try peer.run()
        #expect(peer.frames.first?.type == RawPeer.settings)
        let goAway = try #require(peer.frames(of: RawPeer.goAway).first)
        #expect(goAway.number(at: 0) == 0)
        #expect(goAway.debug == #"{"reason":"BadCertificateEnvironment"}"#)
        #expect(peer.requests.isEmpty)
    }

    @Test("A connection that is dropped says nothing at all")
    func drop() throws {
        let peer = try RawPeer(onRequest: { peer, session, _ in session.drop() })
        peer.send(Self.preface + HostilePeerTests.request(1))
        try peer.run()
        #expect(peer.requests.count == 1)
        #expect(peer.frames(of: RawPeer.goAway).isEmpty)
        #expect(peer.frames(of: RawPeer.headers).isEmpty)
        #expect(peer.reason == .closedHere)
    }

    @Test("A ping is answered with its own bytes")
    func ping() throws {
        let peer = try RawPeer()
        let ping = RawPeer.Frame(type: RawPeer.ping, payload: [1, 2, 3, 4, 5, 6, 7, 8])
        peer.onFrame = { peer, frame in
            if frame.type == RawPeer.ping { peer.closeAfterFlush() }
        }
        peer.send(Self.preface)
        peer.send(ping)
        try peer.run()
        let answers = peer.frames(of: RawPeer.ping)
        #expect(answers == [RawPeer.Frame(type: RawPeer.ping, flags: 1, payload: ping.payload)])
    }

    @Test("An idle client is told why in the owner's words")
    func idle() throws {
        var limits = HTTP2Limits()
        limits.idleTimeout = .milliseconds(30)
        limits.idleFarewell = Array(#"{"reason":"IdleTimeout"}"#.utf8)
        let peer = try RawPeer(limits: limits)
        peer.send(Self.preface)
        peer.send(Self.acknowledgement)
        try peer.run()
        #expect(peer.frames(of: RawPeer.goAway).first?.debug == #"{"reason":"IdleTimeout"}"#)
        #expect(peer.reason == .idle)
    }
}
