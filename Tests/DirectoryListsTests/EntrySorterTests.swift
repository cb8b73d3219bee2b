// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import DirectoryLists

@Suite struct EntrySorterTests {
    private struct Entry: Equatable, Comparable {
        var key: UInt64
        var line: Int
        var label: [UInt8]

        static func < (a: Self, b: Self) -> Bool { (a.key, a.line) < (b.key, b.line) }
    }

    private func sorted(_ entries: [Entry], _ sorter: EntrySorter) throws -> [Entry] {
        for entry in entries {
            try entry.label.withUnsafeBufferPointer { label throws(ListError) in
                try sorter.add(
                    EntryRecord.kind(of: entry.key), EntryRecord.number(of: entry.key),
                    line: entry.line, label: label)
            }
        }
        var result: [Entry] = []
        let entries = try sorter.finish()
        while let entry = try entries.next() {
            result.append(Entry(key: entry.key, line: entry.line, label: Array(entry.label)))
        }
        return result
    }

    private func entries(_ count: Int, numbers: Int, _ random: inout SplitMix64) -> [Entry] {
        (0..<count).map { line in
            let kind: EntryKind = random.next() % 3 == 0 ? .blocking : .identification
            let number = Int64(1 + random.next() % UInt64(numbers)) * 0x1_0000_0001
            let label = kind == .blocking ? "" : "label \(random.next() % 1000)"
            return Entry(key: EntryRecord.key(kind, number), line: line, label: Array(label.utf8))
        }
    }

    @Test(
        "Entries come out by kind, number and line, in memory", arguments: [0, 1, 2, 100, 20_000])
    func memory(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        let entries = entries(count, numbers: max(1, count / 2), &random)
        let sorter = EntrySorter(memory: 64 << 20, folder: "/nonexistent")
        #expect(try sorted(entries, sorter) == entries.sorted())
        #expect(sorter.runCount == 0)
    }

    @Test("What has no room in memory goes to disk, and nothing of it is left")
    func disk() throws {
        let bench = try Workbench()
        var random = SplitMix64(seed: 7)
        let entries = entries(200_000, numbers: 50_000, &random)
        let sorter = EntrySorter(memory: 1 << 20, folder: bench.folder)
        #expect(try sorted(entries, sorter) == entries.sorted())
        #expect(sorter.runCount > 2)
        #expect(bench.names.isEmpty)
    }

    @Test("Many runs become one before there are too many to be read at once")
    func manyRuns() throws {
        let bench = try Workbench()
        // With next to no memory each entry is a run.
        let entries = (0..<3 * EntrySorter.runCountMax + 10).map { line in
            let number = Int64((line * 7919) % 1009 + 1)
            return Entry(
                key: EntryRecord.key(.identification, number), line: line,
                label: [UInt8](repeating: UInt8(line % 256), count: line % 1025))
        }
        let sorter = EntrySorter(memory: 64, folder: bench.folder)
        #expect(try sorted(entries, sorter) == entries.sorted())
        #expect(sorter.runCount < EntrySorter.runCountMax)
        #expect(bench.names.isEmpty)
    }

    @Test("Lines that come late stand in their place among those with the same number")
    func lateLines() throws {
        let sorter = EntrySorter(memory: 1 << 20, folder: "/nonexistent")
        let entries = [5, 2, 9, 1].map {
            Entry(key: EntryRecord.key(.blocking, 491), line: $0, label: [])
        }
        #expect(try sorted(entries, sorter).map(\.line) == [1, 2, 5, 9])
    }

    @Test("A folder without room for runs is an error that names it")
    func noFolder() {
        let sorter = EntrySorter(memory: 1 << 20, folder: "/nonexistent")
        #expect(throws: ListError.scratch(folder: "/nonexistent", reason: 2)) {
            for line in 0..<100_000 {
                try sorter.add(.blocking, Int64(line + 1), line: line, label: .empty)
            }
        }
    }

    @Test("Records keep a line and a label of their whole ranges")
    func records() {
        let record = EntryRecord(
            .identification, .max - 1, line: EntryRecord.lineCountMax - 1,
            label: UInt32(EntryRecord.labelCountMax - 1))
        #expect(record.line == EntryRecord.lineCountMax - 1)
        #expect(record.label == EntryRecord.labelCountMax - 1)
        #expect(EntryRecord.number(of: record.key) == .max - 1)
        #expect(EntryRecord.kind(of: record.key) == .identification)
        #expect(EntryRecord.key(.blocking, .max - 1) < EntryRecord.key(.identification, 1))
    }
}
