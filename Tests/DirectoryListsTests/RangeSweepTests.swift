// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import DirectoryLists

@Suite struct RangeSweepTests {
    private struct Given: Equatable {
        var key: UInt64
        var line: Int
        var label: String
    }

    private struct Losses: Equatable {
        var same = 0
        var other = 0
    }

    private func sweep(
        _ ranges: [(UInt64, UInt64, String)], keepsLabels: Bool
    ) -> ([Given], Losses) {
        let labels = LabelPool()
        let records = ranges.enumerated().map { line, range in
            NumberRange(
                lower: range.0, upper: range.1, line: line,
                label: Array(range.2.utf8).withUnsafeBufferPointer { labels.number(of: $0) })
        }
        var losses = Losses()
        let sweep = RangeSweep(records, labels: labels, keepsLabels: keepsLabels) {
            reason, count, _ in
            if reason == .sameEntry { losses.same += count } else { losses.other += count }
        }
        var given: [Given] = []
        while let entry = sweep.next() {
            let label = String(decoding: entry.label, as: UTF8.self)
            given.append(Given(key: entry.key, line: entry.line, label: label))
        }
        return (given, losses)
    }

    /// The same by expanding all ranges.
    private func model(
        _ ranges: [(UInt64, UInt64, String)], keepsLabels: Bool
    ) -> ([Given], Losses) {
        var given: [Given] = []
        var losses = Losses()
        let keys = Set(ranges.flatMap { Array($0.0...$0.1) }).sorted()
        for key in keys {
            var known: [String] = []
            for (line, range) in ranges.enumerated() where range.0 <= key && key <= range.1 {
                if known.contains(range.2) {
                    losses.same += 1
                } else if !known.isEmpty, !keepsLabels {
                    losses.other += 1
                } else {
                    known.append(range.2)
                    given.append(Given(key: key, line: line, label: range.2))
                }
            }
        }
        return (given, losses)
    }

    @Test("Overlapping ranges give what expanding them gives", arguments: [false, true])
    func overlaps(keepsLabels: Bool) {
        var random = SplitMix64(seed: keepsLabels ? 1 : 2)
        for round in 0..<400 {
            let ranges = (0..<Int(random.next() % 9)).map { _ in
                let lower = 1 + random.next() % 40
                return (lower, lower + random.next() % 20, "label \(random.next() % 3)")
            }
            let (given, losses) = sweep(ranges, keepsLabels: keepsLabels)
            let (expected, expectedLosses) = model(ranges, keepsLabels: keepsLabels)
            #expect(given == expected, "round \(round): \(ranges)")
            #expect(losses == expectedLosses, "round \(round): \(ranges)")
        }
    }

    @Test("What is lost is counted without being visited")
    func manyLosses() {
        let range: (UInt64, UInt64, String) = (1, 1_000, "x")
        let wide: (UInt64, UInt64, String) = (1, 1 << 40, "x")
        let labels = LabelPool()
        var lost = 0
        let records = [wide, wide, range].enumerated().map { line, range in
            NumberRange(
                lower: range.0, upper: range.1, line: line,
                label: Array(range.2.utf8).withUnsafeBufferPointer { labels.number(of: $0) })
        }
        let sweep = RangeSweep(records, labels: labels, keepsLabels: false) { lost += $1 + $2 * 0 }
        for key in 1...2_000 { #expect(sweep.next()?.key == UInt64(key)) }
        #expect(lost == 2 * 1_000 + (1 << 40) - 1_000)
    }
}
