// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import PushSender
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct GoAwayTests {
    @Test("What lies above the last stream of a GOAWAY goes to the next connection, and no other")
    func lastStream() async throws {
        let streams = Mutex<[[UInt32]]>([])
        let server = try await FrameServer.start(
            onConnection: { peer in
                streams.withLock { $0.append([]) }
                peer.allow(3)
            },
            onFrame: { peer, frame in
                guard frame.isHeaders else { return }
                let count = streams.withLock { streams in
                    streams[peer.number].append(frame.stream)
                    return streams[peer.number].count
                }
                guard peer.number == 0 else { return peer.accept(frame.stream) }
                guard count == 3 else { return }
                peer.goAway(last: 1)
                peer.accept(1)
            })
        let outcomes = try await Senders.certificate(port: server.port).outcomes(3)
        #expect(outcomes.areAccepted)
        #expect(streams.withLock { $0 } == [[1, 3, 5], [1, 3]])
    }

    @Test(
        "A reason that stays is told to all at once, and no further connection is made",
        arguments: ["BadCertificateEnvironment", "BadCertificate", "InvalidProviderToken"])
    func permanent(word: String) async throws {
        let server = try await FrameServer.start(
            onConnection: { peer in
                peer.allow(1)
                peer.goAway(last: 0, #"{"reason":"\#(word)"}"#)
                // Apple has been seen to say it twice.
                peer.goAway(last: 0)
                peer.close()
            }, onFrame: { _, _ in })
        let sender = try Senders.certificate(port: server.port)
        for outcome in await sender.outcomes(5) + sender.outcomes(1) {
            guard case .refusedConnection(let reason, _) = outcome.error else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(reason?.rawValue == word)
            let words = outcome.error?.description ?? ""
            #expect(words.contains(reason?.remedy ?? "?"))
        }
        #expect(server.connectionCount == 1)
    }

    @Test("A reason that passes is waited for, with back-off, and told when it does not pass")
    func passing() async throws {
        let server = try await FrameServer.start(
            onConnection: { peer in
                peer.allow(1)
                peer.goAway(last: 0, code: 7, "Maximum active streams\u{1B} violated")
                peer.close()
            }, onFrame: { _, _ in })
        let outcome = try await Senders.certificate(port: server.port).outcomes(1).first
        guard case .unreachable(let words) = outcome?.error else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(words.contains("Maximum active streams. violated"))
        #expect(server.connectionCount == 4)
    }

    @Test("A push that was on its way when the server left is lost with the server's reason")
    func lostWithReason() async throws {
        let server = try await FrameServer.start { peer, frame in
            guard frame.isHeaders else { return }
            peer.goAway(last: frame.stream, #"{"reason":"Shutdown"}"#)
            peer.close()
        }
        let outcome = try await Senders.certificate(port: server.port).outcomes(1).first
        guard case .connectionLost(let words) = outcome?.error else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(words.contains("Shutdown"))
        #expect(server.connectionCount == 1)
    }

    @Test("A certificate that the server does not take ends the first connection in words")
    func alert() async throws {
        let server = try await TestServer.start { _, _, _ in }
        let material = try TestMaterial.shared.get()
        let stranger = try TestMaterial.stranger.get()
        let sender = try PushSender(
            endpoint: .init(host: "127.0.0.1", port: server.port),
            identity: .certificate(pem: stranger.client.chain + stranger.client.key),
            trust: material.authorityPEM)
        let error = await sender.outcomes(1).first?.error
        guard case .refusedConnection(nil, let words) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.contains("alert"))
    }
}
