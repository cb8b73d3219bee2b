// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What the person does on the app's own screen; a tap that makes no sense any more is ignored.
extension InAppCallSystem: InAppCallActionsHandler {
    /// How many keys one tap may send.
    private static let digitLimit = 64

    func choose(_ choice: InAppCallContent.Choice, for call: UUID) {
        guard let ringing = table[call], ringing.isRinging, !ringing.isEnding,
            table.choices(for: ringing, configuration).contains(choice)
        else { return }
        perform(table.steps(for: choice, ringing))
    }

    func answer(_ call: UUID) {
        guard let ringing = table[call], let best = table.choices(for: ringing, configuration).first
        else { return }
        choose(best, for: call)
    }

    func setHeld(_ isOnHold: Bool, _ call: UUID) {
        guard let known = table[call], known.isConnected, known.isHeld != isOnHold,
            known.features.contains(.holding), !isPending(.setHeld(isOnHold), call)
        else { return }
        var steps: [(call: UUID, kind: CallAction.Kind)] = []
        if !isOnHold {
            // Two that change places: first the one that is heard is put on hold (B84).
            steps = table.calls.filter {
                $0.isLive && $0.group != known.group && $0.features.contains(.holding)
                    && !$0.isEnding && !isPending(.setHeld(true), $0.id)
            }.map { ($0.id, .setHeld(true)) }
        }
        perform(steps + [(call, .setHeld(isOnHold))])
    }

    func tap(_ kind: CallAction.Kind, _ call: UUID) {
        guard let known = table[call], !known.isEnding, known.allows(kind) else { return }
        switch kind {
        case .end: perform([(call, kind)])
        case .setMuted(let isMuted):
            guard known.call.isMuted != isMuted, !isPending(kind, call) else { return }
            perform([(call, kind)])
        case .play(let digits):
            guard known.features.contains(.digits), !digits.text.isEmpty,
                digits.text.utf8.count <= Self.digitLimit,
                digits.text.allSatisfy({ "0123456789*#".contains($0) })
            else { return }
            perform([(call, kind)])
        case .setGroup(let other): group(known, other)
        case .start, .answer, .setHeld: break
        }
    }

    private func group(_ call: InAppCall, _ other: UUID?) {
        let action = CallAction(id: call.id, call: call.id, kind: .setGroup(with: other))
        let feature: CallFeatures = other == nil ? .ungrouping : .grouping
        guard call.features.contains(feature), !isPending(action.kind, call.id),
            table.refusal(of: [action], configuration) == nil
        else { return }
        // What is on hold is taken off it first (B86); the join comes with it, so that neither
        // takes the other's place.
        let held = [call.id, other].compactMap { $0 }.filter { table[$0]?.isHeld == true }
        let unheld: [(call: UUID, kind: CallAction.Kind)] =
            other == nil ? [] : held.map { ($0, .setHeld(false)) }
        perform(unheld + [(call.id, action.kind)])
    }
}
