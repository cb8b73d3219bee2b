// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Makes texts from outside fit to be shown.
enum PushText {
    /// What a name or a handle may have in UTF-8: more than any screen shows, and as much as any
    /// mail address has (RFC 5321 §4.5.3.1.3).
    static let byteCountMax = 256

    /// The text without control and bidirectional characters, which could fake what stands beside
    /// it, without spaces around it, and cut between two characters; nil where nothing is left.
    static func clean(_ text: String) -> String? {
        // What is cut off below need not be looked at, however long it is.
        let scalars = text.unicodeScalars.prefix(byteCountMax * 4).filter { !isUnwanted($0) }
        let kept = String(String.UnicodeScalarView(scalars))
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let result = prefix(of: kept) { $0.utf8.count }
        return result.isEmpty ? nil : String(result)
    }

    /// As much of a text as may be shown; whole characters where the first of them fits.
    static func cut(_ text: String) -> String {
        guard text.utf8.count > byteCountMax else { return text }
        let characters = prefix(of: text) { $0.utf8.count }
        if !characters.isEmpty { return String(characters) }
        // One letter with thousands of accents: some of them.
        return String(prefix(of: text.unicodeScalars) { UTF8.width($0) })
    }

    private static func prefix<Text: Collection>(
        of text: Text, _ byteCount: (Text.Element) -> Int
    ) -> Text.SubSequence {
        var count = 0
        return text.prefix(while: { element in
            count += byteCount(element)
            return count <= byteCountMax
        })
    }

    /// C0 and C1 controls, line and paragraph separators, and the characters of Unicode's
    /// bidirectional algorithm (UAX #9 §2).
    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
            true
        default: false
        }
    }
}

extension CallHandle {
    /// What a text from a push is a handle of: a telephone number where it has 3 to 15 digits and
    /// nothing but what people write between them, a mail address, or a name of the app's own.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - kind: Its kind where the push says it.
    /// - Returns: The handle; nil where no character is left.
    static func read(_ text: String, _ kind: Kind?) -> CallHandle? {
        guard var value = PushText.clean(text) else { return nil }
        var kind = kind
        for (scheme, meaning) in [("tel:", Kind.phoneNumber), ("mailto:", .emailAddress)]
        where value.lowercased().hasPrefix(scheme) {
            value = String(value.dropFirst(scheme.count))
            kind = kind ?? meaning
        }
        guard !value.isEmpty else { return nil }
        let number = phoneNumber(value)
        switch kind {
        case .generic: return CallHandle(.generic, value)
        case .emailAddress: return CallHandle(.emailAddress, value)
        case .phoneNumber: return CallHandle(.phoneNumber, number ?? value)
        case nil: break
        }
        if let number { return CallHandle(.phoneNumber, number) }
        return CallHandle(isMailAddress(value) ? .emailAddress : .generic, value)
    }

    /// The digits with their `+`; nil where it is no number.
    private static func phoneNumber(_ text: String) -> String? {
        let kept = text.filter { !" ()-./\u{A0}\u{202F}".contains($0) }
        let digits = kept.hasPrefix("+") ? kept.dropFirst() : kept[...]
        guard (3...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return kept
    }

    private static func isMailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
            && !text.contains(" ") && !parts[0].contains(":")
    }
}
