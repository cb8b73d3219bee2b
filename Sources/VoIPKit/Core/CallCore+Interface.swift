// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What happened, for a ``CallCore``.
///
/// Late, doubled and unknown identifiers are legal and change nothing.
enum CallEvent: Hashable, Sendable {
    // The app asks: actions of one transaction, with identifiers of the driver's making.
    case requested([CallAction])
    /// The system accepted (nil) or refused the transaction of a `.request`; the identifiers are
    /// those of its actions, in its order. Accepted is not performed (B46).
    case requestAnswered([UUID], CallError?)

    // Calls that come in: by a push, or the app's own connection.
    case incoming(IncomingCall)
    /// The system shows the reported call (nil), or refused it. The answers for one call come in
    /// the order of its reports; those of reports made before a `.reset` do not come after it.
    case reportAnswered(call: UUID, CallError?)

    // The system.
    /// To be performed. Its identifier is that of the request's action where it was asked for.
    case perform(CallAction)
    case timedOut(action: UUID)
    case reset
    case audioActivated
    case audioDeactivated

    // The service.
    /// What it was asked under this identifier is done (nil), or it threw.
    case served(UUID, CallError?)
    case progress(call: UUID, CallProgress)

    /// A deadline that was armed has passed.
    case deadlinePassed(UUID)

    /// Identifiers of calls that an earlier life of the process left over.
    case leftOver([UUID])
}

/// What is to be done about it, in this order.
enum CallEffect: Hashable, Sendable {
    // To the system.
    /// One transaction. May begin with actions that the core adds (a hold before a start, B43),
    /// whose identifiers are of the core's making; nobody waits for those. So a driver keeps a
    /// table from these identifiers to the `CXAction`s' and back. The same actions may be asked for
    /// twice, one after the other (B11, B12).
    case request([CallAction])
    case reportIncoming(Call)
    case reportUpdate(Call)
    case reportStartedConnecting(call: UUID, Date?)
    case reportConnected(call: UUID, Date?)
    case reportEnded(call: UUID, Date?, CallEndReason)
    case fulfill(action: UUID, Date?)
    case fail(action: UUID)
    /// The provider is of no use after a reset: make another (B11).
    case rebuildSystem

    // To the service: each is answered by `.served` with the identifier.
    case serve(UUID, ServiceTask)
    /// Cancels what was asked; `.served` of it is ignored from now on.
    case cancelService(UUID)

    // To the audio: category and mode, before a start or answer is fulfilled (B68).
    case prepareAudio(hasVideo: Bool)
    case ringback(isOn: Bool)

    // Deadlines: identifiers of requests, of actions, or of what the service was asked.
    /// Replaces what was armed under the identifier.
    case arm(UUID, Date)
    /// Of one that is armed.
    case disarm(UUID)

    /// To whoever asked: it was performed (nil), or why not.
    case answerRequest(action: UUID, CallError?)
    /// To whoever reported an incoming call: shown (nil), or why not. One for each `.incoming`, for
    /// one call in their order.
    case answerReport(call: UUID, CallError?)

    // To keep over the process's life: the calls that the system has of it.
    case remember(call: UUID)
    case forget(call: UUID)

    /// To all who watch: `.added` once the system shows the call or it is performed, `.updated`,
    /// and last `.ended`. A call that the system refused, or that was over before it could ring,
    /// is not told of.
    case changed(CallChange)
}

/// What a ``CallService`` is asked, with the call as it stands.
enum ServiceTask: Hashable, Sendable {
    case start(Call, deadline: Date)
    case ring(Call)
    case accept(Call, deadline: Date)
    case hangUp(Call, deadline: Date)
    case setHeld(Bool, Call, deadline: Date)
    case setMuted(Bool, Call, deadline: Date)
    case setGroup(Call?, Call, deadline: Date)
    case play(CallDigits, Call, deadline: Date)
    case startMedia(Call)
    case stopMedia(Call)
}
