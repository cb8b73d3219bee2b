// SPDX-License-Identifier: Apache-2.0

/// Bytes of a request, compared and read without an array or a string of their own.
extension Span<UInt8> {
    func isEqual(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && holds(text.bytes, at: 0)
    }

    func isEqual(to bytes: [UInt8]) -> Bool {
        count == bytes.count && bytes.withUnsafeBytes { holds($0, at: 0) }
    }

    func starts(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && holds(text.bytes, at: 0)
    }

    func ends(with text: StaticString) -> Bool {
        count >= text.utf8CodeUnitCount && holds(text.bytes, at: count - text.utf8CodeUnitCount)
    }

    /// Whether the bytes from `start` on, as many as are expected, are the expected ones.
    @inline(__always)
    private func holds(_ expected: UnsafeRawBufferPointer, at start: Int) -> Bool {
        let count = expected.count
        let own = bytes.extracting(start..<start + count)
        switch count {
        case 8...:
            for index in stride(from: 0, to: count - 8, by: 8)
            where own.word(at: index) != expected.word(at: index) {
                return false
            }
            // The last eight, some of them again.
            return own.word(at: count - 8) == expected.word(at: count - 8)
        case 4...:
            return own.halfWord(at: 0) == expected.halfWord(at: 0)
                && own.halfWord(at: count - 4) == expected.halfWord(at: count - 4)
        default:
            for index in 0..<count where self[start + index] != expected[index] { return false }
            return true
        }
    }

    /// The eight bytes from `start` on, which must be there.
    @inline(__always)
    func eight(at start: Int) -> EightBytes {
        EightBytes(bytes.extracting(start..<start + 8).word(at: 0))
    }

    /// Twice four bytes, which must be there.
    @inline(__always)
    func eight(at first: Int, and second: Int) -> EightBytes {
        let low = bytes.extracting(first..<first + 4).halfWord(at: 0)
        let high = bytes.extracting(second..<second + 4).halfWord(at: 0)
        return EightBytes(UInt64(high) << 32 | UInt64(low))
    }

    /// The number that 16 hexadecimal digits from `start` on make, in either case; nil for other
    /// bytes.
    func hexadecimal(at start: Int) -> UInt64? {
        guard let high = eight(at: start).hexadecimal, let low = eight(at: start + 8).hexadecimal
        else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    func contains(_ byte: UInt8) -> Bool {
        for index in 0..<count where self[index] == byte { return true }
        return false
    }

    /// The bytes as an array.
    var array: [UInt8] {
        withUnsafeBytes { [UInt8]($0) }
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

// What is loaded must be there: the callers above have looked.
extension RawSpan {
    @inline(__always)
    fileprivate func word(at offset: Int) -> UInt64 {
        UInt64(
            littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    fileprivate func halfWord(at offset: Int) -> UInt32 {
        UInt32(
            littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }
}

extension UnsafeRawBufferPointer {
    @inline(__always)
    fileprivate func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    fileprivate func halfWord(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
}

extension StaticString {
    @inline(__always)
    fileprivate var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
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
