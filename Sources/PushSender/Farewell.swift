// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import OCKNetworking

/// Why a server ends a connection, as far as it says so.
package struct Farewell {
    /// A reason of Apple's table, or another word in the same JSON.
    let reason: PushReason?
    package let words: String
    /// Whether the next connection would end the same way.
    let isFinal: Bool

    /// Reads a GOAWAY frame: its debug data is JSON with a reason, or plain text, or nothing.
    package init(errorCode: UInt32, debug: [UInt8]) {
        let text = Self.printable(debug.prefix(200))
        if let word = ReasonBody(debug)?.reason, !word.isEmpty {
            let reason = PushReason(rawValue: word)
            self.reason = reason
            words = reason.meaning.map { "\(word): \($0)" } ?? Self.printable(Array(word.utf8)[...])
            isFinal = reason.retry == .never || reason.retry == .afterMending
        } else {
            reason = nil
            let code = errorCode == 0 ? "" : " (HTTP/2 error \(errorCode))"
            words = (text.isEmpty ? "the server went away" : "the server says: \(text)") + code
            isFinal = false
        }
    }

    /// Reads the end of a connection.
    ///
    /// - Parameters:
    ///   - reason: How it closed.
    ///   - complaint: What the HTTP/2 library had to say, where it was that which closed it.
    init(_ reason: CloseReason, complaint: String?) {
        self.reason = nil
        switch reason {
        case .handshakeFailed(let detail):
            words = reason.description
            isFinal = !Self.passingFailures.contains { detail.contains($0) }
        case .certificateRefused:
            words = reason.description
            isFinal = true
        case .failed(.tls(let detail)):
            // In TLS 1.3 a server's verdict on our certificate comes after the handshake.
            words = reason.description
            isFinal = detail.contains("alert") && !detail.contains("internal error")
        case .closedHere:
            words =
                complaint.map { "the server speaks no proper HTTP/2: \($0)" }
                ?? reason.description
            isFinal = false
        default:
            words = reason.description
            isFinal = false
        }
    }

    init(_ words: String) {
        reason = nil
        self.words = words
        isFinal = false
    }

    /// Failures of a handshake that say nothing about certificates or protocols.
    private static let passingFailures = ["peer closed", "reset by peer", "internal error", "pipe"]

    /// A stranger's text, without what could move a terminal's cursor.
    static func printable(_ bytes: ArraySlice<UInt8>) -> String {
        String(
            decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") },
            as: UTF8.self)
    }
}
