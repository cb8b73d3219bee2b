// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// An incoming call as a push or the app's own connection tells of it, before the system knows.
public struct IncomingCall: Hashable, Sendable {
    /// Its identifier, the same each time that it is told of.
    public var id: UUID
    /// How the caller is reached, nil where it was not said.
    public var handle: CallHandle?
    /// The caller's name, nil lets the system look in Contacts (B102).
    public var name: String?
    /// Whether it has video.
    public var hasVideo: Bool
    /// Why it is over already: cancelled before it rang, too old, answered elsewhere, a push that
    /// could not be read.
    ///
    /// Such a call is reported and ended at once (B123, B135): a push must lead to a report even
    /// where no call is left to ring.
    public var endReason: CallEndReason?

    /// Makes the description of a call.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - handle: How the caller is reached.
    ///   - name: The caller's name.
    ///   - hasVideo: Whether it has video.
    ///   - endReason: Why it is over already, nil where it is to ring.
    public init(
        id: UUID, handle: CallHandle?, name: String? = nil, hasVideo: Bool = false,
        endReason: CallEndReason? = nil
    ) {
        self.id = id
        self.handle = handle
        self.name = name
        self.hasVideo = hasVideo
        self.endReason = endReason
    }
}

/// Whoever reports incoming calls to the system: ``CallManager``, or another in a test.
@MainActor public protocol IncomingCallReporting: AnyObject {
    /// Reports the call to the system before it returns (B121).
    ///
    /// A call that is known already is reported under the same identifier: the system answers with
    /// an error that harms nothing, and the duty of a push is done (B61).
    ///
    /// - Parameters:
    ///   - call: What is known of it.
    ///   - completion: Called once, on the main actor, later: nil when the system shows it, else
    ///     why it does not.
    func reportIncoming(
        _ call: IncomingCall, completion: @escaping @MainActor (CallError?) -> Void)

    /// Reports to CallKit, before it returns, a call of nobody that is over at once, and tells
    /// nobody of it: what a VoIP push is owed that comes although calls are not CallKit's, since it
    /// was on its way when they ceased to be (B121, B135).
    ///
    /// - Returns: Whether it has; false where calls are CallKit's, and the push's own call is to be
    ///   reported.
    func reportForPushAlone() -> Bool

    /// The calls that live, oldest first: a push that tells of one of them rings no second time.
    var calls: [Call] { get }

    /// Takes what was told of a call; the end of one that is not known is kept, lest it ring later.
    ///
    /// - Parameters:
    ///   - progress: What has happened.
    ///   - id: The call.
    func report(_ progress: CallProgress, of id: UUID)
}
