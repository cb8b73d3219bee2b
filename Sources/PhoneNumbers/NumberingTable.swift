// SPDX-License-Identifier: Apache-2.0

/// The plans of all regions, read once from their text.
struct NumberingTable {
    static let shared = NumberingTable()

    private(set) var patterns: [DigitPattern] = []
    private(set) var lengths: [NumberingPlan.LengthRun] = []
    private var plans: [NumberingPlan] = []
    /// For each region the place of its plan and 1; 0 for none.
    private var planOfRegion = [UInt16](repeating: 0, count: 26 * 26)
    /// For each three leading digits the calling code that they begin with.
    private var codes = [CallingCode](repeating: CallingCode(), count: 1000)

    /// What the first digits of a number in E.164 say.
    struct CallingCode {
        /// How many of them are the calling code; 0 where nobody has it.
        var digitCount: UInt8 = 0
        /// The place of its main region's plan and 1; 0 where it is the whole world's.
        var plan: UInt16 = 0
    }

    private init() {
        var words: [Substring] = []
        for text in [NumberingPlan.plansAtoK, NumberingPlan.plansLtoZ] {
            for line in text.split(separator: "\n") {
                if line.first != " " {
                    add(words)
                    words = []
                }
                words += line.split(separator: " ")
            }
        }
        add(words)
        for code in NumberingPlan.worldCodes { setCode(code, plan: 0, isMain: true) }
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
        let (first, scale) = Self.block(of: code)
        let found = codes[first]
        // 200 is the front of Egypt's 20 and no code itself.
        guard found.digitCount == (scale == 100 ? 1 : scale == 10 ? 2 : 3) else { return nil }
        return mainPlan(of: found)
    }

    /// The first of the three leading digits that a calling code takes, and how many it takes.
    private static func block(of code: Int) -> (first: Int, scale: Int) {
        code < 10 ? (code * 100, 100) : code < 100 ? (code * 10, 10) : (code, 1)
    }

    private mutating func setCode(_ code: Int, plan: Int, isMain: Bool) {
        let (first, scale) = Self.block(of: code)
        guard isMain || codes[first].digitCount == 0 else { return }
        let digitCount: UInt8 = scale == 100 ? 1 : scale == 10 ? 2 : 3
        for place in first..<first + scale {
            codes[place] = CallingCode(digitCount: digitCount, plan: UInt16(plan))
        }
    }

    /// Takes one plan's words; see ``NumberingPlan``.
    private mutating func add(_ words: [Substring]) {
        guard words.count > 2, let region = Region(words[0]), let callingCode = Int(words[1])
        else { return }
        var isMain = false
        var section = words[1]
        var starts: [Substring: Range<Int>] = [:]
        let firstLength = lengths.count
        for word in words.dropFirst(2) {
            switch word {
            case "main": isMain = true
            case "exit", "trunk", "area", "lengths": section = word
            default:
                if section == "lengths" {
                    lengths.append(Self.run(word))
                } else {
                    patterns.append(DigitPattern(word))
                    let start = starts[section]?.lowerBound ?? patterns.count - 1
                    starts[section] = start..<patterns.count
                }
            }
        }
        let trunks = starts["trunk"] ?? 0..<0
        let runs = firstLength..<lengths.count
        plans.append(
            NumberingPlan(
                region: region, callingCode: callingCode, exits: starts["exit"] ?? 0..<0,
                trunks: trunks, areas: starts["area"] ?? 0..<0, lengths: runs,
                trunkStarts: patterns[trunks].reduce(0) { $0 | $1.firstDigits }))
        planOfRegion[Int(region.index)] = UInt16(plans.count)
        setCode(callingCode, plan: plans.count, isMain: isMain)
    }

    /// Reads `200-999:8,10-12`.
    private static func run(_ word: Substring) -> NumberingPlan.LengthRun {
        let parts = word.split(separator: ":")
        let prefixes = bounds(parts[0])
        var lengths: UInt32 = 0
        for part in parts[1].split(separator: ",") {
            for length in bounds(part) { lengths |= 1 << UInt32(length) }
        }
        return NumberingPlan.LengthRun(
            low: UInt16(prefixes.lowerBound), high: UInt16(prefixes.upperBound), lengths: lengths)
    }

    private static func bounds(_ text: Substring) -> ClosedRange<Int> {
        let ends = text.split(separator: "-").compactMap { Int($0) }
        return ends[0]...ends[ends.count - 1]
    }
}
