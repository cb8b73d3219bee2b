// SPDX-License-Identifier: Apache-2.0

/// Eight bytes of a text, looked at together; the first is the lowest.
///
/// Each request brings some four hundred that must be compared or read.
struct EightBytes: Sendable, Equatable {
    var word: UInt64

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    init(_ word: UInt64) { self.word = word }

    /// The top bit of each byte that is ASCII and in the range.
    ///
    /// Nothing is carried from one byte into the next, since the sums stay below 256.
    @inline(__always)
    private func marks(_ first: UInt8, _ last: UInt8) -> UInt64 {
        let low = word & ~Self.tops
        let fromFirst = low &+ Self.ones &* UInt64(0x80 - first)
        let beyondLast = low &+ Self.ones &* UInt64(0x7F - last)
        return fromFirst & ~beyondLast & ~word & Self.tops
    }

    /// Letters in lower case; other bytes may change, so this is good for looking at letters alone.
    @inline(__always)
    private var folded: Self { Self(word | Self.ones &* 0x20) }

    // MARK: Topics

    /// Whether all are what a topic may have: letters, digits, hyphens and full stops.
    @inline(__always)
    var areTopicBytes: Bool {
        let letters = folded.marks(UInt8(ascii: "a"), UInt8(ascii: "z"))
        let digits = marks(UInt8(ascii: "0"), UInt8(ascii: "9"))
        // The two are neighbours.
        let others = marks(UInt8(ascii: "-"), UInt8(ascii: "."))
        return letters | digits | others == Self.tops
    }

    // MARK: Hexadecimal digits

    /// The number that eight hexadecimal digits make, in either case; nil for other bytes.
    @inline(__always)
    var hexadecimal: UInt32? {
        let letters = folded.marks(UInt8(ascii: "a"), UInt8(ascii: "f"))
        let digits = marks(UInt8(ascii: "0"), UInt8(ascii: "9"))
        guard letters | digits == Self.tops else { return nil }
        let values = word & (Self.ones &* 0x0F) &+ (letters >> 7) &* 9
        var number = values.byteSwapped
        number = (number | number >> 4) & 0x00FF_00FF_00FF_00FF
        number = (number | number >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: number | number >> 16)
    }

    /// A bit for each letter in upper case, the first byte's the highest.
    ///
    /// The bytes must be hexadecimal digits.
    @inline(__always)
    var upperCase: UInt8 {
        let marks = (word >> 6) & ~(word >> 5) & Self.ones
        // The product brings each byte's bit to its place in the highest byte.
        return UInt8(truncatingIfNeeded: (marks.byteSwapped &* 0x0102_0408_1020_4080) >> 56)
    }

    /// The digits of a number, the first its highest.
    ///
    /// `upperCase` has a bit for each digit, the first one's the highest: whether a letter there is
    /// in upper case.
    @inline(__always)
    init(hexadecimal number: UInt32, upperCase: UInt8) {
        var values = UInt64(number)
        values = (values | values << 16) & 0x0000_FFFF_0000_FFFF
        values = (values | values << 8) & 0x00FF_00FF_00FF_00FF
        values = (values | values << 4) & (Self.ones &* 0x0F)
        values = values.byteSwapped
        let letters = (values &+ Self.ones &* 6) >> 4 & Self.ones
        // Each byte gets its own bit of the eight, and then whether that is set.
        let chosen = UInt64(upperCase) &* Self.ones & 0x0102_0408_1020_4080
        let isUpper = (chosen &+ Self.ones &* 0x7F) >> 7 & Self.ones
        let toLetter = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
        word = values &+ Self.ones &* 0x30 &+ letters &* toLetter &- (letters & isUpper) &* 0x20
    }
}
