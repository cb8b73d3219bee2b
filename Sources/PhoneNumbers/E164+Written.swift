// SPDX-License-Identifier: Apache-2.0

extension E164 {
    /// The number of a `+` with nothing but digits behind it, assigned or not: lists of callers are
    /// full of numbers that nobody has.
    ///
    /// Nil for all else, for a length that no number of its plan has, and where a trunk prefix may
    /// stand behind the calling code.
    package static func writtenNumber(fromUTF8 text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard digitCounts.contains(text.count - 1), text[0] == UInt8(ascii: "+") else { return nil }
        let digits = DigitString(leading: text, from: 1)
        guard digits.count == text.count - 1 else { return nil }
        return NumberingTable.shared.isWritten(digits) ? digits.value : nil
    }
}

extension NumberingTable {
    /// Whether digits that begin with a calling code are a number as they stand.
    fileprivate func isWritten(_ digits: DigitString) -> Bool {
        let code = callingCode(of: digits)
        let count = Int(code.digitCount)
        guard count > 0, digits.count >= count + 3, let plan = mainPlan(of: code),
            plan.callingCode != ArgentineNumbers.callingCode
        else { return false }
        if plan.trunkStarts & 1 &<< UInt16(digits[count]) != 0 {
            let rest = digits.dropFirst(count)
            for place in plan.trunks where patterns[place].matches(rest) { return false }
        }
        let bit: UInt32 = 1 &<< UInt32(digits.count - count)
        for place in plan.lengths where lengths[place].lengths & bit != 0 { return true }
        return false
    }
}
