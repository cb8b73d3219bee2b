// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The calls on the app's own screen, oldest first, and what may be done with them.
struct InAppCallTable: Hashable, Sendable {
    /// How many calls there may be at once, whatever the configuration: what comes in is other
    /// people's doing.
    static let limit = 16

    private(set) var calls: [InAppCall] = []

    subscript(_ id: UUID) -> InAppCall? { calls.first { $0.id == id } }

    mutating func append(_ call: InAppCall) { calls.append(call) }

    mutating func remove(_ id: UUID) -> InAppCall? {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return nil }
        return calls.remove(at: index)
    }

    mutating func removeAll() { calls = [] }

    /// Changes a call, where it is there.
    mutating func change(_ id: UUID, _ body: (inout InAppCall) -> Void) {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return }
        body(&calls[index])
    }

    func members(of group: UUID) -> [InAppCall] { calls.filter { $0.group == group } }

    func groupCount(without left: Set<UUID> = []) -> Int {
        Set(calls.filter { !left.contains($0.id) }.map(\.group)).count
    }

    /// Takes a call out of its group, into that of another or one of its own (B87).
    ///
    /// A group is named after one of its calls. Where that is the one that leaves, the others take
    /// a new name.
    mutating func regroup(_ id: UUID, with other: UUID?) {
        guard let old = self[id]?.group else { return }
        if let heir = members(of: old).first(where: { $0.id != id })?.id, old == id {
            for index in calls.indices where calls[index].group == old {
                calls[index].group = heir
            }
        }
        let new = other.flatMap { self[$0]?.group } ?? id
        change(id) { $0.group = new }
    }

    // MARK: Rules

    /// Why a transaction is refused; nil where it is not.
    ///
    /// From the whole to the part (B57).
    func refusal(of actions: [CallAction], _ configuration: CallConfiguration) -> CallError? {
        guard !actions.isEmpty, Set(actions.map(\.id)).count == actions.count else {
            return .invalidRequest
        }
        var starts: Set<UUID> = []
        var left: Set<UUID> = []
        var split = 0
        for action in actions {
            if case .start = action.kind {
                guard self[action.call] == nil, starts.insert(action.call).inserted else {
                    return .callExists
                }
                continue
            }
            guard let call = self[action.call] else { return .unknownCall }
            guard call.allows(action.kind) else { return .invalidRequest }
            if action.kind == .end { left.insert(action.call) }
            if case .setGroup(let other) = action.kind {
                if let error = groupingRefusal(of: call, other, configuration) { return error }
                if other == nil { split += 1 }
            }
        }
        let new = starts.count + split
        guard new > 0 else { return nil }
        let isRoom =
            groupCount(without: left) + new <= configuration.maximumCallGroups
            && calls.count + starts.count <= Self.limit
        return isRoom ? nil : .tooManyCalls
    }

    private func groupingRefusal(
        of call: InAppCall, _ other: UUID?, _ configuration: CallConfiguration
    ) -> CallError? {
        guard let other else { return members(of: call.group).count > 1 ? nil : .invalidRequest }
        guard let partner = self[other] else { return .unknownCall }
        let isFree = members(of: partner.group).count < configuration.maximumCallsPerCallGroup
        return partner.isConnected && partner.group != call.group && isFree ? nil : .invalidRequest
    }

    // MARK: What is shown

    /// The one that the screen shows as ringing: the oldest that nobody has decided on (B27).
    var shownRinging: InAppCall? { calls.first { $0.isRinging && !$0.isEnding } }

    /// What the person may do with a call that rings (B81, B85, B90), best first.
    func choices(
        for ringing: InAppCall, _ configuration: CallConfiguration
    ) -> [InAppCallContent.Choice] {
        let others = calls.filter { $0.isConnected && !$0.isEnding && $0.id != ringing.id }
        let live = others.filter(\.isLive)
        let hasHeld = others.contains(where: \.isHeld)
        // A call that is under way is not connected: there is nothing to hold (B34).
        if others.isEmpty { return [.answer, .decline] }
        if !live.isEmpty && hasHeld { return [.endAndAnswer, .endHeldAndAnswer, .decline] }
        let canHold =
            live.allSatisfy { $0.features.contains(.holding) }
            && groupCount() <= configuration.maximumCallGroups
        return canHold ? [.holdAndAnswer, .endAndAnswer, .decline] : [.endAndAnswer, .decline]
    }

    /// What is done for a choice, in this order (B81).
    func steps(
        for choice: InAppCallContent.Choice, _ ringing: InAppCall
    ) -> [(call: UUID, kind: CallAction.Kind)] {
        if choice == .decline { return [(ringing.id, .end)] }
        let others = calls.filter { $0.id != ringing.id && !$0.isEnding }
        let live = others.filter(\.isLive)
        let held = others.filter(\.isHeld)
        var steps: [(call: UUID, kind: CallAction.Kind)] =
            switch choice {
            case .answer, .decline: []
            case .holdAndAnswer: live.map { ($0.id, .setHeld(true)) }
            case .endAndAnswer: (live.isEmpty ? held : live).map { ($0.id, .end) }
            case .endHeldAndAnswer:
                held.map { ($0.id, .end) } + live.map { ($0.id, .setHeld(true)) }
            }
        steps += others.filter(\.isUnderWay).map { ($0.id, .end) }
        steps.append((ringing.id, .answer))
        // Whoever else rings is not waited for any more (B27).
        return steps + others.filter(\.isRinging).map { ($0.id, .end) }
    }

    /// All that the screen shows; nil where there is nothing.
    func content(_ configuration: CallConfiguration) -> InAppCallContent? {
        guard !calls.isEmpty else { return nil }
        let ringing = shownRinging
        return InAppCallContent(
            ringing: ringing.map(shown),
            choices: ringing.map { choices(for: $0, configuration) } ?? [],
            calls: calls.filter { $0.id != ringing?.id }.map(shown),
            features: configuration.features)
    }

    /// The call with its conference: the oldest member's identifier.
    private func shown(_ call: InAppCall) -> Call {
        let members = members(of: call.group)
        var shown = call.call
        shown.group = members.count > 1 ? members.first?.id : nil
        return shown
    }
}
