// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import PushSender
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct BatchTests {
    /// Gives numbered pushes and keeps count of what came back.
    private final class Source: Sendable {
        struct State {
            var fetched = 0
            var ended: [Int] = []
            var accepted = 0
            var mostAhead = 0
        }

        let state = Mutex(State())
        let total: Int

        init(_ total: Int) { self.total = total }

        func next() -> AddressedPush? {
            state.withLock { state in
                guard state.fetched < total else { return nil }
                state.fetched += 1
                state.mostAhead = max(state.mostAhead, state.fetched - state.ended.count)
                return AddressedPush(Senders.push("id-\(state.fetched - 1)"), to: "00ff")
            }
        }

        func end(_ index: Int, _ outcome: PushOutcome) {
            state.withLock { state in
                state.ended.append(index)
                if case .accepted(let receipt) = outcome, receipt.apnsID == "id-\(index)" {
                    state.accepted += 1
                }
            }
        }
    }

    private func echo(_ limit: Int) async throws -> TestServer {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = limit
        return try await TestServer.start(limits: limits) { session, request, _ in
            session.respond(to: request.streamID, status: 200, headers: request.headers)
        }
    }

    @Test("Each push of a batch has one outcome, under its place, over one connection")
    func each() async throws {
        let server = try await echo(50)
        let source = Source(3_000)
        let count = try await Senders.certificate(port: server.port).send(
            from: { source.next() }, onOutcome: { source.end($0, $1) })
        let state = source.state.withLock { $0 }
        #expect(count == 3_000)
        #expect(state.accepted == 3_000)
        #expect(state.ended.sorted() == Array(0..<3_000))
        #expect(state.mostAhead <= 50)
        #expect(server.seen.connectionCount == 1)
    }

    @Test("No more are fetched than may be without an answer", arguments: [1, 7])
    func backPressure(limit: Int) async throws {
        let server = try await echo(100)
        let source = Source(200)
        try await Senders.token(port: server.port).send(
            upTo: limit, from: { source.next() }, onOutcome: { source.end($0, $1) })
        #expect(source.state.withLock { $0.mostAhead } == limit)
        #expect(server.seen.mostStreams <= limit)
    }

    @Test("A push that cannot be sent fails alone")
    func invalid() async throws {
        let server = try await echo(10)
        let outcomes = Mutex<[Int: PushOutcome]>([:])
        let next = Mutex(0)
        try await Senders.certificate(port: server.port).send {
            next.withLock { number in
                guard number < 4 else { return nil }
                number += 1
                return AddressedPush(Senders.push("id"), to: number.isMultiple(of: 2) ? "" : "00ff")
            }
        } onOutcome: { index, outcome in
            outcomes.withLock { $0[index] = outcome }
        }
        let seen = outcomes.withLock { $0 }
        #expect([0, 2].allSatisfy { seen[$0]?.isAccepted == true })
        #expect([1, 3].allSatisfy { seen[$0]?.error != nil })
    }

    @Test("Without a connection a batch ends early, and what was not fetched stays")
    func unreachable() async throws {
        let source = Source(100)
        // Port 1 is the system's; nobody listens there.
        let sender = try Senders.certificate(port: 1)
        await #expect(throws: PushSenderError.self) {
            try await sender.send(
                from: { source.next() }, onOutcome: { source.end($0, $1) })
        }
        #expect(source.state.withLock { $0.fetched } == 0)
    }

    @Test("Two batches at once both come to their end")
    func two() async throws {
        let server = try await echo(5)
        let sender = try Senders.certificate(port: server.port)
        let sources = [Source(200), Source(300)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for source in sources {
                group.addTask {
                    try await sender.send(
                        from: { source.next() }, onOutcome: { source.end($0, $1) })
                }
            }
            try await group.waitForAll()
        }
        #expect(sources.map { $0.state.withLock { $0.accepted } } == [200, 300])
    }

    @Test("A batch whose task is cancelled, or whose sender is shut down, ends")
    func ends() async throws {
        let server = try await echo(5)
        let sender = try Senders.certificate(port: server.port)
        let source = Source(.max)
        let task = Task {
            try await sender.send(
                from: { source.next() },
                onOutcome: { index, outcome in
                    source.end(index, outcome)
                    if index == 50 { withUnsafeCurrentTask { $0?.cancel() } }
                })
        }
        while source.state.withLock({ $0.ended.count }) < 50 { await Task.yield() }
        task.cancel()
        let count = try await task.value
        #expect(source.state.withLock { $0.ended.count } == count)

        let endless = Task {
            try await sender.send(
                from: { source.next() }, onOutcome: { source.end($0, $1) })
        }
        while source.state.withLock({ $0.ended.count }) < count + 50 { await Task.yield() }
        sender.shutDown()
        await #expect(throws: PushSenderError.shutDown) { try await endless.value }
    }

    @Test("A sequence of pushes gives a sequence of outcomes, and is not read ahead too far")
    func sequence() async throws {
        let server = try await echo(100)
        let source = Source(100)
        let pushes = AsyncStream { source.next() }
        var indexes: [Int] = []
        let sender = try Senders.certificate(port: server.port)
        for try await (index, outcome) in sender.outcomes(of: pushes, maximumInFlightCount: 3) {
            source.end(index, outcome)
            indexes.append(index)
        }
        #expect(indexes.sorted() == Array(0..<100))
        let state = source.state.withLock { $0 }
        #expect(state.accepted == 100)
        // One more is fetched before the gate is asked, and one while this loop's body runs.
        #expect(state.mostAhead <= 5)
    }
}
