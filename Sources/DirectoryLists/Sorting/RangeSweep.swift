// SPDX-License-Identifier: Apache-2.0

/// A run of numbers that one line of a list names.
struct NumberRange {
    /// As those of ``EntryRecord``; both ends belong to it, and their kinds are the same.
    var lower: UInt64
    var upper: UInt64
    var line: Int
    var label: UInt32

    var count: UInt64 { upper - lower + 1 }
}

/// The numbers of ranges, in order, one at a time: no range is ever expanded.
///
/// Where ranges overlap, the one on the earlier line wins, or each label comes once, in the order
/// of the lines. What is lost is counted, not visited: the work is that of the ranges and of the
/// entries that come out.
final class RangeSweep: SortedEntries {
    private let ranges: [NumberRange]
    private let labels: LabelPool
    private let keepsLabels: Bool
    private let onLoss: (RejectReason, _ count: Int, _ line: Int) -> Void
    private var following = 0
    /// The ranges over the current number: a heap, the one that ends first at the top.
    private var active = Heap<NumberRange> { $0.upper < $1.upper }
    /// The same, the one of the earliest line at the top, with some among them that have ended.
    private var byLine = Heap<NumberRange> { $0.line < $1.line }
    private var activeByLabel: [UInt32: Int] = [:]
    /// What each number of the stretch gets, and the next of it to be given.
    private var winners: [NumberRange] = []
    private var winner = 0
    private var key: UInt64 = 0
    /// The first number behind the stretch over which the same ranges lie.
    private var stretchEnd: UInt64 = 0

    /// - Parameters:
    ///   - ranges: In any order.
    ///   - labels: Those that the ranges name.
    ///   - keepsLabels: Whether a number gets the labels of all ranges over it.
    ///   - onLoss: Is told how many entries are not given, why, and a line that they are of.
    init(
        _ ranges: [NumberRange], labels: LabelPool, keepsLabels: Bool,
        onLoss: @escaping (RejectReason, Int, Int) -> Void
    ) {
        self.ranges = ranges.sorted { ($0.lower, $0.line) < ($1.lower, $1.line) }
        self.labels = labels
        self.keepsLabels = keepsLabels
        self.onLoss = onLoss
    }

    func next() -> SortedEntry? {
        if winner == winners.count {
            winner = 0
            key += 1
        }
        if key >= stretchEnd, !beginStretch() { return nil }
        let range = winners[winner]
        winner += 1
        return SortedEntry(key: key, line: range.line, label: labels[range.label])
    }

    /// - Returns: False where no range is left.
    private func beginStretch() -> Bool {
        while let first = active.top, first.upper < key {
            active.removeTop()
            activeByLabel[first.label, default: 1] -= 1
            if activeByLabel[first.label] == 0 { activeByLabel[first.label] = nil }
        }
        if active.isEmpty {
            guard following < ranges.count else { return false }
            key = ranges[following].lower
        }
        while following < ranges.count, ranges[following].lower <= key {
            let range = ranges[following]
            active.insert(range)
            byLine.insert(range)
            activeByLabel[range.label, default: 0] += 1
            following += 1
        }
        while let first = byLine.top, first.upper < key { byLine.removeTop() }
        guard let soonest = active.top, let first = byLine.top else { return false }
        stretchEnd = soonest.upper + 1
        if following < ranges.count { stretchEnd = min(stretchEnd, ranges[following].lower) }
        chooseWinners(first)
        tellLosses()
        return true
    }

    private func chooseWinners(_ first: NumberRange) {
        winner = 0
        guard keepsLabels, activeByLabel.count > 1 else {
            winners = [first]
            return
        }
        var seen: Set<UInt32> = []
        winners = active.elements.sorted { $0.line < $1.line }.filter {
            seen.insert($0.label).inserted
        }
    }

    private func tellLosses() {
        let lost = active.count - winners.count
        guard lost > 0 else { return }
        let length = Int(stretchEnd - key)
        let first = winners[0]
        let same = keepsLabels ? lost : (activeByLabel[first.label] ?? 1) - 1
        // A few are enough to name lines.
        for range in active.elements.prefix(8)
        where !winners.contains(where: { $0.line == range.line }) {
            let isSame = keepsLabels || range.label == first.label
            onLoss(isSame ? .sameEntry : .otherLabel, 0, range.line)
        }
        if same > 0 { onLoss(.sameEntry, same * length, first.line) }
        if lost > same { onLoss(.otherLabel, (lost - same) * length, first.line) }
    }
}

/// A heap: the element that comes before all others at the top.
struct Heap<Element> {
    private(set) var elements: [Element] = []
    private let comesFirst: (Element, Element) -> Bool

    init(_ comesFirst: @escaping (Element, Element) -> Bool) { self.comesFirst = comesFirst }

    var top: Element? { elements.first }
    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, comesFirst(elements[child], elements[(child - 1) / 2]) {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeTop() {
        elements.swapAt(0, elements.count - 1)
        elements.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [parent * 2 + 1, parent * 2 + 2] where child < elements.count {
                if comesFirst(elements[child], elements[least]) { least = child }
            }
            guard least != parent else { return }
            elements.swapAt(least, parent)
            parent = least
        }
    }
}
