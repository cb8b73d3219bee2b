// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKTimeline

/// What the person of the demo does in a call of their own, told by what has happened: a value, as
/// ``DemoScript`` is.
struct CallBackScript: Hashable, Sendable {
    /// What is to be done next.
    enum Action: Hashable, Sendable {
        case hold
        case resume
        case mute
        case keys(String)
        case hangUp
    }

    /// What happens once each, in this order: one process tells of it all.
    static let steps: [TimelineStep] = [
        .callStarted, .callConnecting, .callConnected, .callHeld, .callResumed, .callMuted,
        .callEnded, .recentsRecorded,
    ]
    /// What is typed once the call is muted.
    static let digits = "12#"

    private var found: [TimelineStep] = []
    private var sentCount = 0

    /// Whether each step has happened: nothing more is to be waited for.
    var hasAll: Bool { Self.steps.allSatisfy(found.contains) }

    /// What does not hold; empty where all is well.
    var violations: [StepViolation] {
        var violations: [StepViolation] = []
        for step in Self.steps {
            let times = found.count { $0 == step }
            if times == 0 { violations.append(.missing(step)) }
            if times > 1 { violations.append(.repeated(step, times: times)) }
        }
        for (earlier, later) in zip(Self.steps, Self.steps.dropFirst()) {
            guard let first = found.firstIndex(of: earlier),
                let second = found.firstIndex(of: later), second < first
            else { continue }
            violations.append(.outOfOrder(earlier: earlier, later: later))
        }
        return violations
    }

    /// Takes what happened since the person asked for the call, and says what they do about it.
    mutating func take(_ entry: TimelineEntry) -> Action? {
        if Self.steps.contains(entry.step) {
            found.append(entry.step)
            return found.count { $0 == entry.step } == 1 ? action(after: entry.step) : nil
        }
        // Each digit is an action of its own.
        guard entry.step == .actionFulfilled, found.last == .callMuted else { return nil }
        sentCount += 1
        return sentCount == Self.digits.count ? .hangUp : nil
    }

    private func action(after step: TimelineStep) -> Action? {
        switch step {
        case .callConnected: .hold
        case .callHeld: .resume
        case .callResumed: .mute
        case .callMuted: .keys(Self.digits)
        default: nil
        }
    }
}
