// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import PushSender
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct StreamLimitTests {
    /// What a server has counted.
    private struct Counts {
        var open = 0
        var total = 0
        var most = 0
        var breaches = 0
        var waiting: [UInt32] = []
    }

    @Test("With one stream allowed, one push goes first; the others follow when more are")
    func oneThenMany() async throws {
        let counts = Mutex(Counts())
        let server = try await FrameServer.start(onConnection: { $0.allow(1) }) { peer, frame in
            if frame.isHeaders {
                let count = counts.withLock { counts in
                    counts.total += 1
                    counts.open += 1
                    counts.most = max(counts.most, counts.open)
                    counts.waiting.append(frame.stream)
                    return counts.total
                }
                // The answer to this comes after all that the sender had sent by then.
                if count == 1 { peer.ping() }
                if count > 1 { Self.answerAll(peer, counts, from: 10) }
            } else if frame.isPingAck {
                counts.withLock { $0.breaches = $0.total - 1 }
                peer.allow(10)
                Self.answerAll(peer, counts, from: 1)
            }
        }
        let outcomes = try await Senders.token(port: server.port).outcomes(100)
        #expect(outcomes.areAccepted)
        let seen = counts.withLock { $0 }
        #expect(seen.breaches == 0)
        #expect(seen.most == 10)
        #expect(server.connectionCount == 1)
    }

    /// Answers what is open, once so many are or all have come.
    private static func answerAll(
        _ peer: FrameServer.Peer, _ counts: borrowing Mutex<Counts>, from least: Int
    ) {
        let streams = counts.withLock { counts -> [UInt32] in
            guard counts.open >= least || counts.total >= 100 - 9 else { return [] }
            defer {
                counts.waiting = []
                counts.open = 0
            }
            return counts.waiting
        }
        for stream in streams { peer.accept(stream) }
    }

    @Test("A limit that is lowered with more streams open is kept before a new one is opened")
    func lowered() async throws {
        let counts = Mutex(Counts())
        let server = try await FrameServer.start(onConnection: { $0.allow(20) }) { peer, frame in
            if frame.isHeaders {
                let total = counts.withLock { counts in
                    counts.total += 1
                    counts.open += 1
                    counts.waiting.append(frame.stream)
                    if counts.total > 20 { counts.most = max(counts.most, counts.open) }
                    return counts.total
                }
                if total == 20 { peer.allow(2) }
                if total > 20 { Self.answerFirst(peer, counts) }
                if total == 60 { Self.answerFirst(peer, counts) }
            } else if frame.isSettingsAck, counts.withLock({ $0.total }) >= 20 {
                for _ in 0..<19 { Self.answerFirst(peer, counts) }
            }
        }
        let outcomes = try await Senders.certificate(port: server.port).outcomes(60)
        #expect(outcomes.areAccepted)
        #expect(counts.withLock { $0.most } == 2)
    }

    private static func answerFirst(_ peer: FrameServer.Peer, _ counts: borrowing Mutex<Counts>) {
        let stream = counts.withLock { counts -> UInt32? in
            guard !counts.waiting.isEmpty else { return nil }
            counts.open -= 1
            return counts.waiting.removeFirst()
        }
        if let stream { peer.accept(stream) }
    }

    @Test("A refused stream is sent again, and given up when it is refused each time")
    func refusedStream() async throws {
        let refusals = Mutex(0)
        let server = try await FrameServer.start { peer, frame in
            guard frame.isHeaders else { return }
            let count = refusals.withLock { count in
                count += 1
                return count
            }
            if count == 3 { peer.accept(frame.stream) } else { peer.reset(frame.stream, code: 7) }
        }
        let sender = try Senders.certificate(port: server.port)
        #expect(await sender.outcomes(1).areAccepted)
        #expect(await sender.outcomes(1).first?.error == .refusedStream)
        #expect(refusals.withLock { $0 } == 7)
        #expect(server.connectionCount == 1)
    }
}
