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

    /// Every load of a call directory fails with this code, whatever its handler gives: one of
    /// Apple's, or 11 or 102, which systems are seen to send (B160, B161); nil lets the entries
    /// decide.
    public var directoryLoadsFail: Int?

    /// The process of a call directory extension is killed once it has sent so many entries (B151);
    /// nil never.
    ///
    /// The handler's delegate hears of nothing. Entries come some thousands at a time.
    public var directoryKilledAfter: Int?

    /// What the process of a call directory extension grows by, in bytes, as the phone sees it:
    /// over `rules.directoryMemoryLimit` its load is interrupted, and over
    /// `rules.directoryMemoryWarning` remarked on (B152); nil is nothing worth a word.
    public var directoryMemory: Int?

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
