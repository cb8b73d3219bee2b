// SPDX-License-Identifier: Apache-2.0

/// An entry among others that are sorted.
struct SortedEntry {
    var key: UInt64
    /// The place of its line among those of all lists.
    var line: Int
    /// Valid until the next entry is asked for.
    var label: ListBytes
}

/// Entries in the order of their keys, those with equal keys in the order of their lines.
protocol SortedEntries: AnyObject {
    func next() throws(ListError) -> SortedEntry?
}

/// Sorted entries that are in memory.
final class EntriesInMemory: SortedEntries {
    private let records: UnsafeMutablePointer<EntryRecord>
    private let count: Int
    private let labels: LabelPool
    private var position = 0

    /// The records become this one's own.
    init(_ records: UnsafeMutablePointer<EntryRecord>, count: Int, labels: LabelPool) {
        self.records = records
        self.count = count
        self.labels = labels
    }

    deinit { records.deallocate() }

    func next() -> SortedEntry? {
        guard position < count else { return nil }
        let record = records[position]
        position += 1
        return SortedEntry(key: record.key, line: record.line, label: labels[record.label])
    }
}

/// Entries of several sources, merged.
final class MergedEntries: SortedEntries {
    private let sources: [any SortedEntries]
    /// A heap of the sources that have an entry at hand, the one that comes first at the top.
    private var heap: [Int] = []
    private var heads: [SortedEntry?]
    /// The source whose entry was given last; it moves on only when the next one is asked for, so
    /// that the label stays.
    private var given: Int?
    private var hasBegun = false

    /// - Parameter sources: Their lines differ.
    init(_ sources: [any SortedEntries]) {
        self.sources = sources
        heads = sources.map { _ in nil }
    }

    func next() throws(ListError) -> SortedEntry? {
        if !hasBegun { try begin() }
        if let source = given {
            heads[source] = try sources[source].next()
            if heads[source] == nil {
                heap[0] = heap[heap.count - 1]
                heap.removeLast()
            }
            sink(from: 0)
        }
        given = heap.first
        return given.flatMap { heads[$0] }
    }

    private func begin() throws(ListError) {
        hasBegun = true
        for index in sources.indices {
            heads[index] = try sources[index].next()
            if heads[index] != nil { heap.append(index) }
        }
        for index in stride(from: heap.count / 2, through: 0, by: -1) { sink(from: index) }
    }

    private func comesFirst(_ a: Int, _ b: Int) -> Bool {
        guard let first = heads[a], let second = heads[b] else { return false }
        return (first.key, first.line) < (second.key, second.line)
    }

    private func sink(from start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [parent * 2 + 1, parent * 2 + 2] where child < heap.count {
                if comesFirst(heap[child], heap[least]) { least = child }
            }
            guard least != parent else { return }
            heap.swapAt(least, parent)
            parent = least
        }
    }
}
