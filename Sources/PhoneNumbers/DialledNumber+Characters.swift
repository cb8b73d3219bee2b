// SPDX-License-Identifier: Apache-2.0

/// Which characters a number's text may hold.
extension DialledNumber {
    /// Where the number begins: after spaces and `tel:`, in either case.
    static func startAfterScheme(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var start = 0
        while start < text.count, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
        let scheme: StaticString = "tel:"
        guard start + 4 <= text.count else { return start }
        for place in 0..<4 where text[start + place] | 0x20 != scheme.utf8Start[place] | 0x20 {
            return start
        }
        return start + 4
    }

    /// Whether the rest is dialled only once somebody has answered, and names nobody.
    ///
    /// That is an extension (`x12`, `ext. 12`, `#12`) or digits after a pause (`,12`, `p12`,
    /// `w12`).
    static func isDialledLater(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = rest.first else { return false }
        var after = rest.dropFirst()
        switch first {
        case UInt8(ascii: ","), UInt8(ascii: "#"): break
        case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "p"), UInt8(ascii: "P"),
            UInt8(ascii: "w"), UInt8(ascii: "W"):
            break
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
            for letter in "xtension".utf8 {
                guard let next = after.first, next | 0x20 == letter else { break }
                after = after.dropFirst()
            }
            guard after.startIndex - rest.startIndex >= 3 else { return false }
        default: return false
        }
        // A pause with nothing behind it is one all the same; a letter would be a word's.
        var hasDigit = first == UInt8(ascii: ",")
        for byte in after {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
            case UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ","),
                UInt8(ascii: "-"), UInt8(ascii: "#"), UInt8(ascii: "*"), UInt8(ascii: ";"):
                break
            default: return false
            }
        }
        return hasDigit
    }

    /// The character at `index`, which is not ASCII, and its bytes; 0 and 1 where it is none.
    static func scalar(
        _ text: UnsafeBufferPointer<UInt8>, _ index: Int
    ) -> (scalar: UInt32, byteCount: Int) {
        let first = UInt32(text[index])
        // Digits and marks of numbers have two or three bytes.
        let byteCount = first & 0xE0 == 0xC0 ? 2 : first & 0xF0 == 0xE0 ? 3 : 0
        guard byteCount > 0, index + byteCount <= text.count else { return (0, 1) }
        var scalar = byteCount == 2 ? first & 0x1F : first & 0x0F
        for place in 1..<byteCount {
            let next = UInt32(text[index + place])
            guard next & 0xC0 == 0x80 else { return (0, 1) }
            scalar = scalar << 6 | next & 0x3F
        }
        return (scalar, byteCount)
    }

    /// The value of a decimal digit in another script (Unicode's category Nd, as far as scripts in
    /// which numbers are written).
    static func digit(_ scalar: UInt32) -> Int? {
        switch scalar {
        // Arabic-Indic, and its eastern form.
        case 0x0660...0x0669: Int(scalar - 0x0660)
        case 0x06F0...0x06F9: Int(scalar - 0x06F0)
        // Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam: each
        // 0x80 after the one before.
        case 0x0966...0x0D6F where (scalar - 0x0966) & 0x7F < 10: Int((scalar - 0x0966) & 0x7F)
        // Thai, Lao, Tibetan, Burmese, Khmer.
        case 0x0E50...0x0E59: Int(scalar - 0x0E50)
        case 0x0ED0...0x0ED9: Int(scalar - 0x0ED0)
        case 0x0F20...0x0F29: Int(scalar - 0x0F20)
        case 0x1040...0x1049: Int(scalar - 0x1040)
        case 0x17E0...0x17E9: Int(scalar - 0x17E0)
        // Fullwidth.
        case 0xFF10...0xFF19: Int(scalar - 0xFF10)
        default: nil
        }
    }

    /// Whether a character is a space, a dash, a bracket, or shows nothing.
    static func isFormatting(_ scalar: UInt32) -> Bool {
        switch scalar {
        // No-break space, soft hyphen, Arabic letter mark.
        case 0x00A0, 0x00AD, 0x061C: true
        // Spaces and direction marks; hyphens and dashes; embeddings; narrow no-break space.
        case 0x2000...0x2015, 0x202A...0x202F: true
        // Swung dash, spaces, word joiner, isolates; minus, tilde operator.
        case 0x2053, 0x205F...0x2069, 0x2212, 0x223C: true
        // Ideographic space, long vowel mark (written as a dash), byte order mark.
        case 0x3000, 0x30FC, 0xFEFF: true
        // Small and fullwidth brackets, hyphen, full stop, solidus, tilde.
        case 0xFE63, 0xFF08, 0xFF09, 0xFF0D...0xFF0F, 0xFF3B, 0xFF3D, 0xFF5E: true
        default: false
        }
    }
}
