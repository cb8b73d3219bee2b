// SPDX-License-Identifier: Apache-2.0

/// The server's refusal of one push.
///
/// Mend what the reason names before sending again; after `Unregistered` or `BadDeviceToken`,
/// forget the token; after 429 or 5xx, wait.
public struct PushRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int

    /// The word of Apple's table, such as `BadDeviceToken`; empty if the server gave none.
    public let reason: String

    /// The push's name, for the server's operators; empty if the server gave none.
    public let apnsID: String

    /// Since when the token is known to be dead, in milliseconds since 1970: only with status 410.
    public let timestamp: Int64?

    /// The refusal in words.
    public var description: String {
        "the push was refused: \(status) \(reason.isEmpty ? "without a reason" : reason)"
    }
}
