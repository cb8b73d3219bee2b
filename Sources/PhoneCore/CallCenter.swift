// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The calls of a phone, the providers that have them, and the actions that are pending.
///
/// Reports of apps are in `CallCenter+Reports`, what apps ask for in `CallCenter+Transactions`, the
/// life of actions in `CallCenter+Actions`, who is heard in `CallCenter+Room`, what the person does
/// in `CallCenter+Answering` and `CallCenter+Screen`, what observers see in `CallCenter+Observing`,
/// the cellular network in `CallCenter+Cellular`.
struct CallCenter: Sendable, Equatable {
    struct Provider: Sendable, Equatable {
        var bundle: BundleID
        var configuration: ProviderConfiguration
        /// False until its registration is through (B12).
        var isRegistered = true
    }

    /// An action that a provider has and has not completed.
    struct PendingAction: Sendable, Equatable {
        var action: CallAction
        var call: CallKey
        var provider: ProviderKey
        /// What an End means for the record, where it is not the person's.
        var endOutcome: CallOutcome?
        /// Its call has ended: its completion changes nothing, also where the UUID is used again.
        var isOver = false
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
    var lookUps = CallerLookUps()
    var lastGroup = 0
    /// What apps did that is worth a remark.
    var conduct = CallConduct()

    // MARK: Looking

    func index(of key: CallKey) -> Int? {
        calls.firstIndex { $0.key == key }
    }

    /// The app is on a call of its own (B125).
    func isOnCall(_ bundle: BundleID) -> Bool {
        calls.contains { $0.key.bundle == bundle && $0.engagesApp }
    }

    /// Whether there is any call of the app, also one that only rings.
    func hasCalls(of bundle: BundleID) -> Bool { calls.contains { $0.key.bundle == bundle } }

    /// Separate calls of one provider: a single call is a group of one (B89).
    func groupCount(of provider: ProviderKey, without left: Set<CallID> = []) -> Int {
        var groups: [Int] = []
        for call in calls
        where call.provider == provider && !groups.contains(call.group)
            && !left.contains(call.key.id)
        {
            groups.append(call.group)
        }
        return groups.count
    }

    /// A group for a new call.
    mutating func makeGroup() -> Int {
        lastGroup += 1
        return lastGroup
    }

    func members(of group: Int) -> [Call] { calls.filter { $0.group == group } }

    /// Groups in the order of their first calls, of the calls that a condition holds for.
    func groups(where isMeant: (Call) -> Bool) -> [Int] {
        var found: [Int] = []
        for call in calls where isMeant(call) && !found.contains(call.group) {
            found.append(call.group)
        }
        return found
    }

    // MARK: Providers

    mutating func register(
        _ key: ProviderKey,
        _ configuration: ProviderConfiguration,
        app: App,
        isHandlingPush: Bool,
        region: String?,
        turn: inout Turn
    ) {
        let bundle = app.installed.bundle
        turn.note(.providerRegistered, by: .app, to: .phone, bundle: bundle)
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
        if count > 0 {
            turn.breach(
                isHandlingPush ? .providerForEachPush : .secondProvider, bundle,
                isHandlingPush
                    ? "made another provider while a push was being handled"
                    : "made another provider while it has \(count)")
        }
        if region == "CN" {
            turn.breach(.providerInRestrictedRegion, bundle, "made a provider in mainland China")
        }
        var provider = Provider(bundle: bundle, configuration: configuration)
        provider.isRegistered = turn.rules.registrationDelay <= .zero
        providers[key] = provider
        if provider.isRegistered {
            registered(key, turn: &turn)
        } else {
            turn.set(.registration(key), after: turn.rules.registrationDelay)
        }
    }

    /// The system has taken the provider in: it can send actions (B2).
    mutating func registered(_ key: ProviderKey, turn: inout Turn) {
        guard let bundle = providers[key]?.bundle else { return }
        providers.update(key) { $0.isRegistered = true }
        turn.tell(key.session, .providerBegan(key.id))
        adopt(bundle, key, turn: &turn)
    }

    mutating func configure(_ key: ProviderKey, _ configuration: ProviderConfiguration) {
        providers.update(key) { $0.configuration = configuration }
    }

    /// All its calls end in failure (B7); its pending actions are gone with it.
    mutating func invalidate(_ key: ProviderKey, turn: inout Turn) {
        guard let provider = providers[key] else { return }
        turn.note(.providerInvalidated, by: .app, to: .phone, bundle: provider.bundle)
        dropActions(turn: &turn) { $0.provider == key }
        for call in calls.filter({ $0.provider == key }) {
            end(call.key, .failed, at: nil, turn: &turn)
        }
        providers[key] = nil
        turn.deadlines.remove(.registration(key))
    }

    /// The service that holds the calls has lost its apps: their calls are gone, and no action
    /// needs an answer (B9, B10).
    mutating func reset(turn: inout Turn) {
        dropActions(turn: &turn) { _ in true }
        for call in calls.filter({ !$0.isCellular }) {
            end(call.key, .failed, at: nil, turn: &turn)
        }
        for (key, provider) in zip(providers.keys, providers.values) {
            turn.tell(key.session, .providerReset(key.id))
            turn.note(.providerReset, to: .app, bundle: provider.bundle)
            if turn.rules.resetEndsProviders {
                providers[key] = nil
                turn.deadlines.remove(.registration(key))
            } else if provider.isRegistered {
                turn.tell(key.session, .providerBegan(key.id))
            }
        }
    }

