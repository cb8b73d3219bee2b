// SPDX-License-Identifier: Apache-2.0

/// Reads the text of ``NumberingPlan``, for ``NumberingTable``.
///
/// It works on bytes: a program that asks about one number waits for all plans to be read.
struct NumberingPlanReader {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private(set) var patterns: [DigitPattern] = []
    private(set) var lengths: [NumberingPlan.LengthRun] = []
    private(set) var plans: [NumberingPlan] = []
    private(set) var planOfRegion = [UInt16](repeating: 0, count: 26 * 26)
    private(set) var codes = [NumberingTable.CallingCode](
        repeating: NumberingTable.CallingCode(), count: 1000)

    /// The plan that is being read.
    private var plan: NumberingPlan?
    private var isMain = false
    private var section = Section.exit

    /// What the words of a plan are about.
    private enum Section {
        case exit
        case trunk
        case area
        case lengths
    }

    init(texts: [StaticString]) {
        patterns.reserveCapacity(1024)
        lengths.reserveCapacity(1024)
        plans.reserveCapacity(256)
        for text in texts {
            let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            for line in bytes.split(separator: UInt8(ascii: "\n")) { read(line) }
        }
        finish()
        for code in NumberingPlan.worldCodes { setCode(code, plan: 0, isMain: true) }
    }

    /// Takes a line, which begins with a space where it goes on with the plan before it.
    private mutating func read(_ line: Bytes) {
        var words = line.split(separator: UInt8(ascii: " "))[...]
        if line.first != UInt8(ascii: " ") {
            finish()
            begin(words.removeFirst(), Self.number(words.removeFirst()))
        }
        for word in words { read(word: word) }
    }

    private mutating func begin(_ region: Bytes, _ callingCode: Int) {
        let letters = region.map { Int($0) - 0x41 }
        precondition(letters.count == 2, "a plan of the table begins with its region")
        plan = NumberingPlan(
            region: Region(index: letters[0] * 26 + letters[1]), callingCode: callingCode,
            exits: patterns.endIndex..<patterns.endIndex,
            trunks: patterns.endIndex..<patterns.endIndex,
            areas: patterns.endIndex..<patterns.endIndex,
            lengths: lengths.endIndex..<lengths.endIndex)
        isMain = false
    }

    private mutating func read(word: Bytes) {
        switch word.first {
        case UInt8(ascii: "m"): isMain = true
        case UInt8(ascii: "e"): section = .exit
        case UInt8(ascii: "t"): section = .trunk
        case UInt8(ascii: "a"): section = .area
        case UInt8(ascii: "l"): section = .lengths
        default:
            if section == .lengths {
                plan?.lengths.extend(to: lengths.endIndex)
                lengths.append(Self.run(word))
            } else {
                add(DigitPattern(word))
            }
        }
    }

    private mutating func add(_ pattern: DigitPattern) {
        let place = patterns.endIndex
        patterns.append(pattern)
        switch section {
        case .exit: plan?.exits.extend(to: place)
        case .trunk:
            plan?.trunks.extend(to: place)
            plan?.trunkStarts |= pattern.firstDigits
        case .area: plan?.areas.extend(to: place)
        case .lengths: break
        }
    }

    private mutating func finish() {
        guard let plan else { return }
        plans.append(plan)
        planOfRegion[Int(plan.region.index)] = UInt16(plans.count)
        setCode(plan.callingCode, plan: plans.count, isMain: isMain)
        self.plan = nil
    }

    private mutating func setCode(_ code: Int, plan: Int, isMain: Bool) {
        let places = NumberingTable.CallingCode.places(of: code)
        guard isMain || codes[places.lowerBound].digitCount == 0 else { return }
        let digitCount: UInt8 = code < 10 ? 1 : code < 100 ? 2 : 3
        for place in places {
            codes[place] = NumberingTable.CallingCode(digitCount: digitCount, plan: UInt16(plan))
        }
    }

    /// Reads `200-999:8,10-12`.
    private static func run(_ word: Bytes) -> NumberingPlan.LengthRun {
        let colon = word.firstIndex(of: UInt8(ascii: ":")) ?? word.endIndex
        let prefixes = bounds(word[..<colon])
        var lengths: UInt32 = 0
        for part in word[colon...].dropFirst().split(separator: UInt8(ascii: ",")) {
            for length in bounds(part) { lengths |= 1 << UInt32(length) }
        }
        return NumberingPlan.LengthRun(
            low: UInt16(prefixes.lowerBound), high: UInt16(prefixes.upperBound), lengths: lengths)
    }

    private static func bounds(_ text: Bytes) -> ClosedRange<Int> {
        guard let dash = text.firstIndex(of: UInt8(ascii: "-")) else {
            return number(text)...number(text)
        }
        return number(text[..<dash])...number(text[dash...].dropFirst())
    }

    private static func number(_ digits: Bytes) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 & 15) }
    }
}

extension Range<Int> {
    /// Takes in one place more, which is the next where the range has any.
    fileprivate mutating func extend(to place: Int) {
        self = (isEmpty ? place : lowerBound)..<(place + 1)
    }
}
