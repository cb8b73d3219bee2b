// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The life of an action: handed to a provider, then completed, failed or timed out, once.
extension CallCenter {
    // MARK: Handing over

    /// Hands actions of the system or the person to a provider as one transaction.
    mutating func perform(
        _ actions: [(call: CallKey, action: CallAction)],
        by provider: ProviderKey,
        endOutcome: CallOutcome? = nil,
        turn: inout Turn
    ) {
        for (call, action) in actions {
            expect(action, of: call, by: provider, endOutcome: endOutcome, turn: &turn)
        }
        let transaction = CallTransaction(
            id: turn.random.identifier(),
            actions: actions.map(\.action)
        )
        hand(transaction, to: provider, turn: &turn)
    }

    /// Gives the provider what it is expected to perform.
    mutating func hand(
        _ transaction: CallTransaction, to provider: ProviderKey, turn: inout Turn
    ) {
        let bundle = providers[provider]?.bundle ?? ""
        for action in transaction.actions {
            turn.note(
                .actionPerformed, to: .app, bundle: bundle, call: action.call, action.kind.name)
            conduct.performs(
                action.kind, of: CallKey(bundle: bundle, id: action.call), turn: &turn)
        }
        turn.tell(provider.session, .perform(provider.id, transaction))
    }

    /// A new action of the system's or the person's making, with its deadline (B35, B36).
    func makeAction(_ kind: CallAction.Kind, for call: CallKey, turn: inout Turn) -> CallAction {
        let interval = turn.rules.timeout(of: kind)
        let (milliseconds, overflow) = turn.now.wall.milliseconds.addingReportingOverflow(
            interval.nanoseconds / 1_000_000)
        return CallAction(
            id: turn.random.identifier(), call: call.id, kind: kind,
            timeout: WallTime(milliseconds: overflow ? .max : milliseconds))
    }

    /// What the phone does the moment an action is under way.
    mutating func begin(
        _ action: CallAction,
        of key: CallKey,
        provider: ProviderKey,
        by who: TimelineParty,
        turn: inout Turn
    ) {
        switch action.kind {
        case .start(let start): dial(start, key, provider, turn: &turn)
        case .answer:
            guard let index = index(of: key), calls[index].isRinging else { return }
            silence(index, turn: &turn)
            calls[index].state = .connecting
            turn.note(.callAnswered, by: who, to: .phone, bundle: key.bundle, call: key.id)
        case .end:
            guard let index = index(of: key) else { return }
            silence(index, turn: &turn)
            calls[index].isEnding = true
        case .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: break
        }
    }

    /// What a process has in hand.
    func openActionCount(of session: SessionID) -> Int {
        pending.keys.count { $0.session == session }
    }

    private mutating func dial(
        _ start: CallAction.Start,
        _ key: CallKey,
        _ provider: ProviderKey,
        turn: inout Turn
    ) {
        // Calls of others are put aside when one is dialled; the app's own when it connects (B43).
        for other in calls where other.isLive && other.provider != provider {
            stepAside(other.key, prefersHold: true, turn: &turn)
        }
        let isRecorded = providers[provider]?.configuration.includesCallsInRecents ?? true
        let update = CallUpdate(remoteHandle: start.handle, hasVideo: start.isVideo).withCleanTexts
        var call = Call(
            key: key,
            provider: provider,
            isOutgoing: true,
            state: .starting,
            update: update,
            began: turn.now.wall,
            record: isRecorded ? turn.random.identifier() : nil,
            group: makeGroup()
        )
        call.isDescribed = false
        if start.handle.kind == .phoneNumber {
            call.pausedDigits = Call.PausedDigits.all(in: start.handle.value)
        }
        calls.append(call)
        conduct.began(key)
        if let row = call.recent(label: nil) { turn.effects.append(.recordCall(nil, row)) }
        turn.note(.callStarted, by: .app, to: .phone, bundle: key.bundle, call: key.id)
        announce(call, turn: &turn)
        if !turn.consulted.isEmpty { turn.post(.labelWanted(key)) }
    }

    mutating func expect(
        _ action: CallAction,
        of call: CallKey,
        by provider: ProviderKey,
        endOutcome: CallOutcome?,
        turn: inout Turn
    ) {
        let key = ActionKey(session: provider.session, id: action.id)
        pending[key] = PendingAction(
            action: action,
            call: call,
            provider: provider,
            endOutcome: endOutcome
        )
        turn.set(.action(key), after: turn.rules.timeout(of: action.kind))
    }

    // MARK: Completion

