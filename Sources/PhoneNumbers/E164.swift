// SPDX-License-Identifier: Apache-2.0

/// Numbers as the whole world knows them: calling code and significant number (ITU-T E.164).
///
/// The rule by which text becomes one is Documentation/PhoneNumbers.md.
package enum E164 {
    /// The digits that a number has, calling code included.
    package static let digitCounts = 5...15
    /// The bytes of text that are read; longer text is no number.
    package static let textByteCount = 250

    /// The number that `text` names when it is dialled in `region`.
    ///
    /// Nil where it is none, or none that is known beyond one network: short codes, feature codes,
    /// subscribers' numbers without their area code. Without a region only `+` forms count, and 8
    /// to 15 digits that begin with a calling code.
    package static func number(from text: String, region: Region?) -> Int64? {
        var text = text
        return text.withUTF8 { number(fromUTF8: $0, region: region) }
    }

    /// The same for text in UTF-8, without a copy of it.
    package static func number(fromUTF8 text: UnsafeBufferPointer<UInt8>, region: Region?) -> Int64?
    {
        guard let dialled = DialledNumber(utf8: text) else { return nil }
        let table = NumberingTable.shared
        let number: DigitString?
        if dialled.isInternational {
            number = table.international(dialled.digits)
        } else if let plan = region.flatMap(table.plan(of:)) {
            number = table.dialled(dialled.digits, in: plan)
        } else {
            number = table.bare(dialled.digits)
        }
        return number?.value
    }

    /// The number, where the text can mean no other and a numbering plan lists numbers like it.
    ///
    /// Nil also for numbers that ``number(fromUTF8:region:)`` takes on trust: lists ask
    /// libphonenumber about those.
    package static func certainNumber(
        fromUTF8 text: UnsafeBufferPointer<UInt8>, region: Region?
    ) -> Int64? {
        guard let dialled = DialledNumber(utf8: text), !dialled.isWord else { return nil }
        let table = NumberingTable.shared
        let number: DigitString?
        if dialled.isInternational {
            number = table.international(dialled.digits).flatMap { table.isKnown($0) ? $0 : nil }
        } else if let plan = region.flatMap(table.plan(of:)) {
            number = table.certain(dialled.digits, in: plan)
        } else {
            number = nil
        }
        return number?.value
    }

    /// How people write it across borders, without spaces: `+8618712345678`.
    package static func text(_ number: Int64) -> String { "+\(number)" }

    /// The calling code of a number; nil where its first digits are none that anybody has.
    package static func callingCode(of number: Int64) -> Int? {
        guard number > 0 else { return nil }
        var digits = DigitString()
        for byte in String(number).utf8 { _ = digits.append(Int(byte & 15)) }
        let count = Int(NumberingTable.shared.callingCode(of: digits).digitCount)
        guard count > 0, count < digits.count else { return nil }
        return (0..<count).reduce(0) { $0 * 10 + digits[$1] }
    }
}
