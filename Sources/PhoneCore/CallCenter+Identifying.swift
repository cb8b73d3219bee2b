// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Who calls, as call directory extensions say: whether the call is blocked, and what to call the
/// other party.
///
/// A call waits for it, ``SystemRules/identificationDeadline`` at most, and what comes later
/// changes nothing. It is asked for where an extension can know anything, and not for contacts
/// (B156). The other party of a call that was dialled, or whose handle its app has changed, is
/// looked up beside the call, for the label alone.
extension CallCenter {
    // MARK: Asking

    /// Asks about the caller of a call that waits for the answer; nil where nobody could know.
    mutating func ask(
        _ handle: Handle?, _ device: Device, turn: inout Turn
    ) -> IdentifyTicket? {
        guard !turn.consulted.isEmpty,
            let number = device.numberToIdentify(handle, rules: turn.rules)
        else { return nil }
        let ticket = ask(number, turn: &turn)
        turn.set(.identification(ticket), after: turn.rules.identificationDeadline)
        return ticket
    }

    private mutating func ask(_ number: Int64, turn: inout Turn) -> IdentifyTicket {
        lastTicket += 1
        let ticket = IdentifyTicket(lastTicket)
        turn.effects.append(.identify(ticket, number: number, turn.consulted))
        return ticket
    }

    /// Asks what to call the other party; the call does not wait for it.
    mutating func askForLabel(_ key: CallKey, _ device: Device, turn: inout Turn) {
        guard let index = index(of: key), !turn.consulted.isEmpty,
            calls[index].isCellular || turn.rules.directoryCoversReportedCalls,
            let number = device.numberToIdentify(
                calls[index].update.remoteHandle, rules: turn.rules)
        else { return }
        calls[index].labelTicket = ask(number, turn: &turn)
    }

    // MARK: Answered

    /// Extensions have said what they know, or their time is over: then they know nothing.
    mutating func identified(
        _ ticket: IdentifyTicket, _ found: CallerIdentification, device: Device, turn: inout Turn
    ) {
        turn.deadlines.remove(.identification(ticket))
        if let place = undecided.firstIndex(where: { $0.ticket == ticket }) {
            let ended = undecided.remove(at: place)
            decide(ended, found, turn: &turn)
            return
        }
        let isMeant = { (call: Call) in
            if case .identifying(ticket, _) = call.state { true } else { false }
        }
        if let index = calls.firstIndex(where: isMeant) {
            guard found.blockedBy == nil else {
                block(index, found, turn: &turn)
                return
            }
            setLabel(of: index, ticket, found, turn: &turn)
            admit(index, device, turn: &turn)
        } else if let index = calls.firstIndex(where: { $0.labelTicket == ticket }) {
            setLabel(of: index, ticket, found, turn: &turn)
        }
    }

    /// A label for the number that the call has now; its handle may have changed meanwhile.
    private mutating func setLabel(
        of index: Int, _ ticket: IdentifyTicket, _ found: CallerIdentification, turn: inout Turn
    ) {
        guard calls[index].labelTicket == ticket else { return }
        calls[index].labelTicket = nil
        guard let label = found.label?.withCleanText else { return }
        calls[index].label = label
        let key = calls[index].key
        turn.note(.callIdentified, bundle: key.bundle, call: key.id, "by \(label.source)")
    }

    /// Nobody blocks it: it goes on as any call does.
    private mutating func admit(_ index: Int, _ device: Device, turn: inout Turn) {
        guard case .identifying(_, let request) = calls[index].state else { return }
        guard let request else {
            let isSilent = device.filter(calls[index].update.remoteHandle, rules: turn.rules) != nil
            calls[index].state = .ringing(isSilent: isSilent)
            ringCellular(calls[index], isSilent: isSilent, turn: &turn)
            return
        }
        calls[index].state = .preparing(request)
        turn.post(.reportDecided(calls[index].key, .rang(calls[index].key.id)))
        prepare(calls[index], turn: &turn)
    }

    // MARK: Blocked

    /// No screen, no row in Recents, nothing for observers (B158).
    private mutating func block(
        _ index: Int, _ found: CallerIdentification, turn: inout Turn
    ) {
        let call = calls.remove(at: index)
        pending.updateAll { if $0.call == call.key { $0.isOver = true } }
        if case .identifying(_, let request?) = call.state, let provider = call.provider {
            turn.answer(
                provider.session, request, .incomingCall(.filteredByBlockList))
            turn.note(
                .callRefused, to: .app, bundle: call.key.bundle, call: call.key.id,
                "\(IncomingCallError.filteredByBlockList)")
            turn.post(.reportDecided(call.key, .refused(.filteredByBlockList)))
            conduct.refused(call.key)
        }
        recordBlocked(call, found, turn: &turn)
    }

    /// It was over before it was known who called.
    private func decide(
        _ ended: EndedCall, _ found: CallerIdentification, turn: inout Turn
    ) {
        guard found.blockedBy == nil else {
            recordBlocked(ended.call, found, turn: &turn)
            return
        }
        var call = ended.call
        call.label = found.label?.withCleanText
        writeEnd(of: call, at: ended.ended, ended.outcome, turn: &turn)
    }

    private func recordBlocked(
        _ call: Call, _ found: CallerIdentification, turn: inout Turn
    ) {
        guard let source = found.blockedBy else { return }
        var update = call.update
        update.localizedCallerName = update.localizedCallerName ?? found.label?.withCleanText?.text
        recordBlocked(call.key, update, .directory(source), turn: &turn)
    }

    /// A blocked call is kept in a log of its own.
    func recordBlocked(
        _ key: CallKey, _ update: CallUpdate, _ source: BlockedCall.Source, turn: inout Turn
    ) {
        turn.effects.append(
            .recordBlocked(
                BlockedCall(
                    record: turn.random.identifier(), at: turn.now.wall, bundle: key.bundle,
                    call: key.id, handle: update.remoteHandle, name: update.localizedCallerName,
                    blockedBy: source)))
        let words =
            switch source {
            case .own: "by the person's own block list"
            case .directory(let id): "by \(id)"
            }
        turn.note(.callBlocked, bundle: key.bundle, call: key.id, words)
    }
}

extension CallerLabel {
    /// The label as a screen can show it; nil where nothing is left.
    fileprivate var withCleanText: CallerLabel? {
        var clean = self
        clean.text = text.withoutControls
        return clean.text.isEmpty ? nil : clean
    }
}
