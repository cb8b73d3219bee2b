// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Who is heard: one group at a time, whatever apps do and in whatever order.
extension CallCenter {
    // MARK: Making room

    /// Another group is about to be heard: all others step aside (B43, B81).
    ///
    /// Without `prefersHold` the calls of its own provider end; those of others are held all the
    /// same, since no app may end what is not its own.
    mutating func makeRoom(for group: Int, prefersHold: Bool, turn: inout Turn) {
        let provider = calls.first { $0.group == group }?.provider
        for other in calls where other.isLive && other.group != group {
            guard !isJoining(other.group, group) else { continue }
            let isOwn = other.provider == provider
            stepAside(other.key, prefersHold: prefersHold || !isOwn, turn: &turn)
        }
    }

    /// Holds a call that another one takes the place of, or ends it.
    ///
    /// A hold counts from now on, also while its app has not fulfilled it yet.
    mutating func stepAside(_ key: CallKey, prefersHold: Bool, turn: inout Turn) {
        guard let index = index(of: key), calls[index].isLive else { return }
        let call = calls[index]
        if hasPending(.setHeld(true), key) {
            holdByForce(index, turn: &turn)
        } else if call.isCellular {
            setHeld(index, true, turn: &turn)
        } else if let provider = call.provider {
            let canHold = prefersHold && offers(call, rules: turn.rules).contains(.holding)
            let kind: CallAction.Kind = canHold ? .setHeld(true) : .end
            let action = makeAction(kind, for: key, turn: &turn)
            begin(action, of: key, provider: provider, by: .phone, turn: &turn)
            perform([(key, action)], by: provider, turn: &turn)
            if canHold { holdByForce(index, turn: &turn) }
        } else {
            // Its app is gone: there is nobody to ask.
            setHeld(index, true, turn: &turn)
        }
    }

    private mutating func holdByForce(_ index: Int, turn: inout Turn) {
        calls[index].isHeldByForce = true
        setHeld(index, true, turn: &turn)
    }

    /// The call is held, or heard again.
    mutating func setHeld(_ index: Int, _ isHeld: Bool, turn: inout Turn) {
        guard case .connected(let wasHeld) = calls[index].state else { return }
        guard isHeld != wasHeld else {
            calls[index].isHeldByForce = calls[index].isHeldByForce && !isHeld
            return
        }
        let key = calls[index].key
        if !isHeld { makeRoom(for: calls[index].group, prefersHold: true, turn: &turn) }
        // Making room may have ended a call.
        guard let index = self.index(of: key) else { return }
        calls[index].state = .connected(isHeld: isHeld)
        if !isHeld { calls[index].isHeldByForce = false }
        announce(calls[index], turn: &turn)
        turn.note(isHeld ? .callHeld : .callResumed, bundle: key.bundle, call: key.id)
    }

    /// An action failed that was to change a call: nothing has changed (B42), as far as there is
    /// room for it.
    mutating func leaveAsItWas(_ row: PendingAction, turn: inout Turn) {
        guard let index = index(of: row.call) else { return }
        switch row.action.kind {
        case .end:
            guard !hasPending(.end, row.call) else { return }
            calls[index].isEnding = false
            // It can be answered again, unheard, and does not wait for ever (B25).
            if calls[index].isRinging, let limit = turn.rules.ringLimit {
                turn.set(.ring(row.call), after: limit)
            }
            let isUnheld =
                calls[index].isHeldByForce && !hasPending(.setHeld(true), row.call)
            guard calls[index].isLive || isUnheld else { return }
            if isTaken(besides: calls[index].group) {
                // Somebody else is heard by now: the person has hung up, and that stands.
                end(row.call, calls[index].outcomeOfEnd, at: nil, turn: &turn)
            } else if isUnheld {
                setHeld(index, false, turn: &turn)
            }
        case .setHeld(true) where calls[index].isHeldByForce:
            guard !hasPending(.setHeld(true), row.call) else { return }
            if isTaken(besides: calls[index].group) {
                // An app that is too slow to hold loses the call (B92).
                stepOut(row.call, turn: &turn)
            } else {
                setHeld(index, false, turn: &turn)
            }
        case .setGroup where calls[index].isLive:
            makeRoom(for: calls[index].group, prefersHold: true, turn: &turn)
        case .start, .answer, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: break
        }
    }

    private mutating func stepOut(_ key: CallKey, turn: inout Turn) {
        guard let index = index(of: key), !calls[index].isEnding,
            let provider = calls[index].provider
        else { return }
        let action = makeAction(.end, for: key, turn: &turn)
        begin(action, of: key, provider: provider, by: .phone, turn: &turn)
        perform([(key, action)], by: provider, turn: &turn)
    }

    private func isTaken(besides group: Int) -> Bool {
        calls.contains { $0.group != group && ($0.isLive || $0.state == .connecting) }
    }

    func hasPending(_ kind: CallAction.Kind, _ call: CallKey) -> Bool {
        pending.values.contains { $0.call == call && $0.action.kind == kind && !$0.isOver }
    }

    // MARK: Going on

