// SPDX-License-Identifier: Apache-2.0

/// Why a push got no answer, or could not be sent at all.
public enum PushSenderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The certificate, the key, or the trusted authority cannot be used. Give others.
    case unusableIdentity(String)
    /// A value of the push cannot stand in a request. The field and its rule are named.
    case invalidNotification(String)
    /// No connection came about, after several attempts. The push was not sent: try later.
    case unreachable(String)
    /// The server ended the connection for a reason that stays: it does not take the certificate,
    /// say, or shows one that is not trusted here. The push was not sent: mend what is named.
    case refusedConnection(reason: PushReason?, detail: String)
    /// The server refused the stream several times. The push was not processed: try later.
    case refusedStream
    /// The connection broke after the push had left: it may or may not have been accepted.
    case connectionLost(String)
    /// No answer came in time: the push may or may not have been accepted.
    case timedOut
    /// Too many pushes wait already. Send more slowly.
    case overloaded(limit: Int)
    /// The sender was shut down.
    case shutDown

    /// The error in words.
    public var description: String {
        switch self {
        case .unusableIdentity(let reason): reason
        case .invalidNotification(let reason): reason
        case .unreachable(let reason): reason
        case .refusedConnection(let reason, let detail):
            if let reason, let meaning = reason.meaning, let remedy = reason.remedy {
                "the server ends the connection: \(reason): \(meaning); \(remedy)"
            } else {
                "no connection to the server: \(detail)"
            }
        case .refusedStream: "the server refused the stream each time; send more slowly"
        case .connectionLost(let reason): "no answer to the push: \(reason)"
        case .timedOut: "no answer to the push in time"
        case .overloaded(let limit): "more than \(limit) pushes wait"
        case .shutDown: "the sender is shut down"
        }
    }
}
