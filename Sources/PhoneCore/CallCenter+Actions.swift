// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Transactions, and what becomes of their actions.
extension CallCenter {
    // MARK: Requests of apps

    /// A transaction that an app asks for (B46): refused, or accepted and then handed to its own
    /// provider (B47).
    mutating func request(
        _ transaction: CallTransaction,
        _ request: RequestID,
        by session: SessionID,
        app: App,
        observers: [SessionID],
        turn: inout Turn
    ) {
        let provider: ProviderKey
        do {
            provider = try destination(of: transaction, session: session, app: app)
        } catch {
            turn.answer(session, request, .transaction(error))
            return
        }
        turn.answer(session, request, nil)
        for action in transaction.actions {
            let key = CallKey(bundle: app.installed.bundle, id: action.call)
            begin(action, of: key, provider: provider, by: .app, observers: observers, turn: &turn)
            expect(action, of: key, by: provider, endOutcome: nil, turn: &turn)
        }
        turn.tell(session, .perform(provider.id, transaction))
    }

    /// Which provider performs it.
    ///
    /// The order of the checks is unknown (B57); ours is from the whole to the part.
    private func destination(
        of transaction: CallTransaction,
        session: SessionID,
        app: App
    ) throws(RequestTransactionError) -> ProviderKey {
        guard app.installed.hasVoIPBackgroundMode else { throw .unentitled }
        guard let newest = providers.keys.last(where: { $0.session == session }) else {
            throw .unknownCallProvider
        }
        guard !transaction.actions.isEmpty else { throw .emptyTransaction }
        let ids = Set(transaction.actions.map(\.id))
        guard transaction.actions.count <= Limits.actionsPerTransaction,
            ids.count == transaction.actions.count
        else { throw .invalidAction }
        var found: ProviderKey?
        var starts: Set<CallID> = []
        for action in transaction.actions {
            let key = CallKey(bundle: app.installed.bundle, id: action.call)
            let provider: ProviderKey
            if case .start = action.kind {
                guard index(of: key) == nil, starts.insert(action.call).inserted else {
                    throw .callUUIDAlreadyExists
                }
                provider = newest
            } else {
                guard let call = index(of: key).map({ calls[$0] }), let owner = call.provider else {
                    throw .unknownCallUUID
                }
                guard action.kind.isPossible(in: call.state) else {
                    throw .invalidAction
                }
                provider = owner
            }
            let isRepeated = pending[ActionKey(session: session, id: action.id)] != nil
            guard found == nil || found == provider, !isRepeated else {
                throw .invalidAction
            }
            found = provider
        }
        guard let found else { throw .emptyTransaction }
        guard hasRoom(for: starts.count, in: transaction, of: found) else {
            throw .maximumCallGroupsReached
        }
        return found
    }

