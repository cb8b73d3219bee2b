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

    /// Asks about the caller of a new call, which is to wait for the answer; false where nobody
    /// could know.
    mutating func ask(
        about key: CallKey, _ request: RequestID?, _ handle: Handle?, _ device: Device,
        turn: inout Turn
    ) -> Bool {
        guard !turn.consulted.isEmpty,
            let number = device.numberToIdentify(handle, rules: turn.rules)
        else { return false }
        let ticket = lookUps.ask(about: key, .admission(request))
        turn.effects.append(.identify(ticket, number: number, turn.consulted))
        turn.set(.identification(ticket), after: turn.rules.identificationDeadline)
        return true
    }

    /// Asks what to call the other party; the call does not wait for it.
    mutating func askForLabel(_ key: CallKey, _ device: Device, turn: inout Turn) {
        guard let index = index(of: key), !turn.consulted.isEmpty,
            calls[index].isCellular || turn.rules.directoryCoversReportedCalls,
            let number = device.numberToIdentify(
                calls[index].update.remoteHandle, rules: turn.rules)
        else { return }
        let ticket = lookUps.ask(about: key, .label)
        turn.effects.append(.identify(ticket, number: number, turn.consulted))
    }

    // MARK: Answered

    /// Extensions have said what they know, or their time is over: then they know nothing.
    mutating func identified(
        _ ticket: IdentifyTicket, _ found: CallerIdentification, device: Device, turn: inout Turn
    ) {
        guard let lookUp = lookUps.take(ticket) else { return }
        let label = lookUp.isStale ? nil : found.label?.withCleanText
        guard case .admission(let request) = lookUp.purpose else {
            setLabel(label, of: lookUp.call, turn: &turn)
            return
        }
        turn.deadlines.remove(.identification(ticket))
        if let source = found.blockedBy {
            block(lookUp, request, source, label, turn: &turn)
        } else if let end = lookUp.ended {
            writeEnd(of: end.call, at: end.at, end.outcome, label: label, turn: &turn)
        } else {
            setLabel(label, of: lookUp.call, turn: &turn)
            admit(lookUp.call, request, device, turn: &turn)
        }
    }

    private mutating func setLabel(_ label: CallerLabel?, of key: CallKey, turn: inout Turn) {
        guard let label else { return }
        lookUps.setLabel(label, of: key)
        turn.note(.callIdentified, bundle: key.bundle, call: key.id, "by \(label.source)")
    }

    /// Nobody blocks it: it goes on as any call does.
    private mutating func admit(
        _ key: CallKey, _ request: RequestID?, _ device: Device, turn: inout Turn
    ) {
        guard let index = index(of: key), calls[index].state == .identifying else { return }
        guard let request else {
            let isSilent = device.filter(calls[index].update.remoteHandle, rules: turn.rules) != nil
            calls[index].state = .ringing(isSilent: isSilent)
            ringCellular(calls[index], isSilent: isSilent, turn: &turn)
            return
        }
        calls[index].state = .preparing(request)
        turn.post(.reportDecided(key, .rang(key.id)))
        prepare(calls[index], turn: &turn)
    }

    // MARK: Blocked

    /// No screen, no row in Recents, nothing for observers (B158).
    private mutating func block(
        _ lookUp: CallerLookUps.LookUp, _ request: RequestID?, _ source: ExtensionID,
        _ label: CallerLabel?, turn: inout Turn
    ) {
        let key = lookUp.call
        var ended = lookUp.ended?.call
        if ended == nil, let index = index(of: key) {
            let call = calls.remove(at: index)
            pending.updateAll { if $0.call == key { $0.isOver = true } }
            if let request, let provider = call.provider {
                turn.answer(
                    provider.session, request, .incomingCall(.filteredByBlockList))
                turn.note(
                    .callRefused, to: .app, bundle: key.bundle, call: key.id,
                    "\(IncomingCallError.filteredByBlockList)")
                turn.post(.reportDecided(key, .refused(.filteredByBlockList)))
                conduct.refused(key)
            }
            ended = call
        }
        guard var update = ended?.update else { return }
        update.localizedCallerName = update.localizedCallerName ?? label?.text
        recordBlocked(key, update, .directory(source), turn: &turn)
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
