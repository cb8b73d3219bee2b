// SPDX-License-Identifier: Apache-2.0

/// Up to 32 digits, packed four bits each, the first one on top: a value that allocates nothing.
struct DigitString {
    static let capacity = 32

    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    init() {}

    /// The ASCII digits that `text` holds from `start` on, at most 16, up to anything else.
    init(leading text: UnsafeBufferPointer<UInt8>, from start: Int) {
        let end = min(text.count, start &+ 16)
        var index = start
        var bits: UInt64 = 0
        while index < end {
            let digit = text[index] &- 0x30
            guard digit < 10 else { break }
            bits = bits &<< 4 | UInt64(digit)
            index &+= 1
        }
        count = index &- start
        high = bits << UInt64(64 &- 4 &* count)
    }

    /// The digits of a calling code, 1 to 999, and those of a number behind it, at most 29.
    init(callingCode: Int, _ number: DigitString) {
        self = number
        var rest = callingCode
        while rest > 0 {
            low = low &>> 4 | high &<< 60
            high = high &>> 4 | UInt64(truncatingIfNeeded: rest % 10) &<< 60
            rest /= 10
            count &+= 1
        }
    }

    /// The digit at `index`, which is below ``count``.
    subscript(index: Int) -> Int {
        let word = index < 16 ? high : low
        return Int(truncatingIfNeeded: word &>> (60 &- 4 &* UInt64(index & 15))) & 15
    }

    /// The first three digits as a number; zeros stand for those that are not there.
    var leadingThree: Int {
        Int(high &>> 60) &* 100 &+ Int(high &>> 56 & 15) &* 10 &+ Int(high &>> 52 & 15)
    }

    /// Adds a digit, 0 to 9; false where there is no room.
    mutating func append(_ digit: Int) -> Bool {
        guard count < Self.capacity else { return false }
        let bits = UInt64(truncatingIfNeeded: digit) &<< (60 &- 4 &* UInt64(count & 15))
        if count < 16 { high |= bits } else { low |= bits }
        count &+= 1
        return true
    }

    mutating func append(contentsOf other: DigitString) -> Bool {
        for index in 0..<other.count where !append(other[index]) { return false }
        return true
    }

    /// What follows the first `dropped` digits, which there are, and at most 15.
    func dropFirst(_ dropped: Int) -> DigitString {
        guard dropped > 0 else { return self }
        let bits = UInt64(4 &* dropped)
        var rest = self
        rest.high = high &<< bits | low &>> (64 &- bits)
        rest.low = low &<< bits
        rest.count = count &- dropped
        return rest
    }

    /// The digits as a number, of which there are at most 18.
    var value: Int64 {
        var value: Int64 = 0
        for index in 0..<count { value = value &* 10 &+ Int64(self[index]) }
        return value
    }
}
