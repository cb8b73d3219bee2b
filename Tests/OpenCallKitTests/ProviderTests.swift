// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

/// A delegate that notes what it is told, and does with each action what a test says.
final class Delegate: NSObject, CXProviderDelegate, @unchecked Sendable {
    // Sendable because what changes is locked, or set before the provider begins.
    let history = History()
    let actions = Locked<[CXAction]>([])
    var executes = false
    var onAction: (CXAction) -> Void = { $0.fulfill() }

    func providerDidReset(_ provider: CXProvider) { history.note("reset") }
    func providerDidBegin(_ provider: CXProvider) { history.note("begin") }

    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        history.note("execute \(transaction.actions.count)")
        return executes
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        take(action, "start")
    }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        take(action, "answer")
    }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { take(action, "end") }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        take(action, "held \(action.isOnHold)")
    }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        take(action, "muted \(action.isMuted)")
    }
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        take(action, "group")
    }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        take(action, "digits")
    }
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
        take(action, "translating")
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        history.note("timed out, complete \(action.isComplete)")
        actions.withLock { $0.append(action) }
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        history.note("activated \(audioSession === AVAudioSession.sharedInstance())")
    }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        history.note("deactivated \(audioSession === AVAudioSession.sharedInstance())")
    }

    private func take(_ action: CXAction, _ name: String) {
        history.note(name)
        actions.withLock { $0.append(action) }
        onAction(action)
    }
}

/// A delegate with the one method that is required.
final class BareDelegate: NSObject, CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}
}

@Suite struct ProviderTests {
    private let call = UUID()

    private func model(_ kinds: CallAction.Kind...) -> CallTransaction {
        CallTransaction(
            id: TransactionID(high: 9, low: 9),
            actions: kinds.enumerated().map {
                CallAction(
                    id: ActionID(high: 1, low: UInt64($0)),
                    call: CallID(high: 0, low: 1),
                    kind: $1,
                    timeout: WallTime(milliseconds: 1_700_000_005_000)
                )
            }
        )
    }

    private var firstProvider: ProviderID { ProviderID(1) }

    private func completions(_ bench: Bench) -> [ActionOutcome] {
        bench.phone.requests.compactMap {
            if case .completeAction(_, let outcome) = $0 { outcome } else { nil }
        }
    }

    @Test("B2, B3: what came before the delegate was set is told to it, on the main queue for nil")
    func begins() async throws {
        let bench = try Bench()
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        await bench.settle()
        final class MainDelegate: NSObject, CXProviderDelegate {
            let history = History()
            func providerDidReset(_ provider: CXProvider) {}
            func providerDidBegin(_ provider: CXProvider) {
                dispatchPrecondition(condition: .onQueue(.main))
                MainActor.preconditionIsolated()
                history.note("begin")
            }
        }
        let delegate = MainDelegate()
        provider.setDelegate(delegate, queue: nil)
        await bench.settle()
        #expect(delegate.history.all == ["begin"])
    }

    @Test("B3: all delegate calls come on the queue that was set, with the session bound")
    func queue() async throws {
        let bench = try Bench()
        let queue = DispatchQueue(label: "delegate")
        let (provider, delegate) = await make(bench, queue: queue)
        delegate.onAction = { [session = bench.session] _ in
            dispatchPrecondition(condition: .onQueue(queue))
            #expect(AppSession.current === session)
        }
        bench.phone.say(.perform(firstProvider, model(.answer)))
        await bench.settle()
        #expect(delegate.history.all == ["begin", "execute 1", "answer"])
        withExtendedLifetime(provider) {}
    }

    @Test("B3: the delegate is weak; with none, actions count as not implemented")
    func weakDelegate() async throws {
        let bench = try Bench()
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        provider.setDelegate(Delegate(), queue: nil)
        await bench.settle()
        bench.phone.say(.perform(firstProvider, model(.answer)))
        await bench.settle()
        #expect(completions(bench) == [.unimplemented])
        withExtendedLifetime(provider) {}
    }

    // MARK: Actions

