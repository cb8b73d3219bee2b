// SPDX-License-Identifier: Apache-2.0

/// The server's refusal of one push.
///
/// ``PushReason`` tells what to do: mend what it names, forget the token, or wait.
public struct PushRejection: Error, Sendable, Hashable, CustomStringConvertible {
    /// The HTTP status.
    public let status: Int

    /// Why; with an empty word if the server gave none.
    public let reason: PushReason

    /// The push's name, for the server's operators; empty if the server gave none.
    public let apnsID: String

    /// Since when the token is known to be dead, in milliseconds since 1970: only with status 410.
    ///
    /// A token that was registered after that time is not the dead one.
    public let timestamp: Int64?

    /// A refusal, such as a test makes for code that sends.
    public init(status: Int, reason: PushReason, apnsID: String = "", timestamp: Int64? = nil) {
        self.status = status
        self.reason = reason
        self.apnsID = apnsID
        self.timestamp = timestamp
    }

    /// Whether sending again may help.
    public var retry: PushReason.Retry { reason.retry(status: status) }

    /// The refusal in words, with what to do about it.
    public var description: String {
        let word = reason.rawValue.isEmpty ? "without a reason" : reason.rawValue
        guard let meaning = reason.meaning, let remedy = reason.remedy else {
            return "the push was refused: \(status) \(word)"
        }
        return "the push was refused: \(status) \(word): \(meaning); \(remedy)"
    }
}
