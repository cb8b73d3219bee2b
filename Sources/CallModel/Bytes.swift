// SPDX-License-Identifier: Apache-2.0

/// Bytes that travel in a message as base64 (RFC 4648 §4): a token, a push's payload.
package struct Bytes: Hashable, Sendable {
    package var array: [UInt8]

    package init(_ array: [UInt8]) { self.array = array }

    /// Lower-case hexadecimal digits, as a device token is written in a path.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(array.count * 2)
        for byte in array {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads hexadecimal digits in either case.
    ///
    /// Nil for an odd count or any other character.
    package init?(hexadecimal text: some StringProtocol) {
        var array: [UInt8] = []
        var upper: UInt8?
        for byte in text.utf8 {
            guard let value = hexadecimalValue(byte) else { return nil }
            if let high = upper {
                array.append(high << 4 | value)
                upper = nil
            } else {
                upper = value
            }
        }
        guard upper == nil else { return nil }
        self.init(array)
    }
}

extension Bytes: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Bytes(base64: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "bytes are base64"
            )
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(base64)
    }

    package var base64: String {
        let alphabet = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
        )
        var text: [UInt8] = []
        text.reserveCapacity((array.count + 2) / 3 * 4)
        for start in stride(from: 0, to: array.count, by: 3) {
            let count = min(3, array.count - start)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < count ? UInt32(array[start + offset]) : 0)
            }
            for digit in 0..<4 {
                let isPadding = digit > count
                text.append(
                    isPadding
                        ? UInt8(ascii: "=") : alphabet[Int(group >> UInt32(18 - 6 * digit)) & 63]
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Strict: padded, no white space, no other alphabet.
    package init?(base64 text: String) {
        var text = text
        let parsed = text.withUTF8 { Self.decode($0) }
        guard let parsed else { return nil }
        self.init(parsed)
    }

    private static func decode(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 4) else { return nil }
        let padding = digits.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        var array: [UInt8] = []
        array.reserveCapacity(digits.count / 4 * 3)
        var group: UInt32 = 0
        for (index, byte) in digits.enumerated() {
            let isPadding = index >= digits.count - padding
            guard let value = isPadding ? 0 : base64Value(byte) else { return nil }
            group = group << 6 | UInt32(value)
            guard index & 3 == 3 else { continue }
            array.append(UInt8(truncatingIfNeeded: group >> 16))
            array.append(UInt8(truncatingIfNeeded: group >> 8))
            array.append(UInt8(truncatingIfNeeded: group))
            group = 0
        }
        array.removeLast(padding)
        return array
    }

    private static func base64Value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
