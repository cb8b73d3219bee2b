// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The app's own call screen, for where CallKit's may not be: the app draws, VoIPKit says what.
///
/// Give one to ``CallManager``. It is asked in place of the system, by the same rules, as long as
/// ``CallAvailability`` says ``CallAvailability/Choice/inApp``; the manager's calls, errors and
/// order of events are the same with both. What the system's screen would do besides is the app's:
/// to ring (while ``InAppCallContent/ringing`` is there), to light up, and to notify a person who
/// has the app in the background.
@MainActor public protocol InAppCallScreen: AnyObject {
    /// There are calls, and there were none: come up.
    ///
    /// - Parameters:
    ///   - content: What is to be seen.
    ///   - actions: What the person's taps are to be given to; it is the same for all calls.
    func show(_ content: InAppCallContent, actions: InAppCallActions)

    /// Something of it has changed.
    ///
    /// - Parameter content: All that is to be seen now.
    func update(_ content: InAppCallContent)

    /// The last call is over: go away.
    func hide()
}

/// What the app's own call screen shows.
public struct InAppCallContent: Hashable, Sendable {
    /// What the person may do with a call that rings.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// Answer it; nothing else is in the way.
        case answer
        /// Put the call that is heard on hold, and answer.
        case holdAndAnswer
        /// End the call that is heard, and answer.
        case endAndAnswer
        /// End the call that is on hold, put the one that is heard on hold, and answer (B81).
        case endHeldAndAnswer
        /// Decline it.
        case decline
    }

    /// The call that rings and is to be decided first: ring while it is there.
    ///
    /// Where several ring it is the oldest; the next follows (B27).
    public let ringing: Call?
    /// What the person may do with ``ringing``, best first; empty without it, and while its answer
    /// is being carried out.
    public let choices: [Choice]
    /// The other calls, oldest first.
    ///
    /// Those that ring behind ``ringing`` are among them.
    public let calls: [Call]
    /// What may be offered for the calls: hold, keypad and so on.
    public let features: CallFeatures
}

/// What the person does on the app's own call screen.
///
/// Each goes the way of a tap on the system's screen: it is performed by the app's
/// ``CallService``, and what comes of it is in the screen's next ``InAppCallContent``. What makes
/// no sense for the call as it is, or for none, is ignored, as a second tap is.
@MainActor public final class InAppCallActions {
    private weak var handler: (any InAppCallActionsHandler)?

    init(handler: any InAppCallActionsHandler) { self.handler = handler }

    /// Does one of the choices that the screen offers for the call that rings.
    ///
    /// - Parameters:
    ///   - choice: One of ``InAppCallContent/choices``.
    ///   - call: The call's identifier.
    public func choose(_ choice: InAppCallContent.Choice, for call: UUID) {
        handler?.choose(choice, for: call)
    }

    /// Answers the call; what else is heard is put on hold where it can be, else ended.
    ///
    /// - Parameter call: Its identifier.
    public func answer(_ call: UUID) { handler?.answer(call) }

    /// Ends the call, or declines it where it rings.
    ///
    /// - Parameter call: Its identifier.
    public func end(_ call: UUID) { handler?.tap(.end, call) }

    /// Puts the call on hold, or takes it back; then what is heard meanwhile is put on hold (B84).
    ///
    /// - Parameters:
    ///   - isOnHold: Whether it is to be on hold.
    ///   - call: Its identifier.
    public func setHeld(_ isOnHold: Bool, of call: UUID) { handler?.setHeld(isOnHold, call) }

    /// Keeps the person's sound from the other side, or lets it through again.
    ///
    /// - Parameters:
    ///   - isMuted: Whether it is to be muted.
    ///   - call: Its identifier.
    public func setMuted(_ isMuted: Bool, of call: UUID) { handler?.tap(.setMuted(isMuted), call) }

    /// Sends a key of the keypad.
    ///
    /// - Parameters:
    ///   - digits: The key; more than one are sent as they are.
    ///   - call: The call's identifier.
    public func play(_ digits: String, in call: UUID) {
        handler?.tap(.play(CallDigits(digits)), call)
    }

    /// Joins the call with another, or takes it out of its conference.
    ///
    /// - Parameters:
    ///   - other: The other's identifier, nil to leave the conference.
    ///   - call: The call's identifier.
    public func setGroup(with other: UUID?, of call: UUID) {
        handler?.tap(.setGroup(with: other), call)
    }
}

@MainActor protocol InAppCallActionsHandler: AnyObject {
    func choose(_ choice: InAppCallContent.Choice, for call: UUID)
    func answer(_ call: UUID)
    func setHeld(_ isOnHold: Bool, _ call: UUID)
    func tap(_ kind: CallAction.Kind, _ call: UUID)
}