    /// A process has ended, and with it its providers and their actions.
    mutating func appEnded(_ session: SessionID, _ bundle: BundleID, turn: inout Turn) {
        dropActions(turn: &turn) { $0.provider.session == session }
        for key in providers.keys where key.session == session {
            providers[key] = nil
            turn.deadlines.remove(.registration(key))
        }
        for call in calls.filter({ $0.provider?.session == session }) {
            switch (turn.rules.callsOfDeadApp, call.isConnected) {
            case (.end, _), (.stay, false):
                end(call.key, .failed, at: nil, turn: &turn)
            case (.stay, true) where call.isEnding:
                // An End was on its way: that the app did not live to hear of it brings no call
                // back.
                end(call.key, .ended, at: nil, turn: &turn)
            case (.stay, true):
                guard let index = index(of: call.key) else { continue }
                calls[index].provider = nil
                giveUpAudio(of: index, turn: &turn)
            }
        }
        giveUpWaitingEnds(of: bundle, turn: &turn)
        conduct.forget(bundle)
    }

    /// The app that was to hear of these ends did not start, or has died again: they end without
    /// it.
    mutating func giveUpWaitingEnds(of bundle: BundleID, turn: inout Turn) {
        for end in waitingEnds where end.call.bundle == bundle {
            self.end(end.call, .ended, at: nil, turn: &turn)
        }
    }

    /// The app runs and has made no provider that could hear of it.
    mutating func waitingEndTimedOut(_ key: CallKey, turn: inout Turn) {
        guard waitingEnds.contains(where: { $0.call == key }) else { return }
        end(key, .ended, at: nil, turn: &turn)
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
            turn.deadlines.remove(.waitingEnd(end.call))
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

    /// Takes the call out.
    ///
    /// Nothing happens to it after this but its last row and the release of its audio.
    mutating func end(
        _ key: CallKey,
        _ outcome: CallOutcome,
        at time: WallTime?,
        turn: inout Turn
    ) {
        guard let index = index(of: key) else { return }
        let call = calls.remove(at: index)
        waitingEnds.removeAll { $0.call == key }
        pending.updateAll { if $0.call == key { $0.isOver = true } }
        turn.deadlines.remove(.record(key))
        turn.deadlines.remove(.ring(key))
        turn.deadlines.remove(.digits(key))
        turn.deadlines.remove(.waitingEnd(key))
        switch call.state {
        case .identifying:
            // Whether it goes to Recents is known only when it is known who called.
            let end = CallerLookUps.Ended(
                call: call, at: call.time(time, at: turn.now.wall), outcome: outcome)
            answerEarlyEnd(of: call, lookUps.ended(end), turn: &turn)
            turn.post(.reportDecided(key, .rang(key.id)))
        case .preparing(let request): answerEarlyEnd(of: call, request, turn: &turn)
        case .ringing(let isSilent):
            if !isSilent { turn.effects.append(.stopRinging(key.id, key.bundle)) }
        case .connecting, .starting, .dialing, .connected: break
        }
        if call.state != .identifying {
            let ended = call.time(time, at: turn.now.wall)
            writeEnd(of: call, at: ended, outcome, label: lookUps.label(of: key), turn: &turn)
        }
        lookUps.forget(key)
        // What nobody has seen begin, nobody sees end.
        if !call.isPreparing {
            var observed = call.observed
            observed.hasEnded = true
            tellObservers(observed, of: key, at: index, turn: &turn)
        }
        turn.note(.callEnded, bundle: key.bundle, call: key.id, outcome.rawValue)
        conduct.ended(call, turn: &turn)
        if call.hasAudio { turn.post(.audioUnwanted(key)) }
    }

    /// The end of a call has overtaken its row, or the look-up of its number: its report is
    /// answered all the same (B23), unless its process is gone.
    private func answerEarlyEnd(of call: Call, _ request: RequestID?, turn: inout Turn) {
        guard let request, let provider = call.provider, providers[provider] != nil else { return }
        turn.answer(provider.session, request, nil)
    }

    /// The last row of a call.
    func writeEnd(
        of call: Call, at time: WallTime, _ outcome: CallOutcome, label: CallerLabel?,
        turn: inout Turn
    ) {
        guard let row = call.recent(ended: time, outcome: outcome, label: label) else { return }
        turn.effects.append(.recordCall(turn.tickets.issue(for: .endedCall(call.key)), row))
    }

    /// From now on both sides can speak; whoever else is heard makes room first.
    ///
    /// A call that its person is ending takes nobody's place.
    mutating func connect(_ key: CallKey, at time: WallTime?, prefersHold: Bool, turn: inout Turn) {
        guard let call = index(of: key).map({ calls[$0] }) else { return }
        if !call.isEnding { makeRoom(for: call.group, prefersHold: prefersHold, turn: &turn) }
        guard let index = index(of: key) else { return }
        calls[index].state = .connected(isHeld: false)
        calls[index].connected = calls[index].time(time, at: turn.now.wall)
        announce(calls[index], turn: &turn)
        if let row = calls[index].recent(label: lookUps.label(of: key)) {
            turn.effects.append(.recordCall(nil, row))
        }
        turn.note(.callConnected, bundle: key.bundle, call: key.id)
        sendNextDigits(of: index, turn: &turn)
    }
}
