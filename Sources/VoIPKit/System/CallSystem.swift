// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Whoever shows the calls and decides what is performed: CallKit, or the app's own screen, or
/// LiveCommunicationKit.
///
/// All follow CallKit's order: a request is accepted or refused, then its actions are performed by
/// the delegate, which completes each once. So ``CallManager`` has one path.
@MainActor protocol CallSystem: AnyObject {
    /// Weak; to be set before anything is asked.
    var delegate: (any CallSystemDelegate)? { get set }

    /// Asks for a transaction of the actions; nil means accepted, not performed (B46).
    func request(_ actions: [CallAction], completion: @escaping @MainActor (CallError?) -> Void)

    /// Before it returns, the report has been made (B121). Reports of one call are answered in
    /// order, and none that was made before a reset after it.
    func reportIncoming(
        _ call: Call, features: CallFeatures, completion: @escaping @MainActor (CallError?) -> Void)

    /// Before it returns, a call of nobody that is over at once has been reported to CallKit
    /// (B121); false, and nothing, where this is CallKit.
    func reportForPushAlone() -> Bool

    /// What is shown has changed.
    func reportUpdate(_ call: Call, features: CallFeatures)
    func reportStartedConnecting(_ call: UUID, at date: Date?)
    func reportConnected(_ call: UUID, at date: Date?)
    /// `reason` is never `.local`: such an end is performed, not reported.
    func reportEnded(_ call: UUID, at date: Date?, reason: CallEndReason)

    /// Completes an action that was performed; nil is now (B41). What it does not hold is ignored.
    func fulfill(_ action: UUID, at date: Date?)
    func fail(_ action: UUID)

    /// Makes itself anew after a reset, where what it stands on can be of no use (B11); it has no
    /// calls.
    func rebuild()

    /// No call of it is of use any more (B7); nothing may be asked after.
    func invalidate()
}

extension CallSystem {
    func reportForPushAlone() -> Bool { false }
}

@MainActor protocol CallSystemDelegate: AnyObject {
    /// To be performed, and completed once by `fulfill` or `fail`.
    func callSystem(_ system: any CallSystem, perform action: CallAction)
    /// It has failed already; neither may follow (B37).
    func callSystem(_ system: any CallSystem, timedOutPerforming action: UUID)
    /// All calls and actions are gone; none needs an answer (B9).
    func callSystemDidReset(_ system: any CallSystem)
    func callSystemDidActivateAudio(_ system: any CallSystem)
    func callSystemDidDeactivateAudio(_ system: any CallSystem)
}
