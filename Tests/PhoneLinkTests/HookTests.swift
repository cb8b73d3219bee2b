// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Dispatch
import PhoneLink
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A provider that does what a test says on its queue.
private final class Worker: ProviderReceiver {
    let session: AppSession
    let queue: DispatchQueue
    let work: @Sendable (ProviderEvent) -> Void

    init(
        _ session: AppSession,
        _ queue: DispatchQueue,
        _ work: @escaping @Sendable (ProviderEvent) -> Void
    ) {
        (self.session, self.queue, self.work) = (session, queue, work)
    }

    func receive(_ event: ProviderEvent) {
        session.deliver(by: { queue.async(execute: $0) }) { [work] in work(event) }
    }
}

@Suite struct HookTests {
    // MARK: Settling

    @Test(
        "Settling ends after the delegates' queues, and after what they sent",
        arguments: FakeLink.allCases)
    func settles(link: FakeLink) async throws {
        let settled = AsyncStream<Int>.makeStream()
        let bench = try Bench(link) { request in
            if case .settled(let number, _) = request { settled.continuation.yield(number) }
            return FakePhone.admitting(request)
        }
        let session = bench.session
        let queue = DispatchQueue(label: "delegate")
        let call = CallID(high: 0, low: 1)
        let id = session.nextProvider()
        let worker = Worker(session, queue) { event in
            guard event == .audioActivated else { return }
            session.reportConnected(id, call, at: nil)
        }
        session.use(queue, for: worker)
        session.register(id, worker, ProviderConfiguration())
        await session.barrier()
        queue.suspend()
        bench.phone.say(.audioActivated(id), .settle(7, now: nil), .settle(8, now: nil))
        await session.barrier()
        #expect(bench.phone.requests.count == 1)
        queue.resume()
        var numbers = settled.stream.makeAsyncIterator()
        #expect(await numbers.next() == 7)
        #expect(await numbers.next() == 8)
        // Two greetings, register, began, activated, connected; no pings, no settling.
        #expect(
            bench.phone.requests.suffix(3) == [
                .reportConnected(id, call, at: nil), .settled(7, activity: 6),
                .settled(8, activity: 6),
            ])
        #expect(session.sentCount + session.receivedCount == 6)
        withExtendedLifetime(worker) {}
    }

    @Test("Settling twice in quiet gives the same activity")
    func quiet() async throws {
        let bench = try Bench()
        _ = bench.session.observedCalls()
        bench.phone.say(.settle(1, now: nil))
        await bench.settle()
        bench.phone.say(.settle(2, now: nil))
        await bench.settle()
        let activity = bench.phone.requests.compactMap {
            if case .settled(_, let activity) = $0 { activity } else { nil }
        }
        #expect(activity.count == 2)
        #expect(Set(activity).count == 1)
    }

    @Test("B36: once the phone has told a virtual time, that is the session's")
    func virtualTime() async throws {
        let bench = try Bench()
        _ = bench.session.observedCalls()
        #expect(bench.session.now == Bench.start)
        let now = VirtualNow(
            monotonic: MonotonicTime(nanoseconds: 5), wall: WallTime(milliseconds: 6))
        bench.phone.say(.settle(1, now: now), .settle(2, now: nil))
        await bench.session.barrier()
        bench.advance(by: .seconds(100))
        #expect(bench.session.now == Moment(monotonic: now.monotonic, wall: now.wall))
    }

    // MARK: Whom to call

    @Test("B112: whom to call is told, what came early first")
    func startCall() async throws {
        let bench = try Bench()
        let session = bench.session
        _ = session.observedCalls()
        func intent(_ number: Int) -> StartCallIntent {
            StartCallIntent(handle: Handle(kind: .phoneNumber, value: "\(number)"))
        }
        for number in 0..<20 { bench.phone.say(.startCall(intent(number))) }
        await session.barrier()
        #expect(session.onStartCall == nil)
        let history = History()
        session.onStartCall = { history.note($0.handle.value) }
        bench.phone.say(.startCall(intent(20)))
        await bench.settle()
        #expect(history.all == (4...20).map { "\($0)" })
    }

    // MARK: Which session

    // The fallback is one for the whole process, and each phone of another test sets it: these have
    // a process of their own.

    @Test("Where no session is bound, the fallback is asked before the socket")
    func fallback() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            let session = bench.session
            let asked = Locked(0)
            AppSession.fallback = {
                asked.withLock { $0 += 1 }
                return nil
            }
            #expect(session.bind { AppSession.current } === session)
            #expect(asked.withLock { $0 } == 0)
            #expect(AppSession.current !== session)
            #expect(asked.withLock { $0 } == 1)
        }
    }

    @Test("Asking for the fallback changes nothing, however often it is done")
    func fallbackKept() async {
        await #expect(processExitsWith: .success) {
            let asked = Locked(0)
            AppSession.fallback = {
                asked.withLock { $0 += 1 }
                return nil
            }
            // A layer more with each reading, and the call would have no stack left.
            for _ in 0..<200_000 { _ = AppSession.fallback }
            #expect(AppSession.fallback?() == nil)
            #expect(asked.withLock { $0 } == 1)
        }
    }

    // MARK: An inherited socket

    @Test("OPENCALLKIT_APP_DESCRIPTOR is a socket to the phone, used once, closed on exec")
    func inherited() async throws {
        let (mine, other) = try UnixSocket.pair()
        let inherited = dup(mine)
        close(mine)
        #expect(fcntl(inherited, F_GETFD) & FD_CLOEXEC == 0)
        let address = PhoneAddress.ofProcess {
            ["OPENCALLKIT_APP_DESCRIPTOR": "\(inherited)", "OPENCALLKIT_APP_SOCKET": "/a"][$0]
        }
        #expect(fcntl(inherited, F_GETFD) & FD_CLOEXEC != 0)
        #expect(address.name == "the descriptor \(inherited)")
        let transport = try address.connect()
        #expect(throws: LinkError.noPhone(path: address.name)) { try address.connect() }
        let phone = SocketTransport(descriptor: other)
        let heard = await withCheckedContinuation { continuation in
            phone.start(onFrame: { continuation.resume(returning: $0) }, onEnd: {})
            try? transport.send([1, 2, 3])
        }
        #expect(heard == [1, 2, 3])
        transport.close()
        phone.close()
    }

    @Test(
        "A descriptor that is no connected socket is told by name, with what to do",
        arguments: ["", "-1", "2", "x", "999999", "99999999999999999999"])
    func badDescriptor(text: String) throws {
        let address = PhoneAddress.ofProcess {
            ["OPENCALLKIT_APP_DESCRIPTOR": text, "OPENCALLKIT_APP_SOCKET": "/a"][$0]
        }
        guard !text.isEmpty else {
            #expect(address.name == "/a")
            return
        }
        let error = #expect(throws: LinkError.badDescriptor(text)) { try address.connect() }
        #expect(error?.description.contains("OPENCALLKIT_APP_DESCRIPTOR is \(text)") == true)
    }
}
