// SPDX-License-Identifier: Apache-2.0

/// Which bytes names and values of header fields may have (RFC 9110 §5.1, §5.5, §5.6.2).
///
/// What nearly all have is told for eight bytes at a time, since a push brings six hundred of them;
/// only where that fails is each byte looked at.
enum FieldBytes {
    /// Whether bytes are a token, at least one; in lower case unless `anyCase`.
    static func isToken(_ bytes: UnsafeBufferPointer<UInt8>, anyCase: Bool = false) -> Bool {
        guard !bytes.isEmpty else { return false }
        if areWords(bytes, isNameWord) { return true }
        return bytes.allSatisfy { isTokenByte($0, anyCase: anyCase) }
    }

    /// Whether bytes can be a field's value: no control bytes but tabs, no white space around it.
    static func isValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, let last = bytes.last else { return true }
        guard !isWhite(first), !isWhite(last) else { return false }
        return areWords(bytes, { isWord($0, above: 0x1f) })
            || bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    }

    /// Whether bytes are at least one, without white space and control bytes.
    static func isVisible(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return false }
        return areWords(bytes, { isWord($0, above: 0x20) })
            || bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    }

    // MARK: One byte

    private static func isWhite(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isTokenByte(_ byte: UInt8, anyCase: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): anyCase
        // The others in the order of ASCII: ! # $ % & ' * + - . ^ _ ` | ~
        case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x5e...0x60, 0x7c, 0x7e: true
        default: false
        }
    }

    // MARK: Eight bytes

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Whether all bytes, eight at a time, are what `isGood` looks for; false if there are fewer
    /// than four.
    private static func areWords(
        _ bytes: UnsafeBufferPointer<UInt8>, _ isGood: (UInt64) -> Bool
    ) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        let last = raw.count - 8
        guard raw.count >= 4, let start = raw.baseAddress else { return false }
        guard last >= 0 else {
            // The first four and the last four, some of them twice.
            let first = start.loadUnaligned(as: UInt32.self)
            let second = start.loadUnaligned(fromByteOffset: raw.count - 4, as: UInt32.self)
            return isGood(UInt64(second) << 32 | UInt64(first))
        }
        var index = 0
        while index < last {
            guard isGood(start.loadUnaligned(fromByteOffset: index, as: UInt64.self)) else {
                return false
            }
            index += 8
        }
        // The last eight, some of them again.
        return isGood(start.loadUnaligned(fromByteOffset: last, as: UInt64.self))
    }

    /// Whether each byte is above `highest` and not 0x7f.
    private static func isWord(_ word: UInt64, above highest: UInt64) -> Bool {
        let low = (word &- ones &* (highest &+ 1)) & ~word
        let delete = word ^ (ones &* 0x7f)
        let isDelete = (delete &- ones) & ~delete
        return (low | isDelete) & tops == 0
    }

    /// Whether each byte is a small letter or a hyphen.
    private static func isNameWord(_ word: UInt64) -> Bool {
        let rest = word & ~tops
        let fromA = rest &+ ones &* (0x80 - 0x61)
        let beyondZ = rest &+ ones &* (0x7f - 0x7a)
        let isOther = (rest ^ (ones &* 0x2d)) &+ ones &* 0x7f
        return ((fromA & ~beyondZ) | ~isOther) & ~word & tops == tops
    }
}
