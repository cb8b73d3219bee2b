// SPDX-License-Identifier: Apache-2.0

/// The plans of all regions, read once from their text.
final class NumberingTable: Sendable {
    static let shared = NumberingTable()

    let patterns: [DigitPattern]
    let lengths: [NumberingPlan.LengthRun]
    private let plans: [NumberingPlan]
    /// For each region the place of its plan and 1; 0 for none.
    private let planOfRegion: [UInt16]
    /// For each three leading digits the calling code that they begin with.
    private let codes: [CallingCode]

    /// What the first digits of a number in E.164 say.
    struct CallingCode {
        /// How many of them are the calling code; 0 where nobody has it.
        var digitCount: UInt8 = 0
        /// The place of its main region's plan and 1; 0 where it is the whole world's.
        var plan: UInt16 = 0
    }

    private init() {
        let reader = NumberingPlanReader(texts: [NumberingPlan.plansAtoK, NumberingPlan.plansLtoZ])
        (patterns, lengths, plans) = (reader.patterns, reader.lengths, reader.plans)
        (planOfRegion, codes) = (reader.planOfRegion, reader.codes)
    }

    func plan(of region: Region) -> NumberingPlan? {
        let place = Int(planOfRegion[Int(region.index)])
        return place == 0 ? nil : plans[place - 1]
    }

    /// The calling code that begins `digits`, which is of E.164; its digit count is 0 for none.
    func callingCode(of digits: DigitString) -> CallingCode { codes[digits.leadingThree] }

    /// The plan of the main region of a calling code that ``callingCode(of:)`` gave.
    func mainPlan(of code: CallingCode) -> NumberingPlan? {
        code.plan == 0 ? nil : plans[Int(code.plan) - 1]
    }

    func mainPlan(ofCallingCode code: Int) -> NumberingPlan? {
        guard (1...999).contains(code) else { return nil }
        let found = codes[CallingCode.places(of: code).lowerBound]
        // 200 is the front of Egypt's 20 and no code itself.
        return Int(found.digitCount) == String(code).utf8.count ? mainPlan(of: found) : nil
    }
}

extension NumberingTable.CallingCode {
    /// The three leading digits that a calling code begins: 200 to 209 for 20.
    static func places(of code: Int) -> Range<Int> {
        let scale = code < 10 ? 100 : code < 100 ? 10 : 1
        return code * scale..<(code + 1) * scale
    }
}