    /// Calls that the same transaction ends make room for those that it starts.
    private func hasRoom(for starts: Int, in transaction: CallTransaction, of provider: ProviderKey)
        -> Bool
    {
        guard starts > 0, let configuration = providers[provider]?.configuration else {
            return true
        }
        let ends = transaction.actions.count { $0.kind == .end }
        return groupCount(of: provider) - ends + starts <= configuration.maximumCallGroups
    }

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
        turn.tell(provider.session, .perform(provider.id, transaction))
    }

    /// A new action of the system's or the person's making, with its deadline (B35, B36).
    func makeAction(_ kind: CallAction.Kind, for call: CallKey, turn: inout Turn) -> CallAction {
        let interval = turn.rules.actionTimeouts.interval(for: kind)
        let timeout = WallTime(
            milliseconds: turn.now.wall.milliseconds + interval.nanoseconds / 1_000_000
        )
        return CallAction(id: turn.random.identifier(), call: call.id, kind: kind, timeout: timeout)
    }

    /// What the phone does the moment an action is under way.
    mutating func begin(
        _ action: CallAction,
        of key: CallKey,
        provider: ProviderKey,
        by who: TimelineParty,
        observers: [SessionID],
        turn: inout Turn
    ) {
        switch action.kind {
        case .start(let start): dial(start, key, provider, observers: observers, turn: &turn)
        case .answer:
            guard let index = index(of: key), calls[index].isRinging else { return }
            silence(index, turn: &turn)
            calls[index].state = .connecting
            turn.note(.callAnswered, by: who, bundle: key.bundle, call: key.id)
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: break
        }
    }

    private mutating func dial(
        _ start: CallAction.Start,
        _ key: CallKey,
        _ provider: ProviderKey,
        observers: [SessionID],
        turn: inout Turn
    ) {
        let isRecorded = providers[provider]?.configuration.includesCallsInRecents ?? true
        let update = CallUpdate(remoteHandle: start.handle, hasVideo: start.isVideo).withCleanTexts
        let call = Call(
            key: key,
            provider: provider,
            isOutgoing: true,
            state: .starting,
            update: update,
            began: turn.now.wall,
            record: isRecorded ? turn.random.identifier() : nil
        )
        calls.append(call)
        if let row = call.recent() { turn.effects.append(.recordCall(nil, row)) }
        turn.note(.callStarted, by: .app, bundle: key.bundle, call: key.id)
        announce(call, observers: observers, turn: &turn)
    }

    private mutating func expect(
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
        turn.set(.action(key), after: turn.rules.actionTimeouts.interval(for: action.kind))
    }

    // MARK: Completion

    /// An app has completed an action; one that is not pending changes nothing (B39, B40).
    mutating func complete(
        _ key: ActionKey,
        _ outcome: ActionOutcome,
        observers: [SessionID],
        turn: inout Turn
    ) {
        guard let row = pending[key] else { return }
        switch (outcome, turn.rules.unimplementedAction) {
        case (.unimplemented, .waits): return
        case (.fulfilled(let time), _):
            take(key, turn: &turn)
            fulfil(row, at: time, observers: observers, turn: &turn)
        case (.fulfilledTranslating, _):
            take(key, turn: &turn)
            fulfil(row, at: nil, observers: observers, turn: &turn)
        case (.unimplemented, .fulfils):
            take(key, turn: &turn)
            fulfil(row, at: nil, observers: observers, turn: &turn)
        case (.failed, _), (.unimplemented, .fails):
            take(key, turn: &turn)
            fail(row, observers: observers, turn: &turn)
        }
    }

    /// The deadline of an action is over: it has failed, and the app may not complete it any more
    /// (B18, B37).
    mutating func actionTimedOut(_ key: ActionKey, observers: [SessionID], turn: inout Turn) {
        guard let row = pending[key] else { return }
        pending[key] = nil
        turn.tell(row.provider.session, .timedOut(row.provider.id, row.action.id))
        guard let index = index(of: row.call) else { return }
        switch row.action.kind {
        case .answer:
            announce(calls[index], observers: observers, turn: &turn)
            let action = makeAction(.end, for: row.call, turn: &turn)
            perform([(row.call, action)], by: row.provider, endOutcome: .failed, turn: &turn)
        case .start: end(row.call, .failed, at: nil, observers: observers, turn: &turn)
        case .end:
            // The person has hung up and the screen is gone; the app's silence does not bring the
            // call back.
            let outcome = row.endOutcome ?? calls[index].outcomeOfEnd
            end(row.call, outcome, at: nil, observers: observers, turn: &turn)
        case .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: break
        }
    }

    private mutating func take(_ key: ActionKey, turn: inout Turn) {
        pending[key] = nil
        turn.deadlines.remove(.action(key))
    }

    private mutating func fulfil(
        _ row: PendingAction,
        at time: WallTime?,
        observers: [SessionID],
        turn: inout Turn
    ) {
        guard let index = index(of: row.call) else { return }
        switch (row.action.kind, calls[index].state) {
        case (.answer, .connecting):
            connect(index, at: time, observers: observers, turn: &turn)
            turn.post(.audioWanted(row.call, row.provider))
        case (.start, .starting):
            calls[index].state = .dialing
            turn.post(.audioWanted(row.call, row.provider))
        case (.end, _):
            let outcome = row.endOutcome ?? calls[index].outcomeOfEnd
            end(row.call, outcome, at: time, observers: observers, turn: &turn)
        case (.setHeld(let isHeld), .connected(let wasHeld)):
            guard isHeld != wasHeld else { return }
            calls[index].state = .connected(isHeld: isHeld)
            announce(calls[index], observers: observers, turn: &turn)
            turn.note(
                isHeld ? .callHeld : .callResumed,
                bundle: row.call.bundle,
                call: row.call.id
            )
            turn.post(isHeld ? .audioUnwanted(row.call) : .audioWanted(row.call, row.provider))
        default: break
        }
    }

    /// A failed Start or Answer ends the call; any other failure leaves it as it was (B42).
    private mutating func fail(_ row: PendingAction, observers: [SessionID], turn: inout Turn) {
        switch row.action.kind {
        case .start, .answer: end(row.call, .failed, at: nil, observers: observers, turn: &turn)
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: break
        }
    }
}

extension CallAction.Kind {
    /// Whether an app may ask for it now.
    ///
    /// Apple names no rule (B54); ours is that it must mean something.
    func isPossible(in state: Call.State) -> Bool {
        switch (self, state) {
        case (.answer, .ringing(_)), (.setHeld, .connected), (.end, _): true
        default: false
        }
    }
}

extension Call {
    /// What an End means for the record, by where the call stood (B20).
    var outcomeOfEnd: CallOutcome {
        isConnected || isOutgoing ? .ended : .declined
    }
}
