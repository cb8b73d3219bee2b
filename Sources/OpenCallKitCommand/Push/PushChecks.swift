// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is plainly wrong with a push, in words for the person who sends it, before it is sent.
enum PushChecks {
    /// APNs: Sending notification requests.
    static let voipPayloadByteCountMax = 5_120
    static let payloadByteCountMax = 4_096

    /// What is wrong with a payload; nil for a good one.
    static func payload(_ bytes: [UInt8], isVoIP: Bool) -> String? {
        let limit = isVoIP ? voipPayloadByteCountMax : payloadByteCountMax
        guard !bytes.isEmpty else {
            return "the payload is empty, which is answered by PayloadEmpty; send {} at least"
        }
        guard bytes.count <= limit else {
            return "the payload has \(bytes.count) bytes, more than the \(limit) allowed, which is "
                + "answered by PayloadTooLarge; send less"
        }
        guard (try? JSONDecoder().decode(AnyDocument.self, from: Data(bytes))) != nil else {
            return "the payload is not JSON; check its quotes and commas"
        }
        guard bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else {
            return #"the payload is JSON but no object; write {"aps":{}} and the like"#
        }
        return nil
    }

    /// What is wrong with a device token; nil for a good one.
    static func token(_ text: String) -> String? {
        let way = #"in the app, print token.map { String(format: "%02x", $0) }.joined()"#
        if text.contains("length") && text.contains("bytes") {
            return "the token is a Data as it is printed, which leaves bytes out; \(way)"
        }
        if text.hasPrefix("<") || text.hasSuffix(">") || text.contains(" ") {
            return "the token is a Data as it is printed, with signs that are not of it; \(way)"
        }
        guard let wrong = text.first(where: { !$0.isHexDigit || !$0.isASCII }) else {
            let isWhole = text.utf8.count.isMultiple(of: 2)
            return isWhole ? nil : "the token has an odd number of digits, so that one is missing"
        }
        return "the token must be hexadecimal digits, and has '\(wrong)' in it; \(way)"
    }

    /// What is wrong with a topic; nil for a good one.
    static func topic(_ text: String, isVoIP: Bool) -> String? {
        if isVoIP, !text.hasSuffix(".voip") {
            return "a VoIP push goes to the topic \(text).voip, not \(text)"
        }
        if !isVoIP, text.hasSuffix(".voip") {
            return "the topic \(text) takes pushes of type voip alone; leave .voip away"
        }
        return nil
    }

    /// A text as it can stand in a path, for those who want to see the server's answer to it.
    static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            guard !isPlain else { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// Any JSON at all.
    private struct AnyDocument: Decodable {
        init(from decoder: any Decoder) {}
    }
}

extension UInt8 {
    /// White space of JSON (RFC 8259 §2).
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
