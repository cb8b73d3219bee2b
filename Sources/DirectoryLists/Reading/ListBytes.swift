// SPDX-License-Identifier: Apache-2.0

/// Bytes of a list, valid for as long as their owner says.
package typealias ListBytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
    static var empty: Self { Self(start: nil, count: 0) }

    /// The bytes without a carriage return at their end.
    var withoutReturn: Self { last == 0x0D ? Self(rebasing: dropLast()) : self }

    /// The bytes without blanks, tabs and no-break spaces (U+00A0 in UTF-8) at either end.
    var trimmed: Self {
        var (start, end) = (0, count)
        while start < end {
            if Self.isBlank(self[start]) {
                start += 1
            } else if start + 1 < end, self[start] == 0xC2, self[start + 1] == 0xA0 {
                start += 2
            } else {
                break
            }
        }
        while start < end {
            if Self.isBlank(self[end - 1]) {
                end -= 1
            } else if end - 2 >= start, self[end - 1] == 0xA0, self[end - 2] == 0xC2 {
                end -= 2
            } else {
                break
            }
        }
        return Self(rebasing: self[start..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D
    }

    /// Whether the ASCII letters are those of the word, in whatever case; the word is in lower
    /// case.
    func isWord(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount else { return false }
        for index in 0..<count {
            let byte = self[index]
            let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            if lower != word.utf8Start[index] { return false }
        }
        return true
    }
}

/// The text, cut at so many bytes, for a message or a report: control characters become `\u{…}`.
func plainText(_ bytes: ListBytes, limit: Int = 200) -> String {
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return bytes.count > limit ? result + "…" : result
}

func plainText(_ text: String, limit: Int) -> String {
    var text = text
    return text.withUTF8 { plainText($0, limit: limit) }
}
