// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Makes the UUID of a call from what a server calls it.
public enum CallIdentifier {
    /// Namespace of the identifiers: drawn once, and never to be changed, since server and app may
    /// both compute with it.
    static let namespace: [UInt8] = [
        0x5B, 0x0C, 0x4E, 0x1F, 0x6A, 0x93, 0x4D, 0x27, 0x8F, 0x31, 0xC2, 0x74, 0xE9, 0x05, 0xB6,
        0xD8,
    ]

    /// The UUID that a text stands for.
    ///
    /// A UUID in any usual form (with or without dashes, braces or `urn:uuid:`, in letters of
    /// either case) is that UUID. Any other text has one of its own, always and everywhere the
    /// same: version 5 of RFC 9562 §5.5 in the namespace `5b0c4e1f-6a93-4d27-8f31-c274e905b6d8`.
    ///
    /// An app whose signalling knows its calls by `"12212"` finds the call of a push so.
    ///
    /// - Parameter text: What the server calls the call; spaces and line breaks around it do not
    ///   count.
    /// - Returns: The UUID, nil for an empty text.
    public static func uuid(_ text: String) -> UUID? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        return written(text) ?? named(text, in: namespace)
    }

    private static func written(_ text: String) -> UUID? {
        var digits = text.lowercased()[...]
        if digits.hasPrefix("urn:uuid:") { digits = digits.dropFirst(9) }
        if digits.hasPrefix("{"), digits.hasSuffix("}") { digits = digits.dropFirst().dropLast() }
        if let uuid = UUID(uuidString: String(digits)) { return uuid }
        let bytes = Array(digits.utf8)
        guard bytes.count == 32, bytes.allSatisfy(isHexDigit) else { return nil }
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return UUID(
            uuidString: parts.map { String(decoding: bytes[$0], as: UTF8.self) }
                .joined(separator: "-"))
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }

    /// Version 5 of RFC 9562 §5.5.
    static func named(_ text: String, in namespace: [UInt8]) -> UUID {
        var hash = SHA1.hash(namespace + Array(text.utf8))
        hash[6] = hash[6] & 0x0F | 0x50
        hash[8] = hash[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7],
                hash[8], hash[9], hash[10], hash[11], hash[12], hash[13], hash[14], hash[15]
            ))
    }
}
