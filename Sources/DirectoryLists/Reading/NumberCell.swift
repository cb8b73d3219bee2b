// SPDX-License-Identifier: Apache-2.0
import PhoneNumbers

/// What stands where a number should.
enum NumberCell: Equatable {
    case number(Int64)
    /// Several numbers: a range, or a pattern that numbers of one or more lengths match.
    case ranges([ClosedRange<Int64>])
    /// Perhaps a number: libphonenumber knows.
    case uncertain
    case rejected(RejectReason)
}

/// Reads numbers, ranges and patterns.
///
/// What is certainly a number is read here, a hundred times as fast as by libphonenumber, which
/// gets all else. Where no home region is known, digits alone are read as if `+` stood before them.
/// A range is two numbers of as many digits, with `-`, `–` or `..` between them. In a pattern `?`,
/// `#` or `x` at the end each stand for a digit, and one `*` for as many as numbers of that country
/// have.
struct NumberCellReader {
    let region: Region?
    /// Whether also what is in E.164 is libphonenumber's to judge.
    let isStrict: Bool
    /// Whether digits alone are taken as they stand, as an extension that loads them would.
    ///
    /// Those that begin with a zero are national where a home region is known.
    var takesDigits = false
    /// Asks whether numbers of the number's country can have so many digits.
    let hasPossibleLength: (Int64) -> Bool

    /// The shortest number at either end of a range: anything shorter is a part of a number that is
    /// written with dashes.
    private static let rangeDigitCountMin = 7
    private static let wildcardCountMax = 14

    func read(_ cell: ListBytes) -> NumberCell {
        guard let first = cell.first else { return .rejected(.noNumber) }
        if let plain = plainNumber(cell, first) { return plain }
        if let last = cell.last, Self.isWildcard(last) || last == UInt8(ascii: "*"),
            last | 0x20 != UInt8(ascii: "x") || Self.digitCount(cell) > 0
        {
            return pattern(cell)
        }
        if let range = range(cell) { return range }
        return other(cell)
    }

    /// What is nothing but digits, perhaps with a sign before them; nil for anything else.
    private func plainNumber(_ cell: ListBytes, _ first: UInt8) -> NumberCell? {
        if takesDigits, let number = exactNumber(cell) { return number }
        let isSigned = first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
        let digits = isSigned ? ListBytes(rebasing: cell.dropFirst()) : cell
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        guard first != UInt8(ascii: "-"), digits.contains(where: { $0 != 0x30 }) else {
            return .rejected(.outOfBounds)
        }
        if digits.count > 18 { return .rejected(.tooLong) }
        guard region == nil, first != UInt8(ascii: "+") else { return other(cell) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: cell.count + 1) { room in
            room[0] = UInt8(ascii: "+")
            _ = room[1...].update(from: cell)
            return other(ListBytes(room))
        }
    }

    /// A whole number with a sign or without; nil for anything else.
    private func exactNumber(_ cell: ListBytes) -> NumberCell? {
        let isNegative = cell.first == UInt8(ascii: "-")
        let isSigned = isNegative || cell.first == UInt8(ascii: "+")
        let digits = isSigned ? ListBytes(rebasing: cell.dropFirst()) : cell
        guard let first = digits.first else { return nil }
        if first == UInt8(ascii: "0"), digits.count > 1, region != nil { return nil }
        var number: Int64 = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            let digit = isNegative ? -Int64(byte & 15) : Int64(byte & 15)
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = product.addingReportingOverflow(digit)
            guard !isTooLarge, !isOver else { return .rejected(.outOfBounds) }
            number = sum
        }
        return .number(number)
    }

    private func other(_ cell: ListBytes) -> NumberCell {
        guard cell.count <= E164.textByteCount else { return .rejected(.notANumber) }
        if !isStrict,
            let number = E164.writtenNumber(fromUTF8: cell)
                ?? E164.certainNumber(fromUTF8: cell, region: region)
        {
            return .number(number)
        }
        // libphonenumber says what it is, or what is wrong with it.
        return .uncertain
    }

    // MARK: Ranges

    /// Nil for what is no range.
    private func range(_ cell: ListBytes) -> NumberCell? {
        for index in cell.indices.dropFirst().dropLast() {
            guard let count = Self.separatorCount(cell, at: index) else { continue }
            let left = ListBytes(rebasing: cell[..<index]).trimmed
            let right = ListBytes(rebasing: cell[(index + count)...]).trimmed
            guard Self.digitCount(left) >= Self.rangeDigitCountMin,
                Self.digitCount(right) >= Self.rangeDigitCountMin
            else { continue }
            guard let lower = end(left), let upper = end(right), lower <= upper,
                String(lower).utf8.count == String(upper).utf8.count
            else { return .rejected(.badRange) }
            return .ranges([lower...upper])
        }
        return nil
    }

    /// How many bytes the sign between the ends of a range takes here; nil where there is none.
    private static func separatorCount(_ cell: ListBytes, at index: Int) -> Int? {
        let rest = cell[index...]
        if rest.starts(with: "-".utf8) { return 1 }
        if rest.starts(with: "..".utf8) { return 2 }
        return rest.starts(with: "\u{2013}".utf8) ? 3 : nil
    }

    private static func digitCount(_ bytes: ListBytes) -> Int {
        bytes.reduce(0) { $0 + ((0x30...0x39).contains($1) ? 1 : 0) }
    }

    /// A range's end, or a pattern with its wildcards filled in.
    ///
    /// Digits alone that begin as the country's numbers do are in E.164 already.
    private func end(_ bytes: ListBytes) -> Int64? {
        E164.number(fromUTF8: bytes, region: region)
            ?? E164.number(fromUTF8: bytes, region: nil)
    }

    // MARK: Patterns

    private static func isWildcard(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte | 0x20 == UInt8(ascii: "x")
    }

    private func pattern(_ cell: ListBytes) -> NumberCell {
        var prefix = cell
        var wildcards = 0
        var isOpen = false
        while let last = prefix.last {
            if last == UInt8(ascii: "*"), wildcards == 0, !isOpen {
                isOpen = true
            } else if Self.isWildcard(last) {
                wildcards += 1
            } else if ![0x20, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/")].contains(
                last)
            {
                break
            }
            prefix = ListBytes(rebasing: prefix.dropLast())
        }
        guard Self.digitCount(prefix) > 0, wildcards <= Self.wildcardCountMax,
            !prefix.contains(where: { Self.isWildcard($0) || $0 == UInt8(ascii: "*") })
        else { return .rejected(.badPattern) }
        let counts = isOpen ? wildcards...Self.wildcardCountMax : wildcards...wildcards
        let ranges = counts.compactMap { filled(prefix, wildcards: $0, asksForLength: isOpen) }
        return ranges.isEmpty ? .rejected(.badPattern) : .ranges(ranges)
    }

    /// The numbers that the prefix with so many digits behind it makes; nil where they are none.
    private func filled(
        _ prefix: ListBytes, wildcards: Int, asksForLength: Bool
    ) -> ClosedRange<Int64>? {
        func number(_ digit: UInt8) -> Int64? {
            let bytes = Array(prefix) + Array(repeating: digit, count: wildcards)
            return bytes.withUnsafeBufferPointer { end($0) }
        }
        guard let lower = number(UInt8(ascii: "0")), let upper = number(UInt8(ascii: "9")),
            upper >= lower, UInt64(upper - lower) == Self.powerOfTen(wildcards) - 1,
            !asksForLength || hasPossibleLength(upper) || hasPossibleLength(lower)
        else { return nil }
        return lower...upper
    }

    private static func powerOfTen(_ exponent: Int) -> UInt64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
