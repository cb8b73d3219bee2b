// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The app's signalling and media: what VoIPKit asks of them, in the order of the system's actions.
///
/// This is the one protocol that an app writes. Each method is called when the system has said that
/// it is time, and VoIPKit completes the system's action exactly once whatever the method does:
/// when it returns the action is fulfilled, when it throws it is failed, and when it has done
/// neither shortly before `deadline` its task is cancelled and the action completed without it.
/// What comes later from it is ignored.
///
/// Of its own accord the service tells `CallManager.report(_:of:)` when a call rings at the other
/// side, is connected, changes or ends, and of calls that come over its own connection.
///
/// Methods are `async` and may be those of an actor or of a class on the main actor. Two calls may
/// be asked for at once, one call once at a time, except that `hangUp` may come while another
/// method for the same call has not returned: that one's task has been cancelled.
public protocol CallService: AnyObject, Sendable {
    /// Sets up an outgoing call; returns once the other side was invited.
    ///
    /// Not when it is connected: that is told by `CallProgress.connected`.
    ///
    /// - Parameters:
    ///   - call: The call, whose handle is to be reached.
    ///   - deadline: When the system's patience ends (B35: 600 s).
    /// - Throws: Any error: the call fails.
    func start(_ call: Call, deadline: Date) async throws

    /// The phone rings: tell the caller (180 Ringing, say). Nothing waits for it.
    ///
    /// - Parameter call: The incoming call.
    func ring(_ call: Call) async

    /// The person has answered: accept the call; returns once media may flow (B17).
    ///
    /// Media itself begins with ``startMedia(for:)``, when the system has activated the audio
    /// session, which is after this has returned (B69).
    ///
    /// - Parameters:
    ///   - call: The incoming call.
    ///   - deadline: When the system's patience ends (B35: 60 s).
    /// - Throws: Any error: the call fails.
    func accept(_ call: Call, deadline: Date) async throws

    /// The call is over on this side, or never came about: tell the other side.
    ///
    /// The call ends on the screen whatever comes of it.
    ///
    /// - Parameters:
    ///   - call: The call, whose state is ended with the reason: declined where it never connected.
    ///   - deadline: When VoIPKit stops waiting.
    /// - Throws: Any error; nothing follows from it.
    func hangUp(_ call: Call, deadline: Date) async throws

    /// Puts the call on hold, or takes it back.
    ///
    /// - Parameters:
    ///   - isOnHold: Whether it is to be on hold.
    ///   - call: The call as it was before.
    ///   - deadline: When the system's patience ends (B35: 5 s).
    /// - Throws: Any error: the call stays as it was.
    func setHeld(_ isOnHold: Bool, of call: Call, deadline: Date) async throws

    /// Keeps the person's sound from the other side, or lets it through again (B94: the system
    /// silences nothing itself).
    ///
    /// - Parameters:
    ///   - isMuted: Whether it is to be muted.
    ///   - call: The call as it was before.
    ///   - deadline: When the system's patience ends (B35: 5 s).
    /// - Throws: Any error: the call stays as it was.
    func setMuted(_ isMuted: Bool, of call: Call, deadline: Date) async throws

    /// Joins two calls into a conference, or takes one out of it (B86, B87). Throws by default: set
    /// `CallConfiguration.features` to offer it.
    ///
    /// - Parameters:
    ///   - other: The call to join, nil to leave the conference.
    ///   - call: The call as it was before.
    ///   - deadline: When the system's patience ends (B35: 5 s).
    /// - Throws: Any error: the calls stay as they were.
    func setGroup(with other: Call?, of call: Call, deadline: Date) async throws

    /// Sends digits to the other side (B97).
    ///
    /// - Parameters:
    ///   - digits: The digits, and what kind of sequence they are.
    ///   - call: The call.
    ///   - deadline: When the system's patience ends (B35: 5 s).
    /// - Throws: Any error: the action fails.
    func play(_ digits: CallDigits, in call: Call, deadline: Date) async throws

    /// The audio session is active and the call is to be heard: start its media (B68).
    ///
    /// Called once for each time that the call is to be heard, and never before the session is
    /// active.
    ///
    /// - Parameter call: A call that was started or accepted, and is not on hold.
    func startMedia(for call: Call) async

    /// The call is not to be heard any more: it ended, was put on hold, or the session went.
    ///
    /// Called once after each ``startMedia(for:)``.
    ///
    /// - Parameter call: The call.
    func stopMedia(for call: Call) async
}

extension CallService {
    /// Nothing: a service that does not tell the caller of the ringing.
    public func ring(_ call: Call) async {}

    /// Throws: a service without conferences.
    public func setGroup(with other: Call?, of call: Call, deadline: Date) async throws {
        throw CallError.notPossible("its service has no conferences")
    }
}
