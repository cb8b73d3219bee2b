// SPDX-License-Identifier: Apache-2.0

/// A few leading digits of what is dialled, each one of a set: `0`, `1[12]xxx00`, `[2-9]xxxxxx`.
struct DigitPattern {
    /// For each place a bit for each digit that may stand there.
    private let places: SIMD8<UInt16>
    /// How many digits it takes.
    let count: Int
    /// How many must follow, at least.
    let least: Int
    /// An area code that belongs before the number.
    let area: DigitString

    /// Whether it fits the front of `digits`.
    func matches(_ digits: DigitString) -> Bool {
        guard digits.count >= count &+ least else { return false }
        for place in 0..<count where places[place] & 1 &<< UInt16(digits[place]) == 0 {
            return false
        }
        return true
    }

    /// The digits with which a match begins, a bit each.
    var firstDigits: UInt16 { count == 0 ? 0 : places[0] }

    /// Reads a pattern as ``NumberingPlan`` writes it.
    ///
    /// Digits, `x` for any and sets in brackets; then `+10` for the least number of digits that
    /// follow, or `:268` for an area code.
    init(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        var places = SIMD8<UInt16>()
        var count = 0
        var least = 0
        var area = DigitString()
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                least = Self.number(rest)
                rest = rest.suffix(0)
            case UInt8(ascii: ":"):
                for digit in rest { _ = area.append(Int(digit & 15)) }
                rest = rest.suffix(0)
            default:
                precondition(count < 8, "a pattern of the table has at most eight digits")
                places[count] = Self.place(byte, &rest)
                count += 1
            }
        }
        (self.places, self.count, self.least, self.area) = (places, count, least, area)
    }

    /// The digits that may stand at the place that begins with `byte`.
    private static func place(
        _ byte: UInt8, _ rest: inout Slice<UnsafeBufferPointer<UInt8>>
    ) -> UInt16 {
        guard byte == UInt8(ascii: "[") else {
            return byte == UInt8(ascii: "x") ? 0x3FF : 1 << UInt16(byte & 15)
        }
        var digits: UInt16 = 0
        var previous: UInt8 = 0
        while let member = rest.popFirst(), member != UInt8(ascii: "]") {
            if member == UInt8(ascii: "-"), let last = rest.popFirst() {
                for digit in previous & 15...last & 15 { digits |= 1 << UInt16(digit) }
            } else {
                digits |= 1 << UInt16(member & 15)
                previous = member
            }
        }
        return digits
    }

    private static func number(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        bytes.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
}