    /// The person has ended what was heard: if one group alone waits, it is heard again (B71).
    mutating func resumeWhatIsHeld(turn: inout Turn) {
        guard turn.rules.resumesHeldCall,
            !calls.contains(where: { $0.isLive || $0.isUnderWay }),
            !pending.values.contains(where: { $0.action.kind == .setHeld(false) && !$0.isOver })
        else { return }
        let held = groups { $0.isHeld && !$0.isEnding }
        guard held.count == 1, let group = held.first else { return }
        carryOut(members(of: group).map { Step($0.key, .setHeld(false)) }, turn: &turn)
    }

    // MARK: Groups

    /// Whether the two are about to be one: what un-holds a call for a merge takes nobody's place.
    private func isJoining(_ a: Int, _ b: Int) -> Bool {
        pending.values.contains { row in
            guard !row.isOver, case .setGroup(let other?) = row.action.kind,
                let from = index(of: row.call).map({ calls[$0].group }),
                let to = index(of: CallKey(bundle: row.call.bundle, id: other)).map({
                    calls[$0].group
                })
            else { return false }
            return (from, to) == (a, b) || (from, to) == (b, a)
        }
    }

    /// The call leaves its group, for another or for one of its own (B87).
    mutating func regroup(_ key: CallKey, with other: CallID?, turn: inout Turn) {
        guard let index = index(of: key) else { return }
        if let other {
            let partner = CallKey(bundle: key.bundle, id: other)
            guard let group = self.index(of: partner).map({ calls[$0].group }),
                let provider = calls[index].provider,
                group == calls[index].group
                    || members(of: group).count
                        < providers[provider]?.configuration.maximumCallsPerCallGroup ?? 1
            else {
                // Its partner is gone, or the group has filled up meanwhile.
                if calls[index].isLive {
                    makeRoom(for: calls[index].group, prefersHold: true, turn: &turn)
                }
                return
            }
            calls[index].group = group
            turn.note(.callGrouped, bundle: key.bundle, call: key.id)
        } else {
            guard members(of: calls[index].group).count > 1 else { return }
            calls[index].group = makeGroup()
            turn.note(.callUngrouped, bundle: key.bundle, call: key.id)
        }
        if calls[index].isLive {
            makeRoom(for: calls[index].group, prefersHold: true, turn: &turn)
        }
    }

    /// One group is heard when an event has been dealt with: calls that were to be joined with one
    /// that has ended are separate calls again.
    mutating func settleRoom(turn: inout Turn) {
        guard calls.count(where: { $0.isLive }) > 1 else { return }
        let live = groups { $0.isLive }
        guard live.count > 1, let kept = live.first else { return }
        makeRoom(for: kept, prefersHold: true, turn: &turn)
    }

    // MARK: Audio

    /// Brings the claims to audio into line with the calls: those that may be heard ask for it,
    /// then those that may not give it up, so that a change between calls of one app is none (B69,
    /// B81).
    ///
    /// One that its person is ending asks no more.
    mutating func settleAudio(turn: inout Turn) {
        for index in calls.indices where !calls[index].hasAudio && calls[index].state.isHeard {
            guard !calls[index].isEnding else { continue }
            let owner: AudioOwner
            if calls[index].isCellular {
                owner = .cellular
            } else if let provider = calls[index].provider {
                owner = .provider(provider)
            } else {
                continue
            }
            calls[index].hasAudio = true
            turn.post(.audioWanted(calls[index].key, owner))
        }
        for index in calls.indices where calls[index].hasAudio && !calls[index].state.isHeard {
            guard !isHandingOver(calls[index]) else { continue }
            giveUpAudio(of: index, heldFor: nextOwner(after: calls[index]), turn: &turn)
        }
    }

    mutating func giveUpAudio(of index: Int, heldFor next: AudioOwner? = nil, turn: inout Turn) {
        guard calls[index].hasAudio else { return }
        calls[index].hasAudio = false
        turn.post(.audioUnwanted(calls[index].key, heldFor: next))
    }

    /// Whose call a held one makes room for, where that is being answered or taken off hold.
    private func nextOwner(after call: Call) -> AudioOwner? {
        guard call.isHeld else { return nil }
        return pending.values.first { row in
            row.call != call.key && !row.isOver
                && (row.action.kind == .answer || row.action.kind == .setHeld(false))
        }.map { .provider($0.provider) }
    }

    /// The same provider is about to be heard with another call, and nobody else is meanwhile.
    private func isHandingOver(_ call: Call) -> Bool {
        guard let provider = call.provider,
            !calls.contains(where: { $0.state.isHeard && $0.provider != provider })
        else { return false }
        return pending.values.contains { row in
            guard row.provider == provider, row.call != call.key, !row.isOver,
                let index = index(of: row.call), !calls[index].isEnding
            else { return false }
            return row.action.kind == .answer || row.action.kind == .setHeld(false)
        }
    }
}

extension Call.State {
    /// It may be heard: its Start or Answer was fulfilled, and it is not held (B69).
    fileprivate var isHeard: Bool {
        switch self {
        case .dialing: true
        case .connected(let isHeld): !isHeld
        case .identifying, .preparing, .ringing, .connecting, .starting: false
        }
    }
}
