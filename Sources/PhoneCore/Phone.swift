// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// One phone: its apps, calls, pushes and audio, as a value.
package struct Phone: Sendable {
    package init(rules: SystemRules, seed: UInt64) {}

    /// Takes one event and appends what must be done, in order.
    ///
    /// Never blocks, never fails.
    ///
    /// - Parameter now: The time of the event; its monotonic part must not go back.
    package mutating func apply(
        _ event: PhoneEvent,
        at now: Moment,
        into effects: inout [PhoneEffect]
    ) {}

    /// When ``PhoneEvent/timePassed`` is next due; nil when nothing waits.
    package var nextDeadline: MonotonicTime? { nil }

    /// The calls that have not ended, in the order in which they began.
    package var calls: [CallSummary] { [] }

    /// Which installed apps have a process that is connected, in order of their names.
    package var runningApps: [BundleID] { [] }

    /// The app's VoIP token, nil until the push service has issued one.
    package func pushToken(of bundle: BundleID) -> Bytes? { nil }
}
