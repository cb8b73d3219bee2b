// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What apps ask for.
extension CallCenter {
    /// A transaction that an app asks for (B46): refused, or accepted and then handed to its own
    /// provider (B47).
    mutating func request(
        _ transaction: CallTransaction,
        _ request: RequestID,
        by session: SessionID,
        app: App,
        device: Device,
        turn: inout Turn
    ) {
        let bundle = app.installed.bundle
        let provider: ProviderKey
        do {
            provider = try destination(
                of: transaction, session: session, app: app, device: device, rules: turn.rules)
        } catch {
            turn.answer(session, request, .transaction(error))
            turn.note(
                .transactionRefused, to: .app, bundle: bundle,
                call: transaction.actions.first?.call,
                "\(error)")
            remark(on: transaction, refusedWith: error, bundle, turn: &turn)
            return
        }
        turn.answer(session, request, nil)
        for action in transaction.actions {
            let key = CallKey(bundle: bundle, id: action.call)
            turn.note(
                .transactionRequested, by: .app, to: .phone, bundle: bundle, call: action.call,
                action.kind.name)
            conduct.requests(action.kind, of: key, turn: &turn)
            begin(action, of: key, provider: provider, by: .app, turn: &turn)
            expect(action, of: key, by: provider, endOutcome: nil, turn: &turn)
        }
        hand(transaction, to: provider, turn: &turn)
    }

    private func remark(
        on transaction: CallTransaction,
        refusedWith error: RequestTransactionError,
        _ bundle: BundleID,
        turn: inout Turn
    ) {
        guard error == .unknownCallUUID else { return }
        for action in transaction.actions {
            let key = CallKey(bundle: bundle, id: action.call)
            guard index(of: key) == nil else { continue }
            if case .start = action.kind { continue }
            conduct.requestedUnknown(key, action.kind, turn: &turn)
        }
    }

    /// Which provider performs it.
    ///
    /// The order of the checks is unknown (B57); ours is from the whole to the part.
    private func destination(
        of transaction: CallTransaction,
        session: SessionID,
        app: App,
        device: Device,
        rules: SystemRules
    ) throws(RequestTransactionError) -> ProviderKey {
        guard app.installed.hasVoIPBackgroundMode else { throw .unentitled }
        guard let newest = providers.keys.last(where: { $0.session == session }) else {
            throw .unknownCallProvider
        }
        guard providers[newest]?.isRegistered == true else {
            throw RequestTransactionError(rawValue: rules.errorWhileRegistering)
                ?? .unknownCallProvider
        }
        if rules.hasProtectedApps, device.protected.contains(app.installed.bundle) {
            throw .callIsProtected
        }
        guard !transaction.actions.isEmpty else { throw .emptyTransaction }
        let ids = Set(transaction.actions.map(\.id))
        guard transaction.actions.count <= Limits.actionsPerTransaction,
            ids.count == transaction.actions.count
        else { throw .invalidAction }
        guard openActionCount(of: session) + ids.count <= Limits.openActionsPerProcess else {
            throw .unknown
        }
        var found: ProviderKey?
        var starts: Set<CallID> = []
        for action in transaction.actions {
            let provider = try provider(
                of: action, app.installed.bundle, newest: newest, starts: &starts)
            let isRepeated = pending[ActionKey(session: session, id: action.id)] != nil
            guard found == nil || found == provider, !isRepeated else { throw .invalidAction }
            found = provider
        }
        guard let found else { throw .emptyTransaction }
        guard hasRoom(for: transaction, starts: starts.count, of: found) else {
            throw .maximumCallGroupsReached
        }
        return found
    }

    /// Whose action it is, where it means something.
    private func provider(
        of action: CallAction, _ bundle: BundleID, newest: ProviderKey, starts: inout Set<CallID>
    ) throws(RequestTransactionError) -> ProviderKey {
        let key = CallKey(bundle: bundle, id: action.call)
        if case .start = action.kind {
            guard index(of: key) == nil, starts.insert(action.call).inserted else {
                throw .callUUIDAlreadyExists
            }
            return newest
        }
        guard let call = index(of: key).map({ calls[$0] }), let owner = call.provider else {
            throw .unknownCallUUID
        }
        guard action.kind.isPossible(in: call.state) else { throw .invalidAction }
        // Its person has declined it: an answer would come too late.
        if case .answer = action.kind, call.isEnding { throw .invalidAction }
        if case .setGroup(let other) = action.kind {
            try checkGrouping(of: call, with: other.map { CallKey(bundle: bundle, id: $0) })
        }
        return owner
    }

    private func checkGrouping(
        of call: Call, with other: CallKey?
    ) throws(RequestTransactionError) {
        guard let other else {
            guard members(of: call.group).count > 1 else { throw .invalidAction }
            return
        }
        guard let partner = index(of: other).map({ calls[$0] }) else { throw .unknownCallUUID }
        let limit = call.provider.flatMap { providers[$0]?.configuration.maximumCallsPerCallGroup }
        guard partner.provider == call.provider, partner.isConnected,
            partner.group != call.group, members(of: partner.group).count < limit ?? 1
        else { throw .invalidAction }
    }

    /// Calls that the same transaction ends or joins make room for those that it starts or takes
    /// out of a group.
    private func hasRoom(
        for transaction: CallTransaction, starts: Int, of provider: ProviderKey
    ) -> Bool {
        var new = starts
        var left: Set<CallID> = []
        for action in transaction.actions {
            switch action.kind {
            case .end: left.insert(action.call)
            case .setGroup(with: nil): new += 1
            case .start, .answer, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: break
            }
        }
        guard new > 0, let configuration = providers[provider]?.configuration else { return true }
        if starts > 0, let bundle = providers[provider]?.bundle,
            calls.count(where: { $0.key.bundle == bundle }) + starts > Limits.callsPerApp
        {
            return false
        }
        return groupCount(of: provider, without: left) + new <= configuration.maximumCallGroups
    }
}

extension CallAction.Kind {
    /// Whether an app may ask for it now.
    ///
    /// Apple names no rule (B54); ours is that it must mean something.
    func isPossible(in state: Call.State) -> Bool {
        switch (self, state) {
        case (.end, _): true
        case (.answer, .ringing(_)): true
        case (.setHeld, .connected), (.setGroup, .connected), (.setTranslating, .connected): true
        case (.playDTMF, .connected), (.playDTMF, .dialing): true
        case (.setMuted, .connected), (.setMuted, .dialing), (.setMuted, .connecting),
            (.setMuted, .starting):
            true
        case (.start, _), (.answer, _), (.setHeld, _), (.setGroup, _), (.setTranslating, _),
            (.playDTMF, _), (.setMuted, _):
            false
        }
    }
}
