// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the person does with calls.
extension CallCenter {
    /// What becomes of the calls that are connected when another is answered.
    enum Others { case holdOrEnd, hold, end }

    /// Answers (B81).
    ///
    /// With another call connected, that one is held or ended first.
    mutating func answer(
        _ id: CallID?,
        others: Others,
        observers: [SessionID],
        turn: inout Turn
    ) -> UserAnswer {
        let ringing = calls.filter { $0.isRinging && !isEnding($0.key) }
        guard let call = ringing.first(where: { id == nil || $0.key.id == id }) else {
            return .failed(
                id.map { "no call \($0) is ringing; see: opencallkit call list" }
                    ?? "no call is ringing"
            )
        }
        guard let provider = call.provider else { return .failed("the call's app is gone") }
        var steps: [(provider: ProviderKey, call: CallKey, kind: CallAction.Kind)] = []
        for other in calls where other.isLive && !isEnding(other.key) {
            guard let owner = other.provider else { continue }
            // Hold is offered only for a call that says it can be held (B85, B101).
            let canHold = other.update.supportsHolding ?? false
            switch others {
            case .hold where !canHold:
                return .failed(
                    "the call \(other.key.id) cannot be held; use: opencallkit call answer --end"
                )
            case .hold: steps.append((owner, other.key, .setHeld(true)))
            case .holdOrEnd: steps.append((owner, other.key, canHold ? .setHeld(true) : .end))
            case .end: steps.append((owner, other.key, .end))
            }
        }
        steps.append((provider, call.key, .answer))
        hand(over: steps, observers: observers, turn: &turn)
        return .done
    }

    /// Declines or ends: one and the same for the app (B20).
    mutating func end(_ id: CallID?, observers: [SessionID], turn: inout Turn) -> UserAnswer {
        let shown = calls.filter {
            if case .preparing = $0.state { false } else { true }
        }
        let candidates = id.map { id in shown.filter { $0.key.id == id } } ?? shown
        // Without a name: what is heard, else what rings, else what is held.
        guard
            let call = candidates.first(where: \.isLive) ?? candidates.first(where: { !$0.isHeld })
                ?? candidates.first
        else {
            return .failed(
                id.map { "there is no call \($0); see: opencallkit call list" }
                    ?? "there is no call"
            )
        }
        guard !isEnding(call.key) else { return .done }
        let action = makeAction(.end, for: call.key, turn: &turn)
        if let index = index(of: call.key) { silence(index, turn: &turn) }
        if let provider = call.provider {
            perform([(call.key, action)], by: provider, turn: &turn)
        } else {
            waitingEnds.append(WaitingEnd(call: call.key, action: action))
            turn.post(.appNeeded(call.key.bundle))
        }
        return .done
    }

    /// Nobody has answered in time: the system ends the call like a person would (B21, B25).
    mutating func ringTimedOut(_ key: CallKey, turn: inout Turn) {
        guard let index = index(of: key), calls[index].isRinging, !isEnding(key),
            let provider = calls[index].provider
        else { return }
        silence(index, turn: &turn)
        let action = makeAction(.end, for: key, turn: &turn)
        perform([(key, action)], by: provider, endOutcome: .unanswered, turn: &turn)
    }

    /// Stops the ringer for a call that is being answered or ended.
    mutating func silence(_ index: Int, turn: inout Turn) {
        let key = calls[index].key
        turn.deadlines.remove(.ring(key))
        guard calls[index].state == .ringing(isSilent: false) else { return }
        calls[index].state = .ringing(isSilent: true)
        turn.effects.append(.stopRinging(key.id))
    }

    /// Hands steps to their providers in order; neighbours of one provider make one transaction.
    private mutating func hand(
        over steps: [(provider: ProviderKey, call: CallKey, kind: CallAction.Kind)],
        observers: [SessionID],
        turn: inout Turn
    ) {
        var group: [(call: CallKey, action: CallAction)] = []
        for (index, step) in steps.enumerated() {
            let action = makeAction(step.kind, for: step.call, turn: &turn)
            begin(
                action,
                of: step.call,
                provider: step.provider,
                by: .user,
                observers: observers,
                turn: &turn
            )
            group.append((step.call, action))
            let isLast = index + 1 == steps.count || steps[index + 1].provider != step.provider
            guard isLast else { continue }
            perform(group, by: step.provider, turn: &turn)
            group = []
        }
    }
}
