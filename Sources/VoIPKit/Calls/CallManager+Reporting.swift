// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension CallManager {
    /// Takes what the service tells of a call.
    ///
    /// An end of a call that is not known is kept for a while: the cancellation can overtake the
    /// push that announces the call. All else about an unknown call is of no effect (B104).
    ///
    /// - Parameters:
    ///   - progress: What has happened.
    ///   - id: The call.
    public func report(_ progress: CallProgress, of id: UUID) {
        handle(.progress(call: id, progress))
    }

    /// Reports a call that came in to the system, before it returns (B121).
    ///
    /// - Parameters:
    ///   - call: What is known of it. Where it is known under this identifier already, it is
    ///     reported again, which is the way to answer a push that needs no call (B61).
    ///   - completion: Called once, on the main actor: nil when the system shows it, else why it
    ///     does not; the service has been told to hang up then.
    public func reportIncoming(
        _ call: IncomingCall, completion: @escaping @MainActor (CallError?) -> Void
    ) {
        reports[call.id, default: []].append(completion)
        handle(.incoming(call))
    }

    /// Reports to CallKit, before it returns, a call of nobody that is over at once, where calls
    /// are not CallKit's and a VoIP push has come all the same (B121, B135).
    ///
    /// ``VoIPPushService`` calls it: an app that has a push registry of its own does so in its
    /// delegate. For that moment CallKit has a provider of the app, also where it had none.
    ///
    /// - Returns: Whether it has; false where calls are CallKit's, and the push's own call is to be
    ///   reported.
    public func reportForPushAlone() -> Bool { system.reportForPushAlone() }

    /// Reports a call that came in over the app's own connection, and waits until the system shows
    /// it.
    ///
    /// Not for a push: use ``reportIncoming(_:completion:)`` there, which has reported when it
    /// returns (B121).
    ///
    /// - Parameter call: What is known of it.
    /// - Throws: A ``CallError`` where the system does not show it; the service has been told to
    ///   hang up then, unless the error is `callExists`, which harms nothing (B61).
    public func reportIncoming(_ call: IncomingCall) async throws {
        let error: CallError? = await withCheckedContinuation { continuation in
            reportIncoming(call) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    func answerReport(of call: UUID, _ error: CallError?) {
        guard var waiting = reports[call], !waiting.isEmpty else { return }
        let first = waiting.removeFirst()
        reports[call] = waiting.isEmpty ? nil : waiting
        first(error)
    }
}