    /// An app has completed an action; one that is not pending changes nothing (B39, B40).
    mutating func complete(_ key: ActionKey, _ outcome: ActionOutcome, turn: inout Turn) {
        guard let row = pending[key] else { return }
        switch (outcome, turn.rules.unimplementedAction) {
        case (.unimplemented, .waits): return
        case (.fulfilled(let time), _):
            take(key, row, .actionFulfilled, turn: &turn)
            fulfil(row, at: time, turn: &turn)
        case (.fulfilledTranslating, _), (.unimplemented, .fulfils):
            take(key, row, .actionFulfilled, turn: &turn)
            fulfil(row, at: nil, turn: &turn)
        case (.failed, _), (.unimplemented, .fails):
            take(key, row, .actionFailed, turn: &turn)
            fail(row, turn: &turn)
        }
    }

    private mutating func take(
        _ key: ActionKey, _ row: PendingAction, _ step: TimelineStep, turn: inout Turn
    ) {
        pending[key] = nil
        turn.deadlines.remove(.action(key))
        turn.note(
            step, by: .app, to: .phone, bundle: row.call.bundle, call: row.call.id,
            row.action.kind.name)
    }

    /// The deadline of an action is over: it has failed, and the app may not complete it any more
    /// (B18, B37).
    mutating func actionTimedOut(_ key: ActionKey, turn: inout Turn) {
        guard let row = pending[key] else { return }
        pending[key] = nil
        turn.tell(row.provider.session, .timedOut(row.provider.id, row.action.id))
        turn.note(
            .actionTimedOut, to: .app, bundle: row.call.bundle, call: row.call.id,
            row.action.kind.name)
        turn.breach(
            .actionTimedOut, row.call.bundle, call: row.call.id,
            "left \(row.action.kind.name) neither fulfilled nor failed")
        guard !row.isOver, let index = index(of: row.call) else { return }
        switch row.action.kind {
        case .answer:
            announce(calls[index], turn: &turn)
            guard !calls[index].isEnding else { return }
            let action = makeAction(.end, for: row.call, turn: &turn)
            calls[index].isEnding = true
            perform([(row.call, action)], by: row.provider, endOutcome: .failed, turn: &turn)
        case .start: end(row.call, .failed, at: nil, turn: &turn)
        case .end:
            // The person has hung up and the screen is gone; the app's silence does not bring the
            // call back.
            end(row, at: nil, turn: &turn)
        case .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating:
            leaveAsItWas(row, turn: &turn)
        }
    }

    private mutating func fulfil(_ row: PendingAction, at time: WallTime?, turn: inout Turn) {
        guard !row.isOver, let index = index(of: row.call) else { return }
        switch (row.action.kind, calls[index].state) {
        case (.answer, .connecting):
            connect(row.call, at: time, prefersHold: true, turn: &turn)
        case (.start, .starting):
            calls[index].state = .dialing(since: turn.now.monotonic)
            if let early = calls[index].earlyConnection {
                connectOutgoing(row.call, at: early, turn: &turn)
            }
        case (.end, _): end(row, at: time, turn: &turn)
        case (.setHeld(let isHeld), .connected): setHeld(index, isHeld, turn: &turn)
        case (.setMuted(let isMuted), _):
            guard calls[index].isMuted != isMuted else { return }
            calls[index].isMuted = isMuted
            turn.note(
                isMuted ? .callMuted : .callUnmuted, bundle: row.call.bundle, call: row.call.id)
        case (.setGroup(let other), .connected): regroup(row.call, with: other, turn: &turn)
        case (.setTranslating(let translation), .connected):
            calls[index].isTranslating = translation.isOn
        case (.playDTMF, _): sendNextDigits(of: index, turn: &turn)
        case (.answer, _), (.start, _), (.setHeld, _), (.setGroup, _), (.setTranslating, _): break
        }
    }

    /// An End is done: what was heard is over by its person's wish, and what waits may go on.
    private mutating func end(_ row: PendingAction, at time: WallTime?, turn: inout Turn) {
        guard let index = index(of: row.call) else { return }
        let wasHeard = calls[index].state == .connected(isHeld: false)
        let outcome = row.endOutcome ?? calls[index].outcomeOfEnd
        end(row.call, outcome, at: time, turn: &turn)
        if wasHeard, row.endOutcome == nil { resumeWhatIsHeld(turn: &turn) }
    }

    /// A failed Start or Answer ends the call; any other failure leaves it as it was (B42).
    private mutating func fail(_ row: PendingAction, turn: inout Turn) {
        guard !row.isOver else { return }
        switch row.action.kind {
        case .start, .answer: end(row.call, .failed, at: nil, turn: &turn)
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating:
            leaveAsItWas(row, turn: &turn)
        }
    }
}
