// SPDX-License-Identifier: Apache-2.0
package import OCKNetworking

/// Why a request got no answer.
package enum HTTP2Error: Error, Equatable, Sendable, CustomStringConvertible {
    /// The connection closed while the request was on its way: it may have been processed.
    case connectionClosed(CloseReason)
    /// The server has not processed it: safe to send again, on a new connection.
    case refused
    /// The server gave the stream up, with a code of RFC 9113 §7.
    case streamReset(code: UInt32)
    /// Too many requests wait already. Send more slowly.
    case tooManyRequests(limit: Int)
    /// The answer is longer than ``HTTP2ClientLimits`` allow; it was dropped.
    case responseTooLarge

    package var description: String {
        switch self {
        case .connectionClosed(let reason): "the connection ended: \(reason)"
        case .refused: "the server did not take the request"
        case .streamReset(let code): "the server gave the request up with HTTP/2 error \(code)"
        case .tooManyRequests(let limit): "more than \(limit) requests wait"
        case .responseTooLarge: "the answer is too long"
        }
    }
}
