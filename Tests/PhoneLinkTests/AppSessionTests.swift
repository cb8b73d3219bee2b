// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Dispatch
import PhoneLink
import Testing

/// A provider, observer or registry that notes what it is told.
private final class Receiver: ProviderReceiver, ObserverReceiver, RegistryReceiver {
    let history = History()
    let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
    deinit { onDeinit() }

    func receive(_ event: ProviderEvent) { history.note("\(event)") }
    func receive(_ call: ObservedCall) { history.note(call.hasEnded ? "ended" : "changed") }
    func receive(_ event: RegistryEvent) {
        switch event {
        case .token: history.note("token")
        case .tokenInvalidated: history.note("invalidated")
        case .push: history.note("push")
        }
    }
}

@Suite struct AppSessionTests {
    private let call = CallID(high: 0, low: 1)

    private func provider(_ bench: Bench, _ receiver: Receiver) -> ProviderID {
        let id = bench.session.nextProvider()
        bench.session.register(id, receiver, ProviderConfiguration())
        return id
    }

    private func report(_ session: AppSession, _ provider: ProviderID) async -> RequestError? {
        await withCheckedContinuation { continuation in
            session.reportIncomingCall(provider, call, CallUpdate()) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test("Says hello first, and everything else once it is welcome", arguments: FakeLink.allCases)
    func hello(link: FakeLink) async throws {
        let bench = try Bench(link)
        let receiver = Receiver()
        let id = provider(bench, receiver)
        #expect(await report(bench.session, id) == nil)
        #expect(bench.phone.everything.first == .hello(version: protocolVersion))
        #expect(bench.phone.requests.first == .registerProvider(id, ProviderConfiguration()))
        #expect(bench.phone.requests.count == 2)
        #expect(receiver.history.all == ["began"])
    }

    @Test("The answer to each request is its own", arguments: FakeLink.allCases)
    func answers(link: FakeLink) async throws {
        let bench = try Bench(link)
        let id = provider(bench, Receiver())
        let transaction = CallTransaction(id: TransactionID(high: 1, low: 1), actions: [])
        bench.phone.follow { request in
            switch request {
            case .reportIncomingCall(let report):
                [.answered(report.request, .incomingCall(.filteredByBlockList))]
            case .requestTransaction(let id, _):
                [.answered(id, .transaction(.emptyTransaction))]
            case .setAudioSessionActive(let id, _):
                [.answered(id, .audioSession(.insufficientPriority))]
            case let other: FakePhone.admitting(other)
            }
        }
        #expect(await report(bench.session, id) == .incomingCall(.filteredByBlockList))
        let refused = await withCheckedContinuation { continuation in
            bench.session.request(transaction) { continuation.resume(returning: $0) }
        }
        #expect(refused == .transaction(.emptyTransaction))
        #expect(bench.session.setAudioActive(true) == .audioSession(.insufficientPriority))
    }

    @Test("A refusal is told in one line that names the socket and what to do; all requests fail")
    func refused() async throws {
        let bench = try Bench { _ in [.refused("no installed bundle; use opencallkit app install")]
        }
        let id = provider(bench, Receiver())
        await bench.session.barrier()
        #expect(await report(bench.session, id) == .incomingCall(.unknown))
        #expect(bench.complaints.count == 1)
        let line = try #require(bench.complaints.first)
        #expect(line.contains("this process"))
        #expect(line.contains("no installed bundle"))
        #expect(line.contains("opencallkit app install"))
    }

    @Test(
        "Without a phone, requests complete with Apple's errors and one line says how to start one")
    func noPhone() async throws {
        let said = Locked<[String]>([])
        let session = AppSession(
            address: .socket(path: "/nonexistent/app.sock"),
            complain: { line in said.withLock { $0.append(line) } }
        )
        let receiver = Receiver()
        let id = session.nextProvider()
        session.register(id, receiver, ProviderConfiguration())
        #expect(await report(session, id) == .incomingCall(.unknown))
        let transaction = CallTransaction(id: TransactionID(high: 1, low: 1), actions: [])
        let refused = await withCheckedContinuation { continuation in
            session.request(transaction) { continuation.resume(returning: $0) }
        }
        #expect(refused == .transaction(.unknownCallProvider))
        #expect(session.setAudioActive(true) == .audioSession(.mediaServicesFailed))
        #expect(session.observedCalls() == [])
        await session.barrier()
        #expect(said.withLock { $0.count } == 1)
        #expect(said.withLock { $0[0] }.contains("opencallkit phone run"))
    }

    @Test(
        "B10: when the phone goes away, providers are reset, calls end and waiting requests fail",
        arguments: FakeLink.allCases)
    func phoneGoes(link: FakeLink) async throws {
        let bench = try Bench(link)
        let (receiver, observer) = (Receiver(), Receiver())
        let id = provider(bench, receiver)
        bench.session.observe(observer)
        await bench.session.barrier()
        bench.phone.say(.callChanged(ObservedCall(id: call)))
        await bench.session.barrier()
        bench.phone.follow { _ in [] }
        let answer = await withCheckedContinuation { continuation in
            bench.session.reportIncomingCall(id, call, CallUpdate()) {
                continuation.resume(returning: $0)
            }
            bench.phone.hangUp()
        }
        #expect(answer == .incomingCall(.unknown))
        #expect(receiver.history.all == ["began", "reset"])
        #expect(observer.history.all == ["changed", "ended"])
    }

    @Test("After the phone went away the next request makes the link anew, with the provider known")
    func reconnects() async throws {
        let phones = Locked<[FakePhone]>([])
        let address = PhoneAddress(name: "test") { () throws(LinkError) -> any Transport in
            guard let phone = try? FakePhone(.inProcess) else { throw .noPhone(path: "test") }
            phones.withLock { $0.append(phone) }
            return phone.appEnd
        }
        let session = AppSession(address: address, complain: { _ in })
        let receiver = Receiver()
        let id = session.nextProvider()
        session.register(id, receiver, ProviderConfiguration())
        await session.barrier()
        let reset = AsyncEvent()
        session.observe(reset)
        await session.barrier()
        phones.withLock { $0[0] }.say(.callChanged(ObservedCall(id: call)))
        await reset.wait(for: 1)
        phones.withLock { $0[0] }.hangUp()
        await reset.wait(for: 2)
        #expect(phones.withLock { $0.count } == 1)
        session.update(id, call, CallUpdate())
        #expect(phones.withLock { $0.count } == 1)
        #expect(await report(session, id) == nil)
        #expect(phones.withLock { $0.count } == 2)
        #expect(
            phones.withLock { $0[1] }.requests.first
                == .registerProvider(id, ProviderConfiguration())
        )
        #expect(receiver.history.all == ["began", "reset", "began"])
        session.close()
    }

    @Test(
        "A barrier returns when all notices before it were handed over",
        arguments: FakeLink.allCases)
    func barrier(link: FakeLink) async throws {
        let bench = try Bench(link)
        let receiver = Receiver()
        let id = provider(bench, receiver)
        await bench.session.barrier()
        let before = bench.session.receivedCount
        for _ in 0..<50 { bench.phone.say(.audioActivated(id)) }
        await bench.session.barrier()
        #expect(receiver.history.all.count == 51)
        #expect(bench.session.receivedCount == before + 50)
    }

    @Test("Counts leave pings out; a barrier without a link returns at once")
    func counts() async throws {
        let bench = try Bench()
        await bench.session.barrier()
        #expect(bench.session.sentCount == 0)
        _ = provider(bench, Receiver())
        await bench.session.barrier()
        await bench.session.barrier()
        #expect(bench.session.sentCount == 2)
        #expect(bench.session.receivedCount == 2)
    }

    @Test("A report too large for a frame fails alone, and the link lives")
    func tooLarge() async throws {
        let bench = try Bench()
        let id = provider(bench, Receiver())
        let actions = (0..<64).map {
            CallAction(
                id: ActionID(high: 0, low: $0),
                call: call,
                kind: .start(
                    CallAction.Start(
                        handle: Handle(kind: .generic, value: "h"),
                        contactIdentifier: String(repeating: "c", count: Limits.nameByteCount)
                    )
                ),
                timeout: WallTime(milliseconds: 0)
            )
        }
        let transaction = CallTransaction(id: TransactionID(high: 1, low: 1), actions: actions)
        let refused = await withCheckedContinuation { continuation in
            bench.session.request(transaction) { continuation.resume(returning: $0) }
        }
        #expect(refused == .transaction(.invalidAction))
        #expect(await report(bench.session, id) == nil)
    }

    @Test("Providers live until they are invalidated, registries while they want something")
    func lifetimes() async throws {
        let bench = try Bench()
        let gone = History()
        var receiver: Receiver? = Receiver { gone.note("provider") }
        let first = receiver.map { provider(bench, $0) }
        receiver = nil
        #expect(gone.all == [])
        if let first { bench.session.invalidate(first) }
        #expect(gone.all == ["provider"])

        let id = bench.session.nextRegistry()
        var registry: Receiver? = Receiver { gone.note("registry") }
        let history = registry?.history
        if let registry { bench.session.desire([voipPushType], of: id, registry) }
        registry = nil
        bench.phone.say(.pushToken(voipPushType, Bytes([1])))
        await bench.session.barrier()
        #expect(history?.all == ["token"])
        #expect(bench.session.pushToken(voipPushType) == Bytes([1]))
        #expect(gone.all == ["provider"])
        bench.session.desire([], of: id, Receiver())
        #expect(gone.all == ["provider", "registry"])
    }

    @Test(
        "A breach severs a test's session once, after what was sent; nothing more is delivered",
        arguments: FakeLink.allCases)
    func severed(link: FakeLink) async throws {
        let bench = try Bench(link)
        let receiver = Receiver()
        let id = provider(bench, receiver)
        await bench.session.barrier()
        let push = PushNotice(
            id: PushID(high: 0, low: 1),
            type: voipPushType,
            payload: Bytes([]),
            mustReport: true
        )
        bench.session.beginPush(push)
        bench.session.endPush(push.id)
        bench.session.terminate(.closedByUser)
        #expect(bench.terminations == [.pushHandledWithoutReport])
        let queue = DispatchQueue(label: "delegate")
        bench.session.deliver(by: { queue.async(execute: $0) }) {
            receiver.history.note("delivered")
        }
        await drain(queue)
        #expect(receiver.history.all == ["began"])
        #expect(await report(bench.session, id) == .incomingCall(.unknown))
        await bench.session.barrier()
    }

    @Test("The phone's order to end ends the session")
    func ordered() async throws {
        let bench = try Bench()
        _ = provider(bench, Receiver())
        bench.phone.say(.terminate(.pushNotReportedInTime))
        await bench.session.barrier()
        #expect(bench.terminations == [.pushNotReportedInTime])
    }

    @Test("What the phone says in no known form ends the link with a word")
    func garbage() async throws {
        let bench = try Bench()
        let reset = AsyncEvent()
        _ = provider(bench, Receiver())
        bench.session.observe(reset)
        await bench.session.barrier()
        bench.phone.say(.callChanged(ObservedCall(id: call)))
        await reset.wait(for: 1)
        try bench.phone.sendRaw(Array("{}".utf8))
        await reset.wait(for: 2)
        #expect(bench.complaints.count == 1)
    }

    @Test("The bound session is the current one, also in what is delivered")
    func current() async throws {
        let bench = try Bench()
        #expect(bench.session.bind { AppSession.current } === bench.session)
        let queue = DispatchQueue(label: "delegate")
        let seen = Locked<AppSession?>(nil)
        bench.session.deliver(by: { queue.async(execute: $0) }) {
            seen.withLock { $0 = AppSession.current }
        }
        await drain(queue)
        #expect(seen.withLock { $0 } === bench.session)
        #expect(AppSession.current !== bench.session)
        let inTask = await bench.session.bind { await Task { AppSession.current }.value }
        #expect(inTask === bench.session)
    }

    @Test("Each queue in use is listed once, while its owner lives")
    func queues() throws {
        let bench = try Bench()
        let (first, second) = (DispatchQueue(label: "1"), DispatchQueue(label: "2"))
        let (a, b) = (Receiver(), Receiver())
        var c: Receiver? = Receiver()
        bench.session.use(first, for: a)
        bench.session.use(first, for: b)
        if let c { bench.session.use(second, for: c) }
        #expect(bench.session.delegateQueues.map(\.label) == ["1", "2"])
        c = nil
        #expect(bench.session.delegateQueues.map(\.label) == ["1"])
        bench.session.use(second, for: a)
        #expect(bench.session.delegateQueues.map(\.label) == ["1", "2"])
        withExtendedLifetime((a, b)) {}
    }

    @Test("The socket is the environment's, else the one in the user's run-time folder")
    func address() {
        #expect(
            PhoneAddress.ofProcess { ["OPENCALLKIT_APP_SOCKET": "/a"][$0] }.name == "/a"
        )
        #expect(
            PhoneAddress.ofProcess { ["XDG_RUNTIME_DIR": "/run"][$0] }.name
                == "/run/opencallkit/app.sock"
        )
        #expect(
            PhoneAddress.ofProcess { ["HOME": "/h", "XDG_RUNTIME_DIR": "run"][$0] }.name
                == "/h/.local/state/opencallkit/run/app.sock"
        )
    }
}

/// An observer that lets a test wait for the calls that it is told of.
private final class AsyncEvent: ObserverReceiver {
    private struct State {
        var count = 0
        var waiters: [(Int, CheckedContinuation<Void, Never>)] = []
    }
    private let state = Locked(State())

    func receive(_ call: ObservedCall) {
        let due = state.withLock { state in
            state.count += 1
            let due = state.waiters.filter { $0.0 <= state.count }
            state.waiters.removeAll { $0.0 <= state.count }
            return due
        }
        due.forEach { $0.1.resume() }
    }

    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
    }
}
