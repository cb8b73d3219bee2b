// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the person does with a call that rings, and how any call ends.
extension CallCenter {
    /// Something that is to be done to a call, by its app or by the phone itself.
    struct Step {
        var call: CallKey
        var kind: CallAction.Kind

        init(_ call: CallKey, _ kind: CallAction.Kind) {
            self.call = call
            self.kind = kind
        }
    }

    /// The call that the screen shows as ringing: the first, while it is not decided on (B27).
    var shownRinging: Call? { calls.first { $0.isRinging && !$0.isEnding } }

    /// The call of that UUID that can be answered; nil is the one that the screen shows.
    func ringing(_ id: CallID?) -> Call? {
        guard let id else { return shownRinging }
        return calls.first { $0.key.id == id && $0.isRinging && !$0.isEnding }
    }

    // MARK: Choices

    /// The buttons that the screen of a ringing call has (B81, B85, B90, B91).
    func answerChoices(for ringing: Call, rules: SystemRules) -> [AnswerChoice] {
        var canHold = true
        var hasActive = false
        var hasHeld = false
        for call in calls where call.isConnected && !call.isEnding && call.key != ringing.key {
            if call.isHeld {
                hasHeld = true
            } else {
                hasActive = true
                canHold = canHold && offers(call, rules: rules).contains(.holding)
            }
        }
        // A call that is under way is not connected: there is nothing to hold (B34).
        if !hasActive && !hasHeld { return [.decline, .accept] }
        if hasActive && hasHeld { return [.decline, .endAndAccept, .endHeldAndAccept] }
        return canHold && hasRoom(for: ringing)
            ? [.decline, .endAndAccept, .holdAndAccept] : [.decline, .endAndAccept]
    }

    /// With one group for all, a second call can only replace the first (B90).
    private func hasRoom(for ringing: Call) -> Bool {
        guard let provider = ringing.provider,
            let configuration = providers[provider]?.configuration
        else { return true }
        return groupCount(of: provider) <= configuration.maximumCallGroups
    }

    /// What the person may do with a call (B100, B101).
    func offers(_ call: Call, rules: SystemRules) -> CallOffers {
        if call.isCellular { return [.holding, .grouping, .ungrouping, .dtmf] }
        var offers: CallOffers = []
        // Of an outgoing call that was never described the phone knows nothing (B101).
        let unset = rules.unsetSupportFlags && call.isDescribed
        if call.update.supportsHolding ?? unset { offers.insert(.holding) }
        if call.update.supportsGrouping ?? unset { offers.insert(.grouping) }
        if call.update.supportsUngrouping ?? unset { offers.insert(.ungrouping) }
        if call.update.supportsDTMF ?? unset { offers.insert(.dtmf) }
        let configuration = call.provider.flatMap { providers[$0]?.configuration }
        if rules.hasTranslation, configuration?.supportsAudioTranslation == true {
            offers.insert(.translation)
        }
        return offers
    }

    // MARK: Answering

    /// Answers (B81).
    ///
    /// - Parameters:
    ///   - id: The call; nil is the one that the screen shows.
    ///   - choice: Nil picks what keeps most calls.
    ///   - turn: Where the consequences go.
    /// - Returns: What was wrong, where it cannot be done.
    mutating func answer(_ id: CallID?, _ choice: AnswerChoice?, turn: inout Turn) -> UserAnswer {
        guard let call = ringing(id) else {
            return .failed(
                id.map { "no call \($0) is ringing; see: opencallkit call list" }
                    ?? "no call is ringing"
            )
        }
        guard call.isCellular || call.provider != nil else {
            return .failed("the call's app is gone")
        }
        let offered = answerChoices(for: call, rules: turn.rules)
        let picked: AnswerChoice
        if let choice {
            guard offered.contains(choice) else {
                let isAlone = offered.contains(.accept)
                return .failed(
                    isAlone
                        ? "no other call is connected: it can only be accepted or declined"
                        : cannot(choice, rules: turn.rules))
            }
            picked = choice
        } else {
            let kept: [AnswerChoice] = [.accept, .holdAndAccept, .endAndAccept]
            picked = kept.first(where: offered.contains) ?? .accept
        }
        carryOut(steps(for: picked, call), turn: &turn)
        return .done
    }

    private func cannot(_ choice: AnswerChoice, rules: SystemRules) -> String {
        switch choice {
        case .holdAndAccept:
            if calls.contains(where: \.isHeld) {
                return "a call is held already; End & Accept and End Held & Accept are offered"
            }
            let fixed = calls.first {
                $0.isLive && !offers($0, rules: rules).contains(.holding)
            }
            guard let fixed else {
                return "its app has no room for a second call (B90); End & Accept is offered"
            }
            return "the call \(fixed.key.id) cannot be held: its app does not say that it can "
                + "(B100, B101); End & Accept is offered"
        case .endHeldAndAccept: return "no call is held beside the one that is heard"
        case .decline, .accept, .endAndAccept: return "the call cannot be answered like that"
        }
    }

