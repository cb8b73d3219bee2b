// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Checks that one push went its whole way: each of thirteen steps once, in an order that holds.
///
/// Times decide, not the order in which entries come: processes print when they can. Two entries of
/// one moment count in the order in which they came, since a daemon gives all that one event causes
/// the time of that event.
package struct StepOrder: Hashable, Sendable {
    /// The steps of an answered call, as a person would tell them.
    package static let steps: [TimelineStep] = [
        .pushPosted, .pushAccepted, .pushDelivered, .appLaunched, .pushReceived, .callReported,
        .callRinging, .callAnswered, .callConnected, .audioActivated, .callEnded,
        .audioDeactivated, .recentsRecorded,
    ]

    /// Every "this before that" that must hold; all others follow from these.
    package static let arrows: [Arrow] = [
        Arrow(.pushPosted, .pushAccepted), Arrow(.pushPosted, .pushDelivered),
        Arrow(.pushDelivered, .appLaunched), Arrow(.appLaunched, .pushReceived),
        Arrow(.pushReceived, .callReported), Arrow(.callReported, .callRinging),
        Arrow(.callRinging, .callAnswered), Arrow(.callAnswered, .callConnected),
        Arrow(.callAnswered, .audioActivated), Arrow(.callConnected, .callEnded),
        Arrow(.audioActivated, .callEnded), Arrow(.callEnded, .audioDeactivated),
        Arrow(.callEnded, .recentsRecorded),
    ]

    /// The first step happens before the second.
    package struct Arrow: Hashable, Sendable {
        package let earlier: TimelineStep
        package let later: TimelineStep

        fileprivate init(_ earlier: TimelineStep, _ later: TimelineStep) {
            self.earlier = earlier
            self.later = later
        }
    }

    private struct Occurrence: Hashable, Sendable {
        var at: MonotonicTime
        var position: Int
    }

    private var occurrences: [TimelineStep: [Occurrence]] = [:]
    private var count = 0

    package init() {}

    /// Takes an entry of this push's way, in the order in which it was read.
    ///
    /// Steps that are not among ``steps`` change nothing.
    package mutating func add(_ entry: TimelineEntry) {
        guard Self.steps.contains(entry.step) else { return }
        count += 1
        occurrences[entry.step, default: []].append(Occurrence(at: entry.at, position: count))
    }

    /// Whether the step has happened at least once.
    package func has(_ step: TimelineStep) -> Bool { occurrences[step] != nil }

    /// Whether every step has happened at least once: nothing more is to be waited for.
    package var hasAll: Bool { Self.steps.allSatisfy(has) }

    /// What does not hold, in the order of ``steps`` and ``arrows``; empty where all is well.
    package var violations: [StepViolation] {
        var found: [StepViolation] = []
        for step in Self.steps {
            let times = occurrences[step]?.count ?? 0
            if times == 0 { found.append(.missing(step)) }
            if times > 1 { found.append(.repeated(step, times: times)) }
        }
        for arrow in Self.arrows {
            guard let earlier = occurrences[arrow.earlier]?.first,
                let later = occurrences[arrow.later]?.first
            else { continue }
            if (later.at, later.position) < (earlier.at, earlier.position) {
                found.append(.outOfOrder(earlier: arrow.earlier, later: arrow.later))
            }
        }
        return found
    }
}

/// A way in which a push's steps went wrong.
package enum StepViolation: Hashable, Sendable, CustomStringConvertible {
    case missing(TimelineStep)
    case repeated(TimelineStep, times: Int)
    /// `later` happened before `earlier`, which must come first.
    case outOfOrder(earlier: TimelineStep, later: TimelineStep)

    /// All of them in one line: the first that is missing, since it explains the others, then the
    /// rest.
    package static func summary(of violations: [Self]) -> String {
        let missing = violations.compactMap { violation -> String? in
            if case .missing(let step) = violation { step.rawValue } else { nil }
        }
        var parts: [String] = []
        if let first = missing.first {
            let others = missing.dropFirst().joined(separator: ", ")
            parts.append("\(first) did not happen" + (others.isEmpty ? "" : ", nor did \(others)"))
        }
        for violation in violations {
            if case .missing = violation { continue }
            parts.append(violation.description)
        }
        return parts.joined(separator: "; ")
    }

    package var description: String {
        switch self {
        case .missing(let step): "\(step.rawValue) did not happen"
        case .repeated(let step, let times):
            "\(step.rawValue) happened \(times) times instead of once"
        case .outOfOrder(let earlier, let later):
            "\(later.rawValue) happened before \(earlier.rawValue)"
        }
    }
}
