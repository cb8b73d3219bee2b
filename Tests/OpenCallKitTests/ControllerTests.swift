// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct ControllerTests {
    private func request(
        _ controller: CXCallController,
        _ transaction: CXTransaction,
        then: @escaping @Sendable () -> Void = {}
    ) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            controller.request(transaction) { error in
                then()
                continuation.resume(returning: error)
            }
        }
    }

    private func start(_ call: UUID = UUID()) -> CXStartCallAction {
        CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "friend"))
    }

    @Test(
        "B47: the actions that an app requests come back to its delegate as the same objects",
        arguments: FakeLink.allCases)
    func sameObjects(link: FakeLink) async throws {
        let bench = try Bench(link)
        let (provider, delegate) = await make(bench)
        let controller = bench.make { CXCallController() }
        let actions = bench.make { [CXEndCallAction(call: UUID()), start()] as [CXAction] }
        let transaction = CXTransaction(actions: actions)
        delegate.onAction = { _ in }
        #expect(await request(controller, transaction) == nil)
        await bench.settle()
        let delivered = delegate.actions.withLock { $0 }
        #expect(delivered.count == 2)
        #expect(delivered[0] === actions[0])
        #expect(delivered[1] === actions[1])
        #expect(provider.pendingTransactions.first === transaction)
        actions.forEach { $0.fulfill() }
        #expect(transaction.isComplete)
        #expect(provider.pendingTransactions == [])
    }

    @Test("B46: the completion runs on the controller's queue; without one, on a private queue")
    func queue() async throws {
        let bench = try Bench()
        let (provider, _) = await make(bench)
        let queue = DispatchQueue(label: "controller")
        let controller = bench.make { CXCallController(queue: queue) }
        let error = await request(controller, CXTransaction(action: start())) {
            dispatchPrecondition(condition: .onQueue(queue))
        }
        #expect(error == nil)
        let other = bench.make { CXCallController() }
        _ = await request(other, CXTransaction(action: start())) {
            dispatchPrecondition(condition: .notOnQueue(.main))
        }
        withExtendedLifetime(provider) {}
    }

    @Test(
        "B48–B56: each of the phone's refusals comes in Apple's domain and code",
        arguments: RequestTransactionError.allCases)
    func refusals(refusal: RequestTransactionError) async throws {
        let bench = try Bench { request in
            guard case .requestTransaction(let id, _) = request else {
                return FakePhone.admitting(request)
            }
            return [.answered(id, .transaction(refusal))]
        }
        let controller = bench.make { CXCallController() }
        let error = try #require(await request(controller, CXTransaction(action: start())))
        #expect((error as NSError).domain == "com.apple.CallKit.error.requesttransaction")
        #expect((error as NSError).code == refusal.rawValue)
        #expect((error as NSError).userInfo.isEmpty)
        #expect((error as? CXErrorCodeRequestTransactionError)?.code.rawValue == refusal.rawValue)
        for form in 0..<3 {
            let thrown = await #expect(throws: CXErrorCodeRequestTransactionError.self) {
                switch form {
                case 0: try await controller.request(CXTransaction(action: start()))
                case 1: try await controller.requestTransaction(with: start())
                default: try await controller.requestTransaction(with: [start()])
                }
            }
            #expect(thrown?.code.rawValue == refusal.rawValue)
        }
    }

    @Test("B54: an action that is of no known class is an invalid action")
    func invalid() async throws {
        let bench = try Bench()
        let controller = bench.make { CXCallController() }
        for action in [CXAction(), CXCallAction(call: UUID())] {
            let error = await request(controller, CXTransaction(actions: [start(), action]))
            #expect((error as? CXErrorCodeRequestTransactionError)?.code == .invalidAction)
        }
        #expect(bench.phone.requests == [])
    }

    @Test("B50: an empty transaction is for the phone to refuse")
    func empty() async throws {
        let bench = try Bench()
        let controller = bench.make { CXCallController() }
        _ = await request(controller, CXTransaction())
        #expect(bench.phone.requests.count == 1)
    }

    @Test("B49: without a phone there is no call provider")
    func noPhone() async {
        let session = AppSession(address: .socket(path: "/nonexistent"), complain: { _ in })
        let controller = session.bind { CXCallController() }
        let error = await request(controller, CXTransaction(action: start()))
        #expect((error as? CXErrorCodeRequestTransactionError)?.code == .unknownCallProvider)
    }

    @Test("All forms ask for the same")
    func forms() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        let controller = bench.make { CXCallController() }
        try await controller.request(CXTransaction(action: start()))
        try await controller.requestTransaction(with: start())
        try await controller.requestTransaction(with: [start(), start()])
        await withCheckedContinuation { continuation in
            controller.requestTransaction(with: start()) { _ in continuation.resume() }
        }
        await withCheckedContinuation { continuation in
            controller.requestTransaction(with: [start()]) { _ in continuation.resume() }
        }
        await bench.settle()
        #expect(delegate.history.all.filter { $0 == "start" }.count == 6)
        withExtendedLifetime(provider) {}
    }
}

