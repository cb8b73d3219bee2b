// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// One phone with its checker, and what was done to it.
struct Stage {
    private(set) var phone: Phone
    var checker: PhoneChecker
    private let first: Phone
    private let canary: Canary?
    /// The effects of the last event.
    private(set) var effects: [PhoneEffect] = []
    private(set) var count = 0

    init(rules: SystemRules, seed: UInt64, swarm: Swarm, canary: Canary?) {
        phone = Phone(rules: rules, seed: seed)
        first = phone
        checker = PhoneChecker(
            rules: rules, groups: swarm.groups, callsPerGroup: swarm.callsPerGroup)
        self.canary = canary
    }

    mutating func apply(_ event: PhoneEvent, at now: Moment) {
        checker.willApply(event, at: now)
        effects.removeAll(keepingCapacity: true)
        phone.apply(event, at: now, into: &effects)
        if let canary { canary.spoil(&effects, of: count) }
        count += 1
        checker.didApply(effects, to: phone, isTimePassed: event == .timePassed)
    }

    /// What the recorded events do to a phone as it was at first.
    func replay(_ record: [Recorded], stage: Int) -> (phone: Phone, effects: [PhoneEffect]) {
        var phone = first
        var all: [PhoneEffect] = []
        for row in record where row.stage == stage {
            phone.apply(row.event, at: row.now, into: &all)
        }
        return (phone, all)
    }
}

/// An event as it was applied.
struct Recorded {
    var stage: Int
    var now: Moment
    var event: PhoneEvent
}

/// A fault planted between a phone and its checker, to see that the checker would see it.
enum Canary: String, CaseIterable {
    case loseDeactivation, repeatActivation, loseEnd, performAgain, loseAnswer, lateChange
    case loseTimeout, ringAgain

    /// Spoils some of the effects, by the number of the event.
    func spoil(_ effects: inout [PhoneEffect], of number: Int) {
        guard number % 3 == 0 else { return }
        switch self {
        case .loseDeactivation:
            effects.removeAll { if case .tell(_, .audioDeactivated) = $0 { true } else { false } }
        case .repeatActivation:
            double(&effects) { if case .tell(_, .audioActivated) = $0 { true } else { false } }
        case .loseEnd:
            effects.removeAll {
                if case .tell(_, .callChanged(let call)) = $0 { call.hasEnded } else { false }
            }
        case .performAgain:
            double(&effects) { if case .tell(_, .perform) = $0 { true } else { false } }
        case .loseAnswer:
            effects.removeAll { if case .tell(_, .answered) = $0 { true } else { false } }
        case .lateChange: repeatEnds(&effects)
        case .loseTimeout:
            effects.removeAll { if case .tell(_, .timedOut) = $0 { true } else { false } }
        case .ringAgain:
            double(&effects) { if case .startRinging = $0 { true } else { false } }
        }
    }

    private func double(
        _ effects: inout [PhoneEffect], where isMeant: (PhoneEffect) -> Bool
    ) {
        guard let index = effects.firstIndex(where: isMeant) else { return }
        effects.insert(effects[index], at: index)
    }

    private func repeatEnds(_ effects: inout [PhoneEffect]) {
        for case .tell(let session, .callChanged(var call)) in effects where call.hasEnded {
            call.hasEnded = false
            effects.append(.tell(session, .callChanged(call)))
            return
        }
    }
}
