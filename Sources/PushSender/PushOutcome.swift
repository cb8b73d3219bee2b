// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What became of a push.
public enum PushOutcome: Sendable, Hashable {
    /// The server has it.
    case accepted(PushReceipt)
    /// The server does not want it.
    case rejected(PushRejection)
    /// The server said nothing about it.
    case failed(PushSenderError)

    /// The receipt.
    ///
    /// - Returns: The server's receipt.
    /// - Throws: ``PushRejection`` or ``PushSenderError``.
    public func get() throws -> PushReceipt {
        switch self {
        case .accepted(let receipt): return receipt
        case .rejected(let rejection): throw rejection
        case .failed(let error): throw error
        }
    }

    /// Reads a server's answer; one that is not APNs' has no reason.
    init(_ answer: borrowing HTTP2Answer, sentID: String?) {
        let answered = answer.withValue(of: "apns-id") { IdentifierText($0) }
        let id = answered.isEmpty ? sentID.map { IdentifierText($0) } ?? .none : answered
        guard answer.status != 200 else {
            let unique = answer.withValue(of: "apns-unique-id") { IdentifierText($0) }
            self = .accepted(PushReceipt(id: id, unique: unique))
            return
        }
        let body = ReasonBody(answer.body)
        self = .rejected(
            PushRejection(
                status: answer.status, reason: PushReason(rawValue: body?.reason ?? ""),
                apnsID: id.text, timestamp: body?.timestamp))
    }
}

/// The JSON of a refusal, and of a farewell.
package struct ReasonBody: Decodable {
    package var reason: String?
    package var timestamp: Int64?

    /// Nil where the bytes are no such JSON.
    package init?(_ bytes: [UInt8]) {
        if let word = Self.plainReason(bytes) {
            reason = word
            return
        }
        guard let body = try? JSONDecoder().decode(ReasonBody.self, from: Data(bytes)) else {
            return nil
        }
        self = body
        // It is shown to people: its escapes may make what the bytes could not.
        reason = body.reason.map { Farewell.printable(Array($0.utf8).prefix(200)) }
    }

    /// The word of `{"reason":"Word"}`, the usual form, which needs no JSON decoder.
    private static func plainReason(_ bytes: [UInt8]) -> String? {
        let head = Array(#"{"reason":""#.utf8)
        let tail = Array(#""}"#.utf8)
        guard bytes.count > head.count + tail.count, bytes.starts(with: head),
            bytes.suffix(tail.count).elementsEqual(tail)
        else { return nil }
        let word = bytes[head.count..<bytes.count - tail.count]
        guard word.allSatisfy({ ($0 | 0x20) &- UInt8(ascii: "a") < 26 }) else { return nil }
        return String(decoding: word, as: UTF8.self)
    }
}
