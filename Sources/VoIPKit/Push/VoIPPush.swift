// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A push that tells of a call, as it came.
public struct VoIPPush {
    /// By which way it came.
    public enum Origin: Hashable, Sendable {
        /// As a VoIP push, which obliges to a report (B121).
        case voIP
        /// As an alert push, handed over by the app: it obliges to nothing.
        case alert
    }

    /// What the server sent: JSON as `JSONSerialization` reads it, or what a notification service
    /// extension reported, dates and data among it (B136, B137).
    public let payload: [AnyHashable: Any]
    /// By which way it came.
    public let origin: Origin
    /// Whether a call must be reported before the delegate returns.
    ///
    /// Before iOS 26.4 true for each VoIP push, since nobody tells (B129).
    public let mustReport: Bool
    /// When it came here.
    public let received: Date

    /// Makes one, for tests of a decoder.
    ///
    /// - Parameters:
    ///   - payload: What the server sent.
    ///   - origin: By which way it came.
    ///   - mustReport: Whether a call must be reported.
    ///   - received: When it came here.
    public init(
        payload: [AnyHashable: Any], origin: Origin = .voIP, mustReport: Bool = true,
        received: Date
    ) {
        self.payload = payload
        self.origin = origin
        self.mustReport = mustReport
        self.received = received
    }
}

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

/// Why a push could not be read as a call.
///
/// An unknown caller is reported in its place and ended at once (B121, B135).
public enum VoIPPushFault: Error, Hashable, Sendable {
    /// There is nothing in it, or it was no JSON object.
    case empty
    /// No field says who calls or which call it is; the keys that it has, eight at most.
    case noCall(keys: [String])
    /// One of its objects has more fields than a decoder looks at.
    case tooManyFields(limit: Int)
    /// The app's own decoder threw; its error in words.
    case decoder(String)
}

extension VoIPPushFault: LocalizedError {
    /// What is wrong with the push, and what to do.
    public var errorDescription: String? {
        switch self {
        case .empty:
            "The push has no fields, or is no JSON object. Have the server send one with call, "
                + "handle and name."
        case .noCall(let keys):
            "None of the push's fields (\(keys.joined(separator: ", "))) says who calls. Have the "
                + "server send call, handle and name, or give VoIPPushService a decoder of your "
                + "own."
        case .tooManyFields(let limit):
            "An object of the push has more than \(limit) fields. Have the server send less, and "
                + "let the app fetch the rest."
        case .decoder(let words):
            "The app's decoder could not read the push: \(words)"
        }
    }
}
