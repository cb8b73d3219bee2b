// SPDX-License-Identifier: Apache-2.0
public import OpenCallKit

/// What goes wrong on a ``SimulatedPhone``, by name; nothing to begin with.
///
/// Set ``SimulatedPhone/faults``, or one of its fields, at any time. Whether and how much is drawn
/// anew for each push, report and callback, from the phone's seed and name, the app, the fault and
/// the how-manieth it is: the same test with the same seed sees the same faults, and one more fault
/// changes no other. Each is noted on the timeline.
public struct SimulatedFaults: Hashable, Sendable {
    /// How late pushes come, of the phone's time; nil brings them at once.
    public var pushesLate: ClosedRange<Duration>?

    /// Which share of pushes comes twice, the second within two seconds after the first: 0 to 1.
    public var pushesDoubled = 0.0

    /// Which share of pushes comes only after the next push to the app, or after a second where
    /// none comes: 0 to 1.
    public var pushesReordered = 0.0

    /// How late the completion of `reportNewIncomingCall` is called; nil calls it at once.
    public var reportCompletionsLate: ClosedRange<Duration>?

    /// How late a provider's delegate is called; nil calls it at once.
    ///
    /// The order of its calls stays, and deadlines run meanwhile.
    public var callbacksSlow: ClosedRange<Duration>?

    /// The call service restarts (B9, B10) when the phone's timeline has so many entries; nil
    /// never.
    public var resetAtStep: Int?

    /// Every report of an incoming call gets this error; nil lets the phone decide.
    public var refusesReports: CXErrorCodeIncomingCallError.Code?

    /// No faults.
    public init() {}
}

extension SimulatedPhone {
    /// What goes wrong from now on.
    public var faults: SimulatedFaults {
        get { withStage { $0.faults.settings } }
        set { withStage { $0.setFaults(newValue) } }
    }
}
