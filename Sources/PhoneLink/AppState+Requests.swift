// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What an app does.
extension AppState {
    // MARK: Providers

    /// The number of a provider that is about to be made.
    package mutating func nextProvider() -> ProviderID {
        lastProvider += 1
        return ProviderID(lastProvider)
    }

    /// Announces a provider.
    ///
    /// One too many (``CallModel/Limits/providersPerProcess``) stays unknown to the phone, and what
    /// it reports fails.
    package mutating func register(
        _ provider: ProviderID,
        _ configuration: ProviderConfiguration,
        into effects: inout [AppEffect]
    ) {
        guard providers.count < Limits.providersPerProcess else {
            let excess = "more than \(Limits.providersPerProcess) providers"
            misuse(.overLimit(excess), into: &effects)
            return
        }
        let bounded = bounded(configuration, into: &effects)
        providers.append(Provider(id: provider, configuration: bounded))
        if isLinked { effects.append(.send(.registerProvider(provider, bounded))) }
    }

    /// Changes a provider's configuration (B6).
    package mutating func configure(
        _ provider: ProviderID,
        _ configuration: ProviderConfiguration,
        into effects: inout [AppEffect]
    ) {
        guard let index = providers.firstIndex(where: { $0.id == provider }) else { return }
        let bounded = bounded(configuration, into: &effects)
        providers[index].configuration = bounded
        if isLinked { effects.append(.send(.configureProvider(provider, bounded))) }
    }

    /// Ends a provider; its calls end in failure (B7).
    package mutating func invalidate(
        _ provider: ProviderID,
        into effects: inout [AppEffect]
    ) {
        guard providers.contains(where: { $0.id == provider }) else { return }
        providers.removeAll { $0.id == provider }
        pending.removeAll { $0.provider == provider }
        if isLinked { effects.append(.send(.invalidateProvider(provider))) }
    }

    // MARK: Calls

    /// Reports a new incoming call.
    ///
    /// A push whose delegate call is running counts as reported by it, whatever the phone will
    /// answer (B67, B121).
    package mutating func reportIncomingCall(
        _ provider: ProviderID,
        _ call: CallID,
        _ update: CallUpdate,
        into effects: inout [AppEffect]
    ) -> RequestID {
        let id = number(.incomingCall)
        let report = IncomingCallReport(
            request: id,
            provider: provider,
            call: call,
            update: update,
            push: markPushReported()
        )
        if let excess = update.excess {
            misuse(.overLimit(excess), into: &effects)
            fail(id, into: &effects)
        } else if canSend, providers.contains(where: { $0.id == provider }) {
            submit(.reportIncomingCall(report), into: &effects)
        } else {
            fail(id, into: &effects)
        }
        return id
    }

    /// The oldest push that still lacks its report; with none, the newest that runs.
    private mutating func markPushReported() -> PushID? {
        if let index = pushes.firstIndex(where: { !$0.isReported }) {
            pushes[index].isReported = true
            return pushes[index].id
        }
        return pushes.last?.id
    }

    /// Tells more of a call.
    ///
    /// There is no answer; what is over the limits is not sent (B104).
    package mutating func update(
        _ provider: ProviderID,
        _ call: CallID,
        _ update: CallUpdate,
        into effects: inout [AppEffect]
    ) {
        if let excess = update.excess {
            misuse(.overLimit(excess), into: &effects)
            return
        }
        submit(.updateCall(provider, call, update), into: &effects)
    }

    /// Reports that a call ended.
    ///
    /// What was to be done to it is no longer pending, but may still be completed: apps do both in
    /// either order.
    package mutating func reportEnded(
        _ provider: ProviderID,
        _ call: CallID,
        at time: WallTime?,
        _ reason: EndedReason,
        into effects: inout [AppEffect]
    ) {
        for index in pending.indices where pending[index].provider == provider {
            abandoned += pending[index].actions.filter { $0.call == call }
            pending[index].actions.removeAll { $0.call == call }
        }
        pending.removeAll { $0.actions.isEmpty }
        abandoned.removeFirst(max(0, abandoned.count - Self.abandonedCountMax))
        submit(.reportEnded(provider, call, at: time, reason), into: &effects)
    }

    package mutating func reportStartedConnecting(
        _ provider: ProviderID,
        _ call: CallID,
        at time: WallTime?,
        into effects: inout [AppEffect]
    ) {
        submit(.reportStartedConnecting(provider, call, at: time), into: &effects)
    }

    package mutating func reportConnected(
        _ provider: ProviderID,
        _ call: CallID,
        at time: WallTime?,
        into effects: inout [AppEffect]
    ) {
        submit(.reportConnected(provider, call, at: time), into: &effects)
    }

    /// Requests a transaction.
    ///
    /// One over the limits fails as an invalid action, unsent.
    package mutating func request(
        _ transaction: CallTransaction,
        into effects: inout [AppEffect]
    ) -> RequestID {
        let id = number(.transaction)
        if !canSend {
            fail(id, into: &effects)
        } else if let excess = transaction.excess {
            misuse(.overLimit(excess), into: &effects)
            fail(id, .transaction(.invalidAction), into: &effects)
        } else {
            submit(.requestTransaction(id, transaction), into: &effects)
        }
        return id
    }

    /// Completes an action.
    ///
    /// False where it was completed before, timed out, or never was this app's (B39, B40): then
    /// nothing happens, but that the phone hears of the first two.
    package mutating func complete(
        _ action: ActionID,
        _ outcome: ActionOutcome,
        into effects: inout [AppEffect]
    ) -> Bool {
        guard let completed = removePending(action) ?? removeAbandoned(action) else {
            if outcome != .unimplemented { completedAgain(action, into: &effects) }
            return false
        }
        remember(action, of: completed.call, hasTimedOut: false)
        submit(.completeAction(action, outcome), into: &effects)
        return true
    }

    private mutating func completedAgain(_ action: ActionID, into effects: inout [AppEffect]) {
        guard let known = done.last(where: { $0.id == action }) else { return }
        misuse(
            known.hasTimedOut
                ? .completedAfterTimeout(known.call, action) : .completedTwice(known.call, action),
            into: &effects)
    }

    mutating func remember(_ action: ActionID, of call: CallID, hasTimedOut: Bool) {
        done.append(DoneAction(id: action, call: call, hasTimedOut: hasTimedOut))
        done.removeFirst(max(0, done.count - Self.doneCountMax))
    }

    /// Tells the phone what it cannot see for itself.
    mutating func misuse(_ misuse: AppMisuse, into effects: inout [AppEffect]) {
        submit(.misused(misuse), into: &effects)
    }

    mutating func removePending(_ action: ActionID) -> CallAction? {
        for index in pending.indices {
            guard let place = pending[index].actions.firstIndex(where: { $0.id == action })
            else { continue }
            let removed = pending[index].actions.remove(at: place)
            if pending[index].actions.isEmpty { pending.remove(at: index) }
            return removed
        }
        return nil
    }

    private mutating func removeAbandoned(_ action: ActionID) -> CallAction? {
        guard let index = abandoned.firstIndex(where: { $0.id == action }) else { return nil }
        return abandoned.remove(at: index)
    }

    /// Asks for the device's calls, once a link.
    package mutating func observe(into effects: inout [AppEffect]) {
        guard !isObserving else { return }
        isObserving = true
        if isLinked { effects.append(.send(.observeCalls)) }
    }
}
