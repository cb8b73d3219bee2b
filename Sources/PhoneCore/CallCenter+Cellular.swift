// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Calls of the cellular network: they belong to no app, so the phone does at once what it would
/// ask an app to do.
extension CallCenter {
    private func key(_ id: CallID) -> CallKey { CallKey(bundle: cellularBundle, id: id) }

    mutating func cellularRang(
        _ id: CallID, _ handle: Handle?, name: String?, device: Device, turn: inout Turn
    ) {
        guard index(of: key(id)) == nil, calls.count(where: \.isCellular) < Limits.callsPerApp
        else { return }
        let filter = device.filter(handle, rules: turn.rules)
        let update = CallUpdate(remoteHandle: handle, localizedCallerName: name).withCleanTexts
        guard filter != .filteredByBlockList else {
            recordBlocked(key(id), update, .own, turn: &turn)
            return
        }
        let isAsked = ask(about: key(id), nil, handle, device, turn: &turn)
        let isSilent = filter != nil
        let call = makeCellular(
            id, update, isOutgoing: false, isAsked ? .identifying : .ringing(isSilent: isSilent),
            turn: &turn)
        calls.append(call)
        if !isAsked { ringCellular(call, isSilent: isSilent, turn: &turn) }
    }

    /// One who is not let through rings unheard.
    mutating func ringCellular(_ call: Call, isSilent: Bool, turn: inout Turn) {
        if let row = call.recent(label: lookUps.label(of: call.key)) {
            turn.effects.append(.recordCall(nil, row))
        }
        if !isSilent {
            turn.effects.append(.startRinging(call.key.id, cellularBundle, ringtone: nil))
        }
        announce(call, turn: &turn)
        turn.note(.callRinging, by: .network, to: .user, bundle: cellularBundle, call: call.key.id)
    }

    mutating func cellularDialled(_ id: CallID, _ handle: Handle, turn: inout Turn) {
        guard index(of: key(id)) == nil, calls.count(where: \.isCellular) < Limits.callsPerApp
        else { return }
        for other in calls where other.isLive {
            stepAside(other.key, prefersHold: true, turn: &turn)
        }
        let state = Call.State.dialing(since: turn.now.monotonic)
        let update = CallUpdate(remoteHandle: handle).withCleanTexts
        let call = makeCellular(id, update, isOutgoing: true, state, turn: &turn)
        calls.append(call)
        if let row = call.recent(label: nil) { turn.effects.append(.recordCall(nil, row)) }
        turn.note(.callStarted, by: .user, to: .network, bundle: cellularBundle, call: id)
        announce(call, turn: &turn)
        if !turn.consulted.isEmpty { turn.post(.labelWanted(key(id))) }
    }

    private mutating func makeCellular(
        _ id: CallID, _ update: CallUpdate, isOutgoing: Bool, _ state: Call.State,
        turn: inout Turn
    ) -> Call {
        Call(
            key: key(id), provider: nil, isOutgoing: isOutgoing, state: state, update: update,
            began: turn.now.wall, record: turn.random.identifier(), group: makeGroup())
    }

    /// The other side has answered.
    mutating func cellularConnected(_ id: CallID, turn: inout Turn) {
        guard let index = index(of: key(id)), calls[index].isDialing else { return }
        connect(key(id), at: nil, prefersHold: true, turn: &turn)
    }

    /// The other side has hung up, refused, or given up: nothing is resumed (B71).
    mutating func cellularEnded(_ id: CallID, turn: inout Turn) {
        guard index(of: key(id)) != nil else { return }
        end(key(id), .remoteEnded, at: nil, turn: &turn)
    }

    /// What an app would be asked for.
    mutating func carryOutAtOnce(_ step: Step, turn: inout Turn) {
        guard let index = index(of: step.call) else { return }
        switch step.kind {
        case .answer:
            guard calls[index].isRinging else { return }
            silence(index, turn: &turn)
            turn.note(
                .callAnswered, by: .user, to: .phone, bundle: cellularBundle, call: step.call.id)
            connect(step.call, at: nil, prefersHold: true, turn: &turn)
        case .end:
            end(step.call, calls[index].outcomeOfEnd, at: nil, turn: &turn)
        case .setHeld(let isHeld): setHeld(index, isHeld, turn: &turn)
        case .setMuted(let isMuted): calls[index].isMuted = isMuted
        case .setGroup(let other):
            calls[index].group =
                other.flatMap { self.index(of: key($0)) }.map { calls[$0].group } ?? makeGroup()
            if calls[index].isLive {
                makeRoom(for: calls[index].group, prefersHold: true, turn: &turn)
            }
        case .start, .playDTMF, .setTranslating: break
        }
    }
}
