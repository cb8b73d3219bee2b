// SPDX-License-Identifier: Apache-2.0

/// Text as a terminal sets it: in columns, of which some characters take two.
enum TerminalText {
    /// Without whatever a terminal would obey: a caller chooses their name.
    static func plain(_ text: String) -> String {
        String(text.filter { !isControl($0) })
    }

    /// Whether a terminal takes it for something to do, or shows nothing for it.
    static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            // The joiners are parts of characters.
            case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
            default: false
            }
        }
    }

    /// How many columns it takes.
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// The beginning that fits, with an ellipsis where something is missing.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(of: text) > columns else { return text }
        guard columns > 0 else { return "" }
        var (cut, used) = ("", 0)
        for character in text {
            guard used + width(of: character) < columns else { break }
            cut.append(character)
            used += width(of: character)
        }
        return cut + "…"
    }

    /// Exactly so wide.
    static func padded(_ text: String, _ columns: Int) -> String {
        let cut = cut(text, to: columns)
        return cut + String(repeating: " ", count: max(0, columns - width(of: cut)))
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.properties.generalCategory == .nonspacingMark { return 0 }
        return wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// Characters of East Asian width "wide" (UAX #11), and pictures.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
