// SPDX-License-Identifier: Apache-2.0

/// A country or territory, by its two letters (ISO 3166-1 alpha-2): what is dialled there, and how.
///
/// Any two letters are a region; those without a numbering plan of their own have no
/// ``callingCode``.
package struct Region: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 0 for AA, 675 for ZZ.
    let index: UInt16

    init(index: Int) { self.index = UInt16(truncatingIfNeeded: index) }

    /// A region by its letters, in either case; nil for anything but two of A to Z.
    package init?(_ code: some StringProtocol) {
        var index = 0
        var count = 0
        for byte in code.utf8 {
            let letter = Int(byte & 0xDF) - 0x41
            guard count < 2, byte >= 0x41, (0..<26).contains(letter) else { return nil }
            index = index * 26 + letter
            count += 1
        }
        guard count == 2 else { return nil }
        self.init(index: index)
    }

    /// The two letters, in upper case.
    package var code: String {
        String(decoding: [UInt8(0x41 + index / 26), UInt8(0x41 + index % 26)], as: UTF8.self)
    }

    package var description: String { code }

    package static func < (a: Region, b: Region) -> Bool { a.index < b.index }

    /// The calling code of its numbers, such as 86; nil for two letters that are no region.
    package var callingCode: Int? { NumberingTable.shared.plan(of: self)?.callingCode }

    /// The region of a POSIX locale's name, such as `de_DE.UTF-8` or `sr_RS@latin`.
    ///
    /// Nil for `C`, `POSIX`, a language alone, and a region that has no numbering plan.
    package static func ofLocale(_ name: String) -> Region? {
        let name = name.prefix { $0 != "." && $0 != "@" }
        for part in name.split(whereSeparator: { $0 == "_" || $0 == "-" }).dropFirst() {
            if let region = Region(part), region.callingCode != nil { return region }
        }
        return nil
    }

    /// The main region of a calling code: US for 1, RU for 7, GB for 44.
    ///
    /// Nil for a code that nobody has, and for one of the whole world, such as 800.
    package static func main(ofCallingCode code: Int) -> Region? {
        NumberingTable.shared.mainPlan(ofCallingCode: code)?.region
    }
}
