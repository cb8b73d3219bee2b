// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The calls of a phone, the providers that have them, and the actions that are pending.
///
/// Reports of apps are in `CallCenter+Reports`, transactions and their actions in
/// `CallCenter+Actions`, the wishes of the person in `CallCenter+User`.
struct CallCenter: Sendable, Equatable {
    struct Provider: Sendable, Equatable {
        var bundle: BundleID
        var configuration: ProviderConfiguration
    }

    /// An action that a provider has and has not completed.
    struct PendingAction: Sendable, Equatable {
        var action: CallAction
        var call: CallKey
        var provider: ProviderKey
        /// What an End means for the record, where it is not the person's.
        var endOutcome: CallOutcome?
    }

    /// An End for a call whose app is to be started to hear of it (B31).
    struct WaitingEnd: Sendable, Equatable {
        var call: CallKey
        var action: CallAction
    }

    /// In the order in which they began.
    var calls: [Call] = []
    var providers = OrderedTable<ProviderKey, Provider>()
    var pending = OrderedTable<ActionKey, PendingAction>()
    var waitingEnds: [WaitingEnd] = []

    // MARK: Looking

    func index(of key: CallKey) -> Int? {
        calls.firstIndex { $0.key == key }
    }

    /// The app is on a call of its own (B125).
    func isOnCall(_ bundle: BundleID) -> Bool {
        calls.contains { $0.key.bundle == bundle && $0.engagesApp }
    }

    func isEnding(_ call: CallKey) -> Bool {
        pending.values.contains { $0.call == call && $0.action.kind == .end }
            || waitingEnds.contains { $0.call == call }
    }

    var summaries: [CallSummary] {
        calls.compactMap { $0.summary(isEnding: isEnding($0.key)) }
    }

    /// What an observer sees: a call that is not admitted yet is not there.
    var observed: [ObservedCall] {
        calls.compactMap { call in
            if case .preparing = call.state { nil } else { call.observed }
        }
    }

    /// Separate calls of one provider: each is a group of one (B89).
    func groupCount(of provider: ProviderKey) -> Int {
        calls.count { $0.provider == provider }
    }

    // MARK: Providers

    mutating func register(
        _ key: ProviderKey,
        _ configuration: ProviderConfiguration,
        app: App,
        turn: inout Turn
    ) {
        // Without the background mode nothing ever comes to the delegate (B48, B60).
        guard app.installed.hasVoIPBackgroundMode else { return }
        let count = providers.keys.count { $0.session == key.session }
        guard count < Limits.providersPerProcess else {
            turn.effects.append(
                .refuse(
                    key.session,
                    "a process may have \(Limits.providersPerProcess) providers; keep one (B1)"
                )
            )
            return
        }
        providers[key] = Provider(bundle: app.installed.bundle, configuration: configuration)
        turn.tell(key.session, .providerBegan(key.id))
        adopt(app.installed.bundle, key, turn: &turn)
    }

    mutating func configure(_ key: ProviderKey, _ configuration: ProviderConfiguration) {
        providers.update(key) { $0.configuration = configuration }
    }

    /// All its calls end in failure (B7); its pending actions are gone with it.
    mutating func invalidate(_ key: ProviderKey, observers: [SessionID], turn: inout Turn) {
        dropActions(turn: &turn) { $0.provider == key }
        for call in calls.filter({ $0.provider == key }) {
            end(call.key, .failed, at: nil, observers: observers, turn: &turn)
        }
        providers[key] = nil
    }

    /// A process has ended, and with it its providers and their actions.
    mutating func appEnded(
        _ session: SessionID,
        _ bundle: BundleID,
        observers: [SessionID],
        turn: inout Turn
    ) {
        dropActions(turn: &turn) { $0.provider.session == session }
        for key in providers.keys where key.session == session { providers[key] = nil }
        for call in calls.filter({ $0.provider?.session == session }) {
            switch (turn.rules.callsOfDeadApp, call.isConnected) {
            case (.end, _), (.stay, false):
                end(call.key, .failed, at: nil, observers: observers, turn: &turn)
            case (.stay, true):
                guard let index = index(of: call.key) else { continue }
                calls[index].provider = nil
                turn.post(.audioUnwanted(call.key))
            }
        }
    }

    /// Calls that were left by a dead process belong to the new one's provider, which hears of
    /// their ends (B31).
    private mutating func adopt(_ bundle: BundleID, _ key: ProviderKey, turn: inout Turn) {
        for index in calls.indices
        where calls[index].key.bundle == bundle && calls[index].provider == nil {
            calls[index].provider = key
        }
        let ends = waitingEnds.filter { $0.call.bundle == bundle }
        waitingEnds.removeAll { $0.call.bundle == bundle }
        for end in ends where index(of: end.call) != nil {
            perform([(end.call, end.action)], by: key, turn: &turn)
        }
    }

    private mutating func dropActions(
        turn: inout Turn,
        where isDropped: (PendingAction) -> Bool
    ) {
        for (key, row) in zip(pending.keys, pending.values) where isDropped(row) {
            pending[key] = nil
            turn.deadlines.remove(.action(key))
        }
    }

    // MARK: Changes of a call

    /// Tells all observers how a call stands now.
    func announce(_ call: Call, observers: [SessionID], turn: inout Turn) {
        for session in observers { turn.tell(session, .callChanged(call.observed)) }
    }

    /// Takes the call out.
    ///
    /// Nothing happens to it after this but its last row and the release of its audio.
    mutating func end(
        _ key: CallKey,
        _ outcome: CallOutcome,
        at time: WallTime?,
        observers: [SessionID],
        turn: inout Turn
    ) {
        guard let index = index(of: key) else { return }
        let call = calls.remove(at: index)
        waitingEnds.removeAll { $0.call == key }
        turn.deadlines.remove(.record(key))
        turn.deadlines.remove(.ring(key))
        switch call.state {
        case .preparing(let request):
            // Its end has overtaken its row: the report is answered all the same (B23).
            if let provider = call.provider { turn.answer(provider.session, request, nil) }
        case .ringing(let isSilent):
            if !isSilent { turn.effects.append(.stopRinging(key.id)) }
        case .connecting, .starting, .dialing, .connected: break
        }
        let ended = call.time(time, at: turn.now.wall)
        if let row = call.recent(ended: ended, outcome: outcome) {
            turn.effects.append(.recordCall(turn.tickets.issue(for: .endedCall(key)), row))
        }
        var observed = call.observed
        observed.hasEnded = true
        for session in observers { turn.tell(session, .callChanged(observed)) }
        turn.note(.callEnded, bundle: key.bundle, call: key.id, outcome.rawValue)
        turn.post(.audioUnwanted(key))
    }
}
