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
