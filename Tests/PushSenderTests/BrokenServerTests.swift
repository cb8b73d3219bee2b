// SPDX-License-Identifier: Apache-2.0
import PushSender
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct BrokenServerTests {
    @Test("A server that speaks HTTP/1.1 is told as one that speaks no HTTP/2")
    func otherProtocol() async throws {
        let server = try await FrameServer.start(
            onConnection: { $0.sendBytes(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) },
            onFrame: { _, _ in })
        let outcome = try await Senders.certificate(port: server.port).outcomes(1).first
        guard case .unreachable(let words) = outcome?.error else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(words.contains("HTTP/2"))
        #expect(server.connectionCount == 4)
    }

    @Test("A server that hangs up at once is tried a few times")
    func hangsUp() async throws {
        let server = try await FrameServer.start(
            onConnection: { $0.close() }, onFrame: { _, _ in })
        let outcome = try await Senders.certificate(port: server.port).outcomes(1).first
        guard case .unreachable = outcome?.error else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(server.connectionCount == 4)
    }

    @Test(
        "A server that breaks the rules of HTTP/2 is left, and told as such",
        arguments: [Breach.pushPromise, .endlessHeaders])
    func breach(_ breach: Breach) async throws {
        let server = try await FrameServer.start { peer, frame in
            if frame.isHeaders { breach.commit(peer, on: frame.stream) }
        }
        let outcome = try await Senders.certificate(port: server.port).outcomes(1).first
        guard case .connectionLost(let words) = outcome?.error else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(words.contains("no proper HTTP/2"))
    }

    enum Breach: Sendable {
        case pushPromise, endlessHeaders

        func commit(_ peer: FrameServer.Peer, on stream: UInt32) {
            switch self {
            case .pushPromise:
                // Our settings, which forbid it, hold from their acknowledgement on.
                peer.send(type: 4, flags: 1)
                peer.send(type: 5, flags: 4, stream: stream, [0, 0, 0, 2, 0x82])
            case .endlessHeaders:
                peer.send(type: 1, stream: stream, [0x88])
                for _ in 0..<100 { peer.send(type: 9, stream: stream, [0, 1, 0x78, 1, 0x79]) }
            }
        }
    }

    @Test("A push without an answer times out alone, while the server answers the others")
    func stall() async throws {
        let (seen, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try await FrameServer.start { peer, frame in
            guard frame.isHeaders else { return }
            if frame.stream == 1 { continuation.yield() } else { peer.accept(frame.stream) }
        }
        let sender = try Senders.certificate(port: server.port) {
            $0.answerTimeout = .seconds(2)
        }
        let isOver = Mutex(false)
        let stalled = Task {
            defer { isOver.withLock { $0 = true } }
            return await sender.outcomes(1).first
        }
        for await _ in seen { break }
        // The others keep the connection alive until the first is given up.
        while !isOver.withLock({ $0 }) {
            #expect(await sender.outcomes(1).areAccepted)
        }
        #expect(await stalled.value?.error == .timedOut)
        #expect(await sender.outcomes(1).areAccepted)
        #expect(server.connectionCount == 1)
    }

    @Test("A server that sends no settings gets no push, and is left when the time is over")
    func noSettings() async throws {
        let headers = Mutex(0)
        let server = try await FrameServer.start(onConnection: { _ in }) { _, frame in
            if frame.isHeaders { headers.withLock { $0 += 1 } }
        }
        let sender = try Senders.certificate(port: server.port) {
            $0.answerTimeout = .milliseconds(300)
        }
        guard case .unreachable = await sender.outcomes(1).first?.error else {
            Issue.record("not unreachable")
            return
        }
        _ = await sender.outcomes(1)
        #expect(server.connectionCount == 2)
        #expect(headers.withLock { $0 } == 0)
    }
}
