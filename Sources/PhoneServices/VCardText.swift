// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// The text of vCards: encodings, escapes and names.
enum VCardText {
    /// A letter of ASCII in capitals; any other byte as it is.
    static func upper(_ byte: UInt8) -> UInt8 {
        byte &- 0x61 < 26 ? byte - 0x20 : byte
    }

    /// A file's bytes without a byte order mark, and in UTF-8 if that says UTF-16.
    static func utf8(ofFile bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        let isBigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// A property's value as text, and what is to be remarked upon.
    static func decode(_ property: VCardProperty) -> (text: String?, problem: String?) {
        guard !property.isBase64 else { return (nil, "text in base64; left out") }
        let bytes =
            property.isQuotedPrintable ? quotedPrintable(property.value) : Array(property.value)
        if let charset = property.charset, charset != "UTF-8", charset != "UTF8" {
            if let text = converted(bytes, from: charset) { return (text, nil) }
            if bytes.contains(where: { $0 >= 0x80 }) {
                let shown = String(charset.prefix(40)).withoutControls
                return (latin(bytes), "not readable as \(shown); read as ISO-8859-1")
            }
        }
        if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
        return (latin(bytes), "not UTF-8 and no CHARSET is named; read as ISO-8859-1")
    }

    private static func latin(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Bytes in quoted-printable (RFC 2045 §6.7); what is no code stays as it is.
    static func quotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "="), let high = rest.first.flatMap(digit),
                let low = rest.dropFirst().first.flatMap(digit)
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    /// Text in a named character set, by the C library's tables; nil where it knows none or the
    /// bytes are not of it.
    private static func converted(_ bytes: [UInt8], from charset: String) -> String? {
        // The name comes from the file: no slash may reach iconv, which reads options behind it.
        let isName = charset.utf8.allSatisfy { byte in
            upper(byte) &- 0x41 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
        }
        guard isName, !charset.isEmpty, charset.utf8.count <= 40,
            let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1
        else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // No character takes more than four bytes of UTF-8, nor less than one of any other.
        var output = [UInt8](repeating: 0, count: bytes.count * 4 + 16)
        let written = input.withUnsafeMutableBufferPointer { source -> Int? in
            output.withUnsafeMutableBytes { target -> Int? in
                var from = source.baseAddress
                var fromCount = source.count
                var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                var toCount = target.count
                guard iconv(converter, &from, &fromCount, &to, &toCount) != -1,
                    iconv(converter, nil, nil, &to, &toCount) != -1
                else { return nil }
                return target.count - toCount
            }
        }
        guard let written else { return nil }
        return String(validating: output[..<written], as: UTF8.self)
    }
}
