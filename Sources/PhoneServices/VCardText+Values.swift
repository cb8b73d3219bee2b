// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What values mean, once they are text.
extension VCardText {
    /// Text without its escapes (RFC 6350 §3.4), on one line, without blanks at its ends.
    static func unescaped(_ text: String) -> String {
        tidied(unescapedParts(text, separator: nil)[0])
    }

    /// The parts of a structured value.
    static func parts(_ text: String) -> [String] {
        unescapedParts(text, separator: ";").map(tidied)
    }

    private static func unescapedParts(
        _ text: String, separator: Unicode.Scalar?
    ) -> [String.UnicodeScalarView] {
        var parts = [String.UnicodeScalarView()]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                parts[parts.count - 1].append(scalar == "n" || scalar == "N" ? " " : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == separator {
                parts.append(String.UnicodeScalarView())
            } else {
                parts[parts.count - 1].append(scalar)
            }
        }
        return parts
    }

    /// Without controls, and with one space where there are several.
    private static func tidied(_ text: String.UnicodeScalarView) -> String {
        var spaced = String.UnicodeScalarView()
        for scalar in text { spaced.append(scalar.properties.isWhitespace ? " " : scalar) }
        return String(spaced).withoutControls.split(separator: " ").joined(separator: " ")
    }

    /// A name of its parts, as people write it who have such names: family, given, additional,
    /// prefixes, suffixes (RFC 6350 §6.2.2).
    static func name(_ parts: [String]) -> String {
        let part = { (index: Int) in index < parts.count ? parts[index] : "" }
        let (family, given) = (part(0), part(1))
        if (family + given).unicodeScalars.contains(where: isEastAsian) { return family + given }
        return [part(3), given, part(2), family, part(4)].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Han, Kana and Hangul: the family's name comes first, without a space.
    private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3134F:
            true
        default: false
        }
    }

    /// A value without the scheme of a URI, which is in small letters and has its colon.
    static func withoutScheme(_ scheme: String, _ value: String) -> String {
        var rest = value[...]
        while rest.utf8.count >= scheme.utf8.count,
            zip(rest.utf8, scheme.utf8).allSatisfy({ upper($0) == upper($1) })
        {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: scheme.utf8.count)...]
                .drop { $0 == " " }
        }
        return String(rest)
    }

    /// The longest beginning of whole characters that has at most so many bytes.
    static func cut(_ text: String, toByteCount count: Int) -> String {
        var end = text.startIndex
        var room = count
        for index in text.indices {
            room -= text[index].utf8.count
            guard room >= 0 else { break }
            end = text.index(after: index)
        }
        return String(text[..<end])
    }
}
