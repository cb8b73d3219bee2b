// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// How the system behaves where versions differ or sources dispute.
///
/// A tester who needs the other answer sets the field; no function asks for a version. Each choice
/// is explained in `Documentation/Decisions.md`.
package struct SystemRules: Hashable, Sendable {
    /// How long an action may take, by class (B35).
    package var actionTimeouts = ActionTimeouts()
    /// From the delivery of a push to the report of a call (B122).
    package var reportDeadline = Interval.seconds(7)
    /// From the start of a process to its connection.
    package var launchDeadline = Interval.seconds(10)
    /// A new call waits so long for its row in Recents, then rings without one.
    package var recordDeadline = Interval.milliseconds(200)
    /// An unanswered call is ended after this time (B25); nil rings for ever.
    package var ringLimit: Interval? = .seconds(60)
    /// Breaches of the duty to report after which pushes stop until the app is installed again
    /// (B126, B127).
    package var pushBreachesBeforeStop: Int? = 4
    /// What a report gets that would exceed `maximumCallGroups`: no incoming error is documented
    /// for it (B66).
    package var errorOverCallLimit = IncomingCallError.unknown
    /// What becomes of an action for which the delegate has no method.
    package var unimplementedAction = UnimplementedAction.fails
    /// What becomes of the calls of an app whose process has died.
    package var callsOfDeadApp = CallsOfDeadApp.end

    package enum UnimplementedAction: Hashable, Sendable { case fails, fulfils, waits }

    package enum CallsOfDeadApp: Hashable, Sendable {
        /// They end, failed.
        case end
        /// They stay; when the user ends one, the app is started to hear of it (B31).
        case stay
    }

    package init() {}
}
