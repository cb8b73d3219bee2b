// SPDX-License-Identifier: Apache-2.0

/// A reason of the push service, as its word stands in an answer or a farewell.
///
/// A word that Apple's table does not have is kept as it came; what is told of it then follows from
/// the HTTP status alone.
public struct PushReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The service's word, such as `BadDeviceToken`; empty where it gave none.
    public let rawValue: String

    /// A reason by its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word.
    public var description: String { rawValue }

    /// Whether sending again may help (APNs: Handling notification responses).
    public enum Retry: Sendable, Hashable {
        /// The same push gets the same answer.
        case never
        /// Once what the reason names has been mended.
        case afterMending
        /// At once, on a new connection.
        case onNewConnection
        /// After some seconds, longer each time.
        case afterDelay
        /// After a quarter of an hour, longer each time.
        case afterLongDelay
    }

    /// What the reason says about the device token.
    public enum TokenVerdict: Sendable, Hashable {
        /// Nothing.
        case unaffected
        /// It is not one of this environment or this topic: do not use it here.
        case misplaced
        /// No device has it any more: forget it.
        case dead
    }

    /// The HTTP status that comes with it; nil for a word that is not in Apple's table.
    public var status: Int? { row?.status }

    /// What it means, in a few words; nil for a word that is not in Apple's table.
    public var meaning: String? { row?.meaning }

    /// What to do about it; nil for a word that is not in Apple's table.
    public var remedy: String? { row?.remedy }

    /// What it says about the token.
    public var tokenVerdict: TokenVerdict { row?.token ?? .unaffected }

    /// Whether sending again may help, where the word is in Apple's table.
    public var retry: Retry? { row?.retry }

    /// Whether sending again may help, also for a word that is not in Apple's table.
    ///
    /// - Parameter status: The HTTP status that came with the word.
    /// - Returns: What the table says of the word, else what follows from the status.
    public func retry(status: Int) -> Retry {
        if let retry { return retry }
        return switch status {
        case 429: .afterDelay
        case 500...: .afterLongDelay
        default: .afterMending
        }
    }

    /// The reasons of Apple's table, and one more spelling that is seen on the wire; in the order
    /// of their statuses.
    public static let all: [PushReason] = PushReasonTable.rows.map(\.reason)

    private var row: PushReasonTable.Row? { PushReasonTable.rows.first { $0.reason == self } }
}
