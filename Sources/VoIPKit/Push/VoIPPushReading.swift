// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What a decoder found in a push.
public struct VoIPPushReading: Hashable, Sendable {
    /// The call, with an `endReason` where the server has called it off.
    public var call: IncomingCall
    /// Whether the push named the call: false where `call.id` was drawn for it.
    ///
    /// A doubled push of a call without a name is known by caller and kind while it rings.
    public var hasIdentifier: Bool
    /// When the server sent it, nil where it does not say.
    public var sent: Date?
    /// Until when it is worth ringing, nil where it does not say.
    public var expires: Date?

    /// Makes one.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - hasIdentifier: Whether the push named the call.
    ///   - sent: When the server sent it.
    ///   - expires: Until when it is worth ringing.
    public init(
        _ call: IncomingCall, hasIdentifier: Bool = true, sent: Date? = nil, expires: Date? = nil
    ) {
        self.call = call
        self.hasIdentifier = hasIdentifier
        self.sent = sent
        self.expires = expires
    }
}