/// Notes the calls that it is told of.
private final class Observing: NSObject, CXCallObserverDelegate {
    let history = History()
    let queue: DispatchQueue
    init(queue: DispatchQueue) { self.queue = queue }

    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        dispatchPrecondition(condition: .onQueue(queue))
        let flags = [call.isOutgoing, call.isOnHold, call.hasConnected, call.hasEnded]
        history.note(flags.map { $0 ? "1" : "0" }.joined())
    }
}

@Suite struct ObserverTests {
    private let call = ObservedCall(id: CallID(high: 0, low: 7), isOutgoing: true)

    @Test("B105: calls waits for the first snapshot", arguments: FakeLink.allCases)
    func snapshot(link: FakeLink) async throws {
        let bench = try Bench(link) { [call] request in
            request == .observeCalls ? [.calls([call])] : FakePhone.admitting(request)
        }
        let observer = bench.make { CXCallObserver() }
        #expect(observer.calls.map(\.uuid.uuidString) == ["00000000-0000-0000-0000-000000000007"])
        #expect(observer.calls == observer.calls)
        #expect(observer.calls[0].isOutgoing)
    }

    @Test(
        "B107, B109: changes are told on the queue that was set; an ended call once"
    )
    func changes() async throws {
        let bench = try Bench()
        let queue = DispatchQueue(label: "observer")
        let delegate = Observing(queue: queue)
        let observer = bench.make { CXCallController().callObserver }
        observer.setDelegate(delegate, queue: queue)
        #expect(observer.calls == [])
        var call = call
        bench.phone.say(.callChanged(call))
        call.hasConnected = true
        bench.phone.say(.callChanged(call))
        call.isOnHold = true
        bench.phone.say(.callChanged(call))
        await bench.settle()
        #expect(observer.calls.map(\.isOnHold) == [true])
        call.hasEnded = true
        bench.phone.say(.callChanged(call), .callChanged(call))
        await bench.settle()
        #expect(observer.calls == [])
        #expect(delegate.history.all == ["1000", "1010", "1110", "1111"])
    }

    @Test("B105: the delegate is weak, and nil is the main queue")
    func mainQueue() async throws {
        let bench = try Bench()
        let observer = bench.make { CXCallObserver() }
        observer.setDelegate(Observing(queue: .main), queue: nil)
        let delegate = Observing(queue: .main)
        await bench.settle()
        bench.phone.say(.callChanged(call))
        await bench.settle()
        observer.setDelegate(delegate, queue: nil)
        var ended = call
        ended.hasEnded = true
        bench.phone.say(.callChanged(ended))
        await bench.settle()
        #expect(delegate.history.all == ["1001"])
    }

    @Test("A controller has one observer")
    func one() throws {
        let bench = try Bench()
        let controller = bench.make { CXCallController() }
        #expect(controller.callObserver === controller.callObserver)
    }
}
