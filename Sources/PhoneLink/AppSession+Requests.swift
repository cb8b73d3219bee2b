// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch

/// What the app's API asks of a session. Completions are called once, on a thread of the session or
/// the caller's; they must not block and pass on with ``complete(on:_:)``, which drops none.
extension AppSession {
    package typealias Completion = @Sendable (RequestError?) -> Void

    // MARK: Providers

    /// The number of a provider that is about to be made.
    package func nextProvider() -> ProviderID {
        core.withLock { $0.state.nextProvider() }
    }

    /// Announces a provider; the session holds `receiver` until it is invalidated (B7).
    package func register(
        _ provider: ProviderID,
        _ receiver: any ProviderReceiver,
        _ configuration: ProviderConfiguration
    ) {
        change(connects: true) { core, effects in
            core.providers[provider] = receiver
            core.state.register(provider, configuration, into: &effects)
        }
    }

    package func configure(_ provider: ProviderID, _ configuration: ProviderConfiguration) {
        change { $0.state.configure(provider, configuration, into: &$1) }
    }

    package func invalidate(_ provider: ProviderID) {
        change { core, effects in
            core.providers[provider] = nil
            core.state.invalidate(provider, into: &effects)
        }
    }

    /// The transactions of one provider that are not complete, in the order in which they came.
    package func pendingTransactions(of provider: ProviderID) -> [AppState.PendingTransaction] {
        core.withLock { $0.state.pendingTransactions(of: provider) }
    }

    // MARK: Calls

    package func reportIncomingCall(
        _ provider: ProviderID,
        _ call: CallID,
        _ update: CallUpdate,
        completion: @escaping Completion
    ) {
        change(connects: true) { core, effects in
            let id = core.state.reportIncomingCall(provider, call, update, into: &effects)
            core.completions[id] = completion
        }
    }

    package func update(_ provider: ProviderID, _ call: CallID, _ update: CallUpdate) {
        change { $0.state.update(provider, call, update, into: &$1) }
    }

    /// Nil is now.
    package func reportEnded(
        _ provider: ProviderID,
        _ call: CallID,
        at time: WallTime?,
        _ reason: EndedReason
    ) {
        change { $0.state.reportEnded(provider, call, at: time, reason, into: &$1) }
    }

    /// Nil is now.
    package func reportStartedConnecting(
        _ provider: ProviderID,
        _ call: CallID,
        at time: WallTime?
    ) {
        change { $0.state.reportStartedConnecting(provider, call, at: time, into: &$1) }
    }

    /// Nil is now.
    package func reportConnected(_ provider: ProviderID, _ call: CallID, at time: WallTime?) {
        change { $0.state.reportConnected(provider, call, at: time, into: &$1) }
    }

    package func request(_ transaction: CallTransaction, completion: @escaping Completion) {
        change(connects: true) { core, effects in
            let id = core.state.request(transaction, into: &effects)
            core.completions[id] = completion
        }
    }

    /// False where the action was completed before, timed out, or never was this session's.
    package func complete(_ action: ActionID, _ outcome: ActionOutcome) -> Bool {
        change { $0.state.complete(action, outcome, into: &$1) }
    }

    // MARK: Observing

    /// Tells `receiver` of every call that changes from now on; the session holds it weakly.
    package func observe(_ receiver: any ObserverReceiver) {
        change(connects: true) { core, effects in
            core.observers.removeAll { $0.object == nil }
            core.observers.append(Weak(receiver))
            core.state.observe(into: &effects)
        }
    }

    /// The device's calls.
    ///
    /// Waits for the phone's first snapshot, at most ``answerSecondsMax``; what is known by then is
    /// given.
    package func observedCalls() -> [ObservedCall] {
        let waiter: DispatchSemaphore? = change(connects: true) { core, effects in
            core.state.observe(into: &effects)
            switch core.state.link {
            case .opening, .greeting, .admitted: break
            case .down, .refused, .severed: return nil
            }
            guard !core.state.areCallsKnown else { return nil }
            let waiter = DispatchSemaphore(value: 0)
            core.snapshotWaiters.append(waiter)
            return waiter
        }
        if let waiter { _ = waiter.wait(timeout: .now() + .seconds(Self.answerSecondsMax)) }
        return core.withLock { $0.state.calls }
    }

    // MARK: Pushes

    /// The number of a push registry that is about to be made.
    package func nextRegistry() -> RegistryID {
        core.withLock { $0.state.nextRegistry() }
    }

    /// Sets what a registry desires, and keeps it alive while that is something.
    package func desire(
        _ types: [PushType],
        of registry: RegistryID,
        _ receiver: any RegistryReceiver
    ) {
        change(connects: !types.isEmpty) { core, effects in
            core.registries[registry] = types.isEmpty ? nil : receiver
            core.state.desire(types, of: registry, into: &effects)
        }
    }

    /// The token that the phone told last, nil before it has.
    package func pushToken(_ type: PushType) -> Bytes? {
        core.withLock { $0.state.tokens[type] }
    }

    /// To be called just before a delegate is called with a push.
    package func beginPush(_ push: PushNotice) {
        let time = now.monotonic
        change { $0.state.beginPush(push, at: time, into: &$1) }
    }

    /// To be called when the delegate has returned.
    ///
    /// Ends the process where a call had to be reported and none was (B121).
    package func endPush(_ push: PushID) {
        let isBreach = change { $0.state.endPush(push, into: &$1) }
        if isBreach { terminate(.pushHandledWithoutReport) }
    }

    /// Passes a payload on to the app, from its notification service extension (B136).
    package func reportPushPayload(_ payload: Bytes, completion: @escaping Completion) {
        change(connects: true) { core, effects in
            let id = core.state.reportPushPayload(payload, into: &effects)
            core.completions[id] = completion
        }
    }

    /// Whether the phone's system has the push method with metadata (B129); before the phone has
    /// said, yes.
    package var hasPushMetadata: Bool { core.withLock { $0.state.hasPushMetadata } }
}
