// SPDX-License-Identifier: Apache-2.0

/// Bytes of a request, compared and read without an array or a string of their own.
extension Span<UInt8> {
    func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return starts(with: text)
    }

    func isEqual(to bytes: [UInt8]) -> Bool {
        guard count == bytes.count else { return false }
        return holds(bytes, at: 0)
    }

    func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { expected in
            for index in 0..<expected.count where self[index] != expected[index] { return false }
            return true
        }
    }

    func ends(with bytes: [UInt8]) -> Bool {
        count >= bytes.count && holds(bytes, at: count - bytes.count)
    }

    private func holds(_ bytes: [UInt8], at start: Int) -> Bool {
        let other = bytes.span
        var index = 0
        while index + 8 <= bytes.count {
            if word(at: start + index) != other.word(at: index) { return false }
            index += 8
        }
        while index < bytes.count {
            if self[start + index] != bytes[index] { return false }
            index += 1
        }
        return true
    }

    /// Eight bytes from `start` on, the first highest.
    private func word(at start: Int) -> UInt64 {
        UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    }

    /// The number that 16 hexadecimal digits from `start` on make, in either case; nil for other
    /// bytes.
    func hexadecimal(at start: Int) -> UInt64? {
        guard let high = Self.digits(word(at: start)), let low = Self.digits(word(at: start + 8))
        else { return nil }
        return high << 32 | low
    }

    /// The number that eight digits make, all at once: it is what an accepted request has most of.
    private static func digits(_ text: UInt64) -> UInt64? {
        // Letters have the bit 0x40, and their low half begins at 1.
        let letters = text & 0x4040_4040_4040_4040
        var value = (text & 0x0F0F_0F0F_0F0F_0F0F) &+ (letters >> 6) &* 9
        // Written again, only digits give what was read.
        let overNine = (value &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        let again = value &+ 0x3030_3030_3030_3030 &+ overNine &* 0x27
        guard again == text | letters >> 1, value & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return (value | value >> 16) & 0xFFFF_FFFF
    }

    /// The bytes as an array.
    var array: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count { buffer[index] = self[index] }
            initialized = count
        }
    }

    /// The decimal number that the text is: digits alone; nil for any other text, or one beyond 64
    /// bits.
    var decimal: Int64? {
        guard count > 0 else { return nil }
        var number: Int64 = 0
        for index in 0..<count {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index]) else { return nil }
            let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
            let digit = Int64(self[index] - UInt8(ascii: "0"))
            let (sum, isOverToo) = tens.addingReportingOverflow(digit)
            guard !isOver, !isOverToo else { return nil }
            number = sum
        }
        return number
    }

    /// As it may stand in a log: no control characters, no spaces, and not long.
    var cleaned: String {
        var text: [UInt8] = []
        for index in 0..<Swift.min(count, 255) where (0x21...0x7E).contains(self[index]) {
            text.append(self[index])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    /// Another's text as it may stand in a log.
    var cleaned: String { Array(utf8).span.cleaned }
}

/// The value of a hexadecimal digit in either case, or more than 15: as `hexadecimalValue`, for the
/// loops that run for each request.
func hexadecimalDigitValue(_ byte: UInt8) -> UInt8 {
    let decimal = byte &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : .max
}
