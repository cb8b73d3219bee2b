// SPDX-License-Identifier: Apache-2.0
public import Foundation

// A request returns when the system's action was performed, or throws why it was not. Where the
// task that waits is cancelled, waiting ends with `CallError.cancelled`, and what was asked for
// goes on: an action that the system has begun cannot be taken back. End the call for that.
extension CallManager {
    /// Starts a call; returns when the other side was invited, which is before it is connected.
    ///
    /// - Parameters:
    ///   - handle: How the other side is reached.
    ///   - name: What it is called on the system's screens; nil lets the system look in Contacts
    ///     (B102).
    ///   - hasVideo: Whether the call has video.
    ///   - id: Its identifier from now on; a fresh one unless the service has given it one.
    /// - Returns: The call as it is then; see ``observe(_:)`` for what becomes of it.
    /// - Throws: A ``CallError``: `tooManyCalls` where the configuration allows no other (B55),
    ///   `callExists` where the identifier is in use (B53), `service` where the service threw, and
    ///   what the system refused it with else. There is no such call then, or no longer.
    @discardableResult
    public func start(
        _ handle: CallHandle, name: String? = nil, hasVideo: Bool = false, id: UUID = UUID()
    ) async throws -> Call {
        try await ask(.start(handle, name: name, hasVideo: hasVideo), of: id)
        // It may have ended since it was performed.
        guard let call = call(id) else { throw CallError.cancelled }
        return call
    }

    /// Answers a call that rings; returns when it is connected.
    ///
    /// - Parameter id: The call.
    /// - Throws: A ``CallError``: `unknownCall` where it ended before, `service` where the service
    ///   could not accept it; the call is over then.
    public func answer(_ id: UUID) async throws { try await ask(.answer, of: id) }

    /// Ends a call, or declines it while it rings (B20); returns when it has ended here.
    ///
    /// - Parameter id: The call.
    /// - Throws: A ``CallError``: `unknownCall` where it has ended already (B51); there is nothing
    ///   left to do then.
    public func end(_ id: UUID) async throws { try await ask(.end, of: id) }

    /// Ends all calls; returns when each has ended, or the system would not end it.
    public func endAll() async {
        let ends = calls.map { call in Task { try? await end(call.id) } }
        for end in ends { await end.value }
    }

    /// Puts a call on hold, or takes it back; returns at once where it is so already.
    ///
    /// The system activates the audio session as it should be then (B72).
    ///
    /// - Parameters:
    ///   - isOnHold: Whether it is to be on hold.
    ///   - id: The call.
    /// - Throws: A ``CallError``; the call is as it was before.
    public func setHeld(_ isOnHold: Bool, of id: UUID) async throws {
        try await ask(.setHeld(isOnHold), of: id)
    }

    /// Mutes a call, or lets it be heard again; returns at once where it is so already (B47).
    ///
    /// - Parameters:
    ///   - isMuted: Whether it is to be muted.
    ///   - id: The call.
    /// - Throws: A ``CallError``; the call is as it was before.
    public func setMuted(_ isMuted: Bool, of id: UUID) async throws {
        try await ask(.setMuted(isMuted), of: id)
    }

    /// Joins a call with another into a conference, or takes it out of one (B87).
    ///
    /// Calls that are on hold stay so (B86).
    ///
    /// - Parameters:
    ///   - other: The other call, or one of the conference; nil takes the call out.
    ///   - id: The call.
    /// - Throws: A ``CallError``; the calls are as they were before.
    public func setGroup(with other: UUID?, of id: UUID) async throws {
        try await ask(.setGroup(with: other), of: id)
    }

    /// Sends digits to the other side of a call.
    ///
    /// - Parameters:
    ///   - digits: `0`–`9`, `*`, `#`; what else the service understands.
    ///   - id: The call.
    /// - Throws: A ``CallError``: `notPossible` before the call is connected.
    public func play(dtmf digits: String, in id: UUID) async throws {
        try await ask(.play(CallDigits(digits)), of: id)
    }

    // MARK: Waiting

    private func ask(_ kind: CallAction.Kind, of call: UUID) async throws {
        let action = CallAction(id: UUID(), call: call, kind: kind)
        guard !Task.isCancelled else { throw CallError.cancelled }
        let error: CallError? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                requests[action.id] = { continuation.resume(returning: $0) }
                handle(.requested([action]))
            }
        } onCancel: {
            Task { @MainActor [weak self] in
                self?.requests.removeValue(forKey: action.id)?(.cancelled)
            }
        }
        if let error { throw error }
    }
}