    private func steps(for choice: AnswerChoice, _ ringing: Call) -> [Step] {
        let others = calls.filter { $0.key != ringing.key && !$0.isEnding }
        let active = others.filter(\.isLive)
        let held = others.filter(\.isHeld)
        let leaving = others.filter { $0.isUnderWay }.map { Step($0.key, .end) }
        var steps: [Step]
        switch choice {
        case .decline, .accept: steps = []
        case .endAndAccept: steps = (active.isEmpty ? held : active).map { Step($0.key, .end) }
        case .holdAndAccept: steps = active.map { Step($0.key, .setHeld(true)) }
        case .endHeldAndAccept:
            steps = held.map { Step($0.key, .end) } + active.map { Step($0.key, .setHeld(true)) }
        }
        steps += leaving
        steps.append(Step(ringing.key, .answer))
        // Whoever else rings is not waited for any more (B27).
        return steps + others.filter(\.isRinging).map { Step($0.key, .end) }
    }

    // MARK: Ending

    /// Declines or ends: one and the same for the app (B20).
    mutating func end(_ id: CallID?, turn: inout Turn) -> UserAnswer {
        let shown = calls.filter { !$0.isPreparing }
        if let id {
            guard let call = shown.first(where: { $0.key.id == id }) else {
                return .failed("there is no call \(id); see: opencallkit call list")
            }
            carryOut([Step(call.key, .end)], turn: &turn)
            return .done
        }
        // Without a name: the conference that is heard, else what is on its way, else what rings,
        // else what is held.
        if let live = shown.first(where: \.isLive) {
            let members = members(of: live.group).filter { !$0.isEnding }
            carryOut(members.map { Step($0.key, .end) }, turn: &turn)
            return .done
        }
        let open = shown.filter { !$0.isEnding }
        guard
            let call = open.first(where: \.isUnderWay) ?? open.first(where: \.isRinging)
                ?? open.first ?? shown.first
        else { return .failed("there is no call") }
        carryOut([Step(call.key, .end)], turn: &turn)
        return .done
    }

    /// Declines what rings.
    mutating func decline(turn: inout Turn) -> UserAnswer {
        guard let call = shownRinging else { return .failed("no call is ringing") }
        carryOut([Step(call.key, .end)], turn: &turn)
        return .done
    }

    /// Nobody has answered in time: the system ends the call like a person would (B21, B25).
    mutating func ringTimedOut(_ key: CallKey, turn: inout Turn) {
        guard let index = index(of: key), calls[index].isRinging, !calls[index].isEnding else {
            return
        }
        let outcome: CallOutcome =
            turn.rules.ringTimeoutOutcome == .unanswered ? .unanswered : .remoteEnded
        guard let provider = calls[index].provider else {
            if calls[index].isCellular { end(key, outcome, at: nil, turn: &turn) }
            return
        }
        let action = makeAction(.end, for: key, turn: &turn)
        begin(action, of: key, provider: provider, by: .phone, turn: &turn)
        perform([(key, action)], by: provider, endOutcome: outcome, turn: &turn)
    }

    /// Stops the ringer for a call that is being answered or ended.
    mutating func silence(_ index: Int, turn: inout Turn) {
        let key = calls[index].key
        turn.deadlines.remove(.ring(key))
        guard calls[index].state == .ringing(isSilent: false) else { return }
        calls[index].state = .ringing(isSilent: true)
        turn.effects.append(.stopRinging(key.id, key.bundle))
    }

    // MARK: Carrying out

    /// Does steps in order: those of an app's calls by handing them to its provider, neighbours as
    /// one transaction; those of the cellular network at once.
    mutating func carryOut(_ steps: [Step], turn: inout Turn) {
        var group: [(call: CallKey, action: CallAction)] = []
        var owner: ProviderKey?
        var hasEndedWhatWasHeard = false
        for step in steps {
            guard let index = index(of: step.call) else { continue }
            if step.kind == .end && calls[index].isEnding { continue }
            let provider = calls[index].provider
            if provider != owner, let known = owner {
                perform(group, by: known, turn: &turn)
                (group, owner) = ([], nil)
            }
            if calls[index].isCellular {
                hasEndedWhatWasHeard =
                    hasEndedWhatWasHeard || (step.kind == .end && calls[index].isLive)
                carryOutAtOnce(step, turn: &turn)
            } else if let provider {
                let action = makeAction(step.kind, for: step.call, turn: &turn)
                begin(action, of: step.call, provider: provider, by: .user, turn: &turn)
                group.append((step.call, action))
                owner = provider
            } else if step.kind == .end {
                calls[index].isEnding = true
                let action = makeAction(.end, for: step.call, turn: &turn)
                waitingEnds.append(WaitingEnd(call: step.call, action: action))
                let rules = turn.rules
                turn.set(.waitingEnd(step.call), after: rules.launchDeadline + rules.actionTimeout)
                turn.post(.appNeeded(step.call.bundle))
            }
        }
        if let owner { perform(group, by: owner, turn: &turn) }
        if hasEndedWhatWasHeard { resumeWhatIsHeld(turn: &turn) }
    }
}
