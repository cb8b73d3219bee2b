// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What happened, for a ``CallCore``.
enum CallEvent: Hashable, Sendable {
    // The app asks: actions of one transaction, with identifiers of its making.
    case requested([CallAction])
    /// The system accepted the transaction (nil), or refused it.
    case requestAnswered([UUID], CallError?)

    // Calls that come in: by a push, or the app's own connection.
    case incoming(IncomingCall)
    /// The system shows the reported call (nil), or refused it.
    case reportAnswered(call: UUID, CallError?)

    // The system.
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

    // Deadlines: identifiers of actions, or of requests.
    case arm(UUID, Date)
    case disarm(UUID)

    /// To whoever asked: it was performed (nil), or why not.
    case answerRequest(action: UUID, CallError?)
    /// To whoever reported an incoming call: shown (nil), or why not.
    case answerReport(call: UUID, CallError?)

    // To keep over the process's life: the calls that the system has of it.
    case remember(call: UUID)
    case forget(call: UUID)

    /// To all who watch.
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
