// SPDX-License-Identifier: Apache-2.0

/// Why a connection has closed.
package enum CloseReason: Error, Equatable, Sendable, CustomStringConvertible {
    /// Our side asked for it.
    case closedHere
    /// The peer ended it, with or without a farewell.
    case peerClosed
    /// We sent the peer away for what it did, in words for the log that name the rule.
    case ruleBroken(String)
    /// We sent the peer away because nothing came from it for long.
    case idle
    /// More waited for the peer than ``ConnectionLimits/maximumPendingByteCount`` allows.
    case tooSlow
    /// No connection came about. Try again later, or mend what the error names.
    case connectFailed(NetworkingError)
    /// The handshake failed: an unknown authority, a wrong name, no common protocol. In words.
    case handshakeFailed(String)
    /// The client's certificate ended the handshake; the subject in OpenSSL's one-line form.
    case certificateRefused(CertificateVerdict, subject: String)
    /// The peer did not finish the handshake in time.
    case handshakeTimedOut
    /// The connection broke.
    case failed(NetworkingError)

    package var description: String {
        switch self {
        case .closedHere: "closed here"
        case .peerClosed: "closed by the peer"
        case .ruleBroken(let words): "closed here: \(words)"
        case .idle: "closed here: nothing came for too long"
        case .tooSlow: "closed: the peer reads too slowly"
        case .connectFailed(let error): error.description
        case .handshakeFailed(let reason): "the TLS handshake failed: \(reason)"
        case .certificateRefused(let verdict, let subject):
            "the TLS handshake failed: the client's certificate \(subject) was refused: \(verdict)"
        case .handshakeTimedOut: "the TLS handshake took too long"
        case .failed(let error): error.description
        }
    }
}
