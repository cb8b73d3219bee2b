// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Makes texts from outside fit to be shown.
enum CallText {
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
