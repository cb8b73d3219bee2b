// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Sorts any number of entries in bounded memory: what has no room goes to disk in sorted runs.
///
/// Not Sendable: one owner.
final class EntrySorter {
    /// Runs that are read at once.
    static let runCountMax = 256

    /// Entries that have been added.
    private(set) var count = 0
    private let memory: Int
    private let folder: String
    private let capacity: Int
    private var records: UnsafeMutablePointer<EntryRecord>?
    private var recordCount = 0
    private var labels = LabelPool()
    private var file: RunFile?
    private var runs: [Range<Int>] = []

    /// - Parameters:
    ///   - memory: Bytes, for entries and labels. With less than a few KiB each entry is a run.
    ///   - folder: Where runs go.
    init(memory: Int, folder: String) {
        self.memory = memory
        self.folder = folder
        // A quarter is for labels; each record needs another's room to be sorted. What is not
        // touched costs nothing.
        capacity = max(1, memory / 4 * 3 / (2 * MemoryLayout<EntryRecord>.stride))
    }

    deinit { records?.deallocate() }

    /// How many runs are on disk.
    var runCount: Int { runs.count }

    /// Takes an entry; its line's number is the place among the lines of all lists.
    func add(
        _ kind: EntryKind, _ number: Int64, line: Int, label: ListBytes
    ) throws(ListError) {
        let isFull =
            recordCount == capacity || labels.byteCount > memory / 4
            || labels.count == EntryRecord.labelCountMax
        if isFull, recordCount > 0 { try writeRun() }
        let records = self.records ?? .allocate(capacity: capacity)
        self.records = records
        let record = EntryRecord(kind, number, line: line, label: labels.number(of: label))
        (records + recordCount).initialize(to: record)
        recordCount += 1
        count += 1
    }

    /// The entries in order; nothing can be added after it.
    func finish() throws(ListError) -> any SortedEntries {
        guard let file else { return sorted() }
        if recordCount > 0 { try writeRun() }
        records?.deallocate()
        records = nil
        labels = LabelPool()
        return merged(of: file)
    }

    /// All runs of the file as one; a buffer holds some of the longest labels.
    private func merged(of file: RunFile) -> MergedEntries {
        let share = memory / max(1, runs.count)
        let room = min(max(share, 4 * ListLimits.labelByteCount), 1 << 20)
        return MergedEntries(runs.map { RunReader(file, $0, bufferByteCount: room) })
    }

    /// Sorts what is in memory and gives it away.
    private func sorted() -> EntriesInMemory {
        let entries = EntriesInMemory(sortedRecords(), count: recordCount, labels: labels)
        (recordCount, labels) = (0, LabelPool())
        return entries
    }

    private func sortedRecords() -> UnsafeMutablePointer<EntryRecord> {
        guard let records else { return .allocate(capacity: 1) }
        let scratch = UnsafeMutablePointer<EntryRecord>.allocate(capacity: max(1, recordCount))
        self.records = nil
        let liesInScratch = RadixSort.sort(records, count: recordCount, scratch: scratch)
        (liesInScratch ? records : scratch).deallocate()
        let result = liesInScratch ? scratch : records
        Self.orderLines(UnsafeMutableBufferPointer(start: result, count: recordCount))
        return result
    }

    /// Puts entries with equal keys in the order of their lines: a number that took long to read
    /// came after those of later lines.
    private static func orderLines(_ records: UnsafeMutableBufferPointer<EntryRecord>) {
        var start = 0
        while start < records.count {
            var end = start + 1
            var isOrdered = true
            while end < records.count, records[end].key == records[start].key {
                isOrdered = isOrdered && records[end - 1].line <= records[end].line
                end += 1
            }
            if !isOrdered {
                var group = UnsafeMutableBufferPointer(rebasing: records[start..<end])
                group.sort { $0.line < $1.line }
            }
            start = end
        }
    }

    private func writeRun() throws(ListError) {
        let file: RunFile
        if let known = self.file { file = known } else { file = try RunFile(in: folder) }
        self.file = file
        let start = file.end
        let entries = sorted()
        while let entry = entries.next() { try file.append(entry) }
        try file.flush()
        runs.append(start..<file.end)
        if runs.count == Self.runCountMax { try joinRuns(of: file) }
    }

    /// Makes one run of all, so that never more are read at once than buffers for them fit.
    private func joinRuns(of file: RunFile) throws(ListError) {
        let start = file.end
        let entries = merged(of: file)
        while let entry = try entries.next() { try file.append(entry) }
        try file.flush()
        runs = [start..<file.end]
    }
}
