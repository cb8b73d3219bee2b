// SPDX-License-Identifier: Apache-2.0

/// The rule by which digits become a number in E.164: Documentation/PhoneNumbers.md.
extension NumberingTable {
    /// Digits after a plus sign.
    ///
    /// The trunk prefix that people write between calling code and number, as in `+44 (0)20 …`, is
    /// dropped where the rest is a number of that plan. An unassigned calling code stays: callers
    /// who hide behind one are blocked by it.
    func international(_ digits: DigitString) -> DigitString? {
        guard E164.digitCounts.lowerBound <= digits.count, digits[0] != 0 else { return nil }
        var number = digits
        let code = callingCode(of: digits)
        let codeCount = Int(code.digitCount)
        if let plan = mainPlan(of: code), codeCount < digits.count {
            let isPrefixed = plan.trunkStarts & 1 &<< UInt16(digits[codeCount]) != 0
            if isPrefixed || plan.callingCode == ArgentineNumbers.callingCode {
                let rest = digits.dropFirst(codeCount)
                if let significant = significant(rest, of: plan, isAtHome: false),
                    significant.count != rest.count
                {
                    number = joined(plan.callingCode, significant) ?? digits
                }
            }
        }
        return E164.digitCounts.contains(number.count) ? number : nil
    }

    /// Digits of which neither a plus sign nor a home region says how they are meant.
    func bare(_ digits: DigitString) -> DigitString? {
        guard (8...E164.digitCounts.upperBound).contains(digits.count),
            callingCode(of: digits).digitCount > 0
        else { return nil }
        return digits
    }

    /// Digits as they are dialled at home in `plan`'s region.
    func dialled(_ digits: DigitString, in plan: NumberingPlan) -> DigitString? {
        guard digits.count >= 3 else { return nil }
        if let number = abroad(digits, from: plan) { return number }
        if let number = significant(digits, of: plan, isAtHome: true) {
            return joined(plan.callingCode, number)
        }
        return withCallingCode(digits, home: plan) ?? unlisted(digits, of: plan)
    }

    /// The number, where the digits as they are dialled at home have one listed meaning alone.
    func certain(_ digits: DigitString, in plan: NumberingPlan) -> DigitString? {
        guard digits.count >= 3 else { return nil }
        for place in plan.exits where patterns[place].matches(digits) {
            let number = international(digits.dropFirst(patterns[place].count))
            let isHome = significant(digits, of: plan, isAtHome: true) != nil
            return number.flatMap { isKnown($0) && !isHome ? $0 : nil }
        }
        guard let number = significant(digits, of: plan, isAtHome: true) else {
            return withCallingCode(digits, home: plan)
        }
        // As when 49 begins a German number and is Germany's calling code.
        let isAmbiguous =
            withCallingCode(digits, home: plan).map {
                mainPlan(of: callingCode(of: $0))?.callingCode == plan.callingCode
            } ?? false
        return isAmbiguous ? nil : joined(plan.callingCode, number)
    }

    /// A number behind the prefix for calls abroad.
    private func abroad(_ digits: DigitString, from plan: NumberingPlan) -> DigitString? {
        for place in plan.exits where patterns[place].matches(digits) {
            let rest = digits.dropFirst(patterns[place].count)
            guard !rest.isEmpty, callingCode(of: rest).digitCount > 0,
                let number = international(rest)
            else { continue }
            // A carrier's prefix may also begin a number of the plan, which then is meant.
            if isPossible(number) || significant(digits, of: plan, isAtHome: true) == nil {
                return number
            }
        }
        return nil
    }

    /// Digits that begin with a calling code though nothing before it says so, as lists have them.
    private func withCallingCode(_ digits: DigitString, home plan: NumberingPlan) -> DigitString? {
        guard E164.digitCounts.contains(digits.count) else { return nil }
        let code = callingCode(of: digits)
        guard code.digitCount > 0, let number = international(digits), isKnown(number) else {
            return nil
        }
        if mainPlan(of: code)?.callingCode == plan.callingCode { return number }
        return digits.count >= 10 ? number : nil
    }

    /// A number that the plan does not list, yet has a length that its neighbours have.
    private func unlisted(_ digits: DigitString, of plan: NumberingPlan) -> DigitString? {
        for place in plan.trunks where patterns[place].matches(digits) {
            let rest = digits.dropFirst(patterns[place].count)
            if isPossible(rest, in: plan) { return joined(plan.callingCode, rest) }
        }
        return isPossible(digits, in: plan) ? joined(plan.callingCode, digits) : nil
    }

    /// The significant number that `digits` hold, with or without a prefix of the plan.
    ///
    /// Area codes are added only where the call begins at home.
    private func significant(
        _ digits: DigitString, of plan: NumberingPlan, isAtHome: Bool
    ) -> DigitString? {
        if isAtHome {
            for place in plan.areas
            where patterns[place].count == digits.count && patterns[place].matches(digits) {
                var number = patterns[place].area
                if number.append(contentsOf: digits), isListed(number, in: plan) { return number }
            }
        }
        for place in plan.trunks where patterns[place].matches(digits) {
            let rest = digits.dropFirst(patterns[place].count)
            if isListed(rest, in: plan) { return rest }
        }
        if plan.callingCode == ArgentineNumbers.callingCode,
            let number = ArgentineNumbers.significant(digits)
        {
            return number
        }
        return isListed(digits, in: plan) ? digits : nil
    }

    /// Whether a number in E.164 is one of its plan's.
    func isKnown(_ number: DigitString) -> Bool {
        let code = callingCode(of: number)
        guard code.digitCount > 0, number.count > Int(code.digitCount) else { return false }
        let rest = number.dropFirst(Int(code.digitCount))
        guard let plan = mainPlan(of: code) else { return rest.count >= 4 }
        return isListed(rest, in: plan)
    }

    /// Whether a number in E.164 has a length that its plan's numbers have.
    private func isPossible(_ number: DigitString) -> Bool {
        let code = callingCode(of: number)
        guard code.digitCount > 0, number.count > Int(code.digitCount) else { return false }
        let rest = number.dropFirst(Int(code.digitCount))
        guard let plan = mainPlan(of: code) else { return rest.count >= 4 }
        return isPossible(rest, in: plan)
    }

    /// Whether numbers of the plan that begin so have that length.
    private func isListed(_ number: DigitString, in plan: NumberingPlan) -> Bool {
        guard number.count >= 3, number.count < 32 else { return false }
        let leading = UInt16(truncatingIfNeeded: number.leadingThree)
        for place in plan.lengths where lengths[place].low <= leading {
            if leading <= lengths[place].high {
                return lengths[place].lengths & 1 &<< UInt32(number.count) != 0
            }
        }
        return false
    }

    /// Whether numbers of the plan that begin with the same digit may have that length.
    private func isPossible(_ number: DigitString, in plan: NumberingPlan) -> Bool {
        guard number.count >= 3, number.count < 32 else { return false }
        let first = UInt16(truncatingIfNeeded: number[0])
        return lengths[plan.lengths].contains {
            $0.low / 100 <= first && first <= $0.high / 100
                && $0.lengths & 1 &<< UInt32(number.count) != 0
        }
    }

    private func joined(_ callingCode: Int, _ number: DigitString) -> DigitString? {
        guard number.count < E164.digitCounts.upperBound else { return nil }
        let digits = DigitString(callingCode: callingCode, number)
        return E164.digitCounts.contains(digits.count) ? digits : nil
    }
}