    @Test("B45: the transaction first, then each action in order")
    func order() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        let handle = Handle(kind: .phoneNumber, value: "+1")
        bench.phone.say(
            .perform(
                firstProvider,
                model(
                    .setHeld(true),
                    .start(.init(handle: handle, contactIdentifier: "c", isVideo: true)),
                    .answer,
                    .end
                )
            )
        )
        await bench.settle()
        #expect(
            delegate.history.all == ["begin", "execute 4", "held true", "start", "answer", "end"]
        )
        #expect(completions(bench) == Array(repeating: .fulfilled(at: nil), count: 4))
        let start = try #require(delegate.actions.withLock { $0[1] } as? CXStartCallAction)
        #expect(start.handle == CXHandle(type: .phoneNumber, value: "+1"))
        #expect(start.contactIdentifier == "c")
        #expect(start.isVideo)
        #expect(start.timeoutDate == Date(timeIntervalSince1970: 1_700_000_005))
        #expect(start.callUUID.uuidString == "00000000-0000-0000-0000-000000000001")
        withExtendedLifetime(provider) {}
    }

    @Test(
        "B45: a transaction that the delegate executes itself is not performed, and stays pending")
    func executed() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        delegate.executes = true
        bench.phone.say(.perform(firstProvider, model(.answer, .setHeld(false))))
        await bench.settle()
        #expect(delegate.history.all == ["begin", "execute 2"])

        let pending = provider.pendingTransactions
        #expect(pending.count == 1)
        let actions = pending[0].actions
        #expect(actions.count == 2)
        let callUUID = try #require((actions[0] as? CXCallAction)?.callUUID)
        #expect(provider.pendingCallActions(of: CXAction.self, withCall: callUUID) == actions)
        #expect(
            provider.pendingCallActions(of: CXAnswerCallAction.self, withCall: callUUID)
                == [actions[0]]
        )
        #expect(provider.pendingCallActions(of: CXEndCallAction.self, withCall: callUUID) == [])
        #expect(provider.pendingCallActions(of: CXAction.self, withCall: UUID()) == [])

        actions[0].fulfill()
        #expect(!pending[0].isComplete)
        #expect(
            provider.pendingCallActions(of: CXAction.self, withCall: callUUID) == [actions[1]]
        )
        actions[1].fail()
        #expect(pending[0].isComplete)
        #expect(provider.pendingTransactions == [])
        await bench.settle()
        #expect(completions(bench) == [.fulfilled(at: nil), .failed])
    }

    @Test("B39: the first completion counts, from any thread")
    func firstCompletion() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        delegate.onAction = { _ in }
        bench.phone.say(.perform(firstProvider, model(.answer)))
        await bench.settle()
        let action = Transfer(try #require(delegate.actions.withLock { $0.first }))
        #expect(!action.value.isComplete)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in action.value.fulfill() }
        action.value.fail()
        #expect(action.value.isComplete)
        await bench.settle()
        #expect(completions(bench) == [.fulfilled(at: nil)])
        withExtendedLifetime(provider) {}
    }

    @Test("B41: the dates of completions are sent")
    func dates() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        let date = Date(timeIntervalSince1970: 12.5)
        delegate.onAction = { action in
            switch action {
            case let action as CXStartCallAction: action.fulfill(withDateStarted: date)
            case let action as CXAnswerCallAction: action.fulfill(withDateConnected: date)
            case let action as CXEndCallAction: action.fulfill(withDateEnded: date)
            default: action.fail()
            }
        }
        let start = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        bench.phone.say(.perform(firstProvider, model(start, .answer, .end, .setHeld(true))))
        await bench.settle()
        let time = ActionOutcome.fulfilled(at: WallTime(milliseconds: 12_500))
        #expect(completions(bench) == [time, time, time, .failed])
        withExtendedLifetime(provider) {}
    }

    @Test("Actions whose methods a delegate leaves out count as not implemented")
    func unimplemented() async throws {
        let bench = try Bench()
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        let delegate = BareDelegate()
        provider.setDelegate(delegate, queue: nil)
        await bench.settle()
        let start = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        bench.phone.say(.perform(firstProvider, model(start, .answer, .end, .setHeld(true))))
        await bench.settle()
        #expect(completions(bench) == Array(repeating: .unimplemented, count: 4))
        withExtendedLifetime((provider, delegate)) {}
    }

    @Test("B37: an action that timed out is complete when it is told, and stays so")
    func timedOut() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        delegate.onAction = { _ in }
        let model = model(.answer)
        bench.phone.say(.perform(firstProvider, model))
        bench.phone.say(.timedOut(firstProvider, model.actions[0].id))
        await bench.settle()
        #expect(delegate.history.all.last == "timed out, complete true")
        let actions = delegate.actions.withLock { $0 }
        #expect(actions[0] === actions[1])
        actions[0].fulfill()
        await bench.settle()
        #expect(completions(bench) == [])
        #expect(provider.pendingTransactions == [])
    }

    @Test("B9: a reset is told, and what was pending is gone")
    func reset() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        delegate.onAction = { _ in }
        bench.phone.say(.perform(firstProvider, model(.answer)), .providerReset(firstProvider))
        await bench.settle()
        #expect(delegate.history.all.last == "reset")
        #expect(provider.pendingTransactions == [])
        delegate.actions.withLock { $0[0] }.fulfill()
        #expect(!delegate.actions.withLock { $0[0] }.isComplete)
    }

    @Test("B68: activation comes with the one audio session")
    func audio() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        bench.phone.say(.audioActivated(firstProvider), .audioDeactivated(firstProvider))
        await bench.settle()
        #expect(delegate.history.all == ["begin", "activated true", "deactivated true"])
        withExtendedLifetime(provider) {}
    }

    // MARK: Life

    @Test("B6: the configuration is copied in and out, and a new one is sent")
    func configuration() async throws {
        let bench = try Bench()
        let configuration = CXProviderConfiguration()
        configuration.maximumCallGroups = 1
        configuration.supportedHandleTypes = [.emailAddress, .generic]
        let provider = bench.make { CXProvider(configuration: configuration) }
        configuration.maximumCallGroups = 3
        #expect(provider.configuration.maximumCallGroups == 1)
        provider.configuration.maximumCallGroups = 4
        #expect(provider.configuration.maximumCallGroups == 1)
        await bench.settle()
        let other = CXProviderConfiguration()
        other.supportsVideo = true
        provider.configuration = other
        other.supportsVideo = false
        #expect(provider.configuration.supportsVideo)
        await bench.settle()

        var first = ProviderConfiguration()
        first.maximumCallGroups = 1
        first.supportedHandleKinds = [.generic, .emailAddress]
        var second = ProviderConfiguration()
        second.supportsVideo = true
        #expect(
            bench.phone.requests == [
                .registerProvider(firstProvider, first), .configureProvider(firstProvider, second),
            ]
        )
    }

    @Test("B7: an invalidated provider says so once, reports nothing more and hears nothing more")
    func invalidate() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        await bench.settle()
        provider.invalidate()
        provider.invalidate()
        bench.phone.say(.perform(firstProvider, model(.answer)))
        let error = await #expect(throws: CXErrorCodeIncomingCallError.self) {
            try await provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
        }
        #expect(error?.code == .unknown)
        await bench.settle()
        #expect(delegate.history.all == ["begin"])
        #expect(bench.phone.requests.filter { $0 == .invalidateProvider(firstProvider) }.count == 1)
    }

    @Test("B7: a provider that is let go of lives on until it is invalidated")
    func released() async throws {
        let bench = try Bench()
        weak var provider: CXProvider?
        do {
            let made = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
            provider = made
        }
        await bench.settle()
        #expect(provider != nil)
        #expect(!bench.phone.requests.contains(.invalidateProvider(firstProvider)))
        provider?.invalidate()
        await bench.settle()
        #expect(provider == nil)
        #expect(bench.phone.requests.contains(.invalidateProvider(firstProvider)))
    }
}

/// A provider that has begun, with its delegate.
func make(_ bench: Bench, queue: DispatchQueue? = nil) async -> (CXProvider, Delegate) {
    let delegate = Delegate()
    let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
    provider.setDelegate(delegate, queue: queue)
    await bench.settle()
    return (provider, delegate)
}
