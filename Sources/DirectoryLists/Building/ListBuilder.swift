// SPDX-License-Identifier: Apache-2.0
package import NumberTable

/// Makes a table of lists: reads, normalises, sorts, resolves duplicates and writes.
///
/// Memory is bounded by what is granted for sorting, whatever the lists' length. The table appears
/// under its name whole, or not at all.
package struct ListBuilder {
    /// A list to be read.
    package struct Source: Hashable, Sendable {
        /// `-` is standard input.
        package var path: String
        package var options: ListOptions

        package init(path: String, options: ListOptions) {
            self.path = path
            self.options = options
        }
    }

    private let options: BuildOptions
    private let log: RejectLog?
    private let onProgress: (BuildProgress) -> Void

    /// - Parameters:
    ///   - options: How lists become a table.
    ///   - log: Gets the lines that give no entry; nil for none.
    ///   - onProgress: Is told every few thousand lines or entries how far it is.
    package init(
        _ options: BuildOptions, log: RejectLog? = nil,
        onProgress: @escaping (BuildProgress) -> Void = { _ in }
    ) {
        self.options = options
        self.log = log
        self.onProgress = onProgress
    }

    /// Makes the table.
    ///
    /// The sources stand in the order in which they win over each other. What is at the path is
    /// replaced.
    package func build(
        _ sources: [Source], to path: String
    ) throws(ListError) -> BuildSummary {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let sorter = EntrySorter(memory: options.memory, folder: folder)
        let collector = EntryCollector(options, sorter: sorter, log: log)
        var rest = sources[...]
        while let source = rest.popFirst() {
            if Self.isTable(source) {
                var paths = [source.path]
                while let next = rest.first, Self.isTable(next), Self.isDelta(next) {
                    paths.append(next.path)
                    rest.removeFirst()
                }
                try read(try TableFiles.stack(paths), source.path, into: collector)
                continue
            }
            let reader = try ListReader(path: source.path, source.options)
            try read(reader, source.options, into: collector)
        }
        return try write(collector, sorter, to: path).summary
    }

    /// Makes a table in memory of a list that is in memory.
    package func table(
        ofList bytes: [UInt8], _ list: ListOptions
    ) throws(ListError) -> (table: NumberTable, summary: BuildSummary) {
        let reader = try ListReader(MemorySource(bytes), name: "list", list)
        return try build([(reader, list)], folder: "/tmp")
    }

    private static func isTable(_ source: Source) -> Bool {
        source.path != "-" && TableFiles.isTable(source.path)
    }

    /// Whether it changes the table before it; no for a file that cannot be opened, whose own turn
    /// gives the error.
    private static func isDelta(_ source: Source) -> Bool {
        (try? TableFiles.open(source.path)).map { !$0.isComplete } ?? false
    }

    private func read(
        _ table: NumberTableStack, _ name: String, into collector: EntryCollector
    ) throws(ListError) {
        try collector.read(table, name: name) {
            let count = collector.summary.lineCount
            onProgress(BuildProgress(step: .reading, done: count, total: nil, count: count))
        }
    }

    /// Makes a table in memory.
    ///
    /// The lists stand in the order in which they win over each other; sorted runs, if any, go into
    /// the folder.
    func build(
        _ lists: [(reader: ListReader, options: ListOptions)], folder: String
    ) throws(ListError) -> (table: NumberTable, summary: BuildSummary) {
        let sorter = EntrySorter(memory: options.memory, folder: folder)
        let collector = EntryCollector(options, sorter: sorter, log: log)
        for list in lists { try read(list.reader, list.options, into: collector) }
        return try write(collector, sorter, to: nil)
    }

    private func read(
        _ reader: ListReader, _ options: ListOptions, into collector: EntryCollector
    ) throws(ListError) {
        guard options.kind == .blocking || reader.canIdentify(options) else {
            throw .noLabels(list: reader.name, columns: reader.columnNames)
        }
        try collector.read(reader, options) {
            onProgress(
                BuildProgress(
                    step: .reading, done: reader.readCount, total: reader.byteCount,
                    count: collector.summary.lineCount))
        }
    }

    /// The entries of numbers and those of ranges, in order.
    private func merged(
        _ sorter: EntrySorter, _ collector: EntryCollector
    ) throws(ListError) -> any SortedEntries {
        let entries = try sorter.finish()
        guard !collector.ranges.isEmpty else { return entries }
        let sweep = RangeSweep(
            collector.ranges, labels: collector.rangeLabels, keepsLabels: options.keepsLabels
        ) { reason, count, line in collector.note(reason, line, count: count) }
        return MergedEntries([entries, sweep])
    }

    /// Writes all that was collected; without a path it is kept in memory.
    private func write(
        _ collector: EntryCollector, _ sorter: EntrySorter, to path: String?
    ) throws(ListError) -> (table: NumberTable, summary: BuildSummary) {
        let entries = try merged(sorter, collector)
        var (blocking, identification) = (0, 0)
        let table = try TableWriting.write(path) { (builder) throws(ListError) in
            let merger = EntryMerger(keepsLabels: options.keepsLabels)
            while let entry = try entries.next() {
                let number = EntryRecord.number(of: entry.key)
                let kind = EntryRecord.kind(of: entry.key)
                if case .dropped(let reason) = merger.take(entry) {
                    try drop(entry, reason, collector)
                    continue
                }
                let count = blocking + identification
                if let limit = options.limit, count == limit {
                    throw ListError.tooManyEntries(limit: limit)
                }
                do throws(EntryError) {
                    switch kind {
                    case .blocking:
                        try builder.addBlocking(number)
                        blocking += 1
                    case .identification:
                        try builder.addIdentification(number, label: entry.label)
                        identification += 1
                    }
                } catch {
                    throw ListError(error, path: path ?? "")
                }
                if count % 65_536 == 0 {
                    onProgress(
                        BuildProgress(
                            step: .writing, done: count, total: max(sorter.count, count),
                            count: count))
                }
            }
            try log?.flush()
        }
        var summary = collector.summary
        summary.blockingCount = blocking
        summary.identificationCount = identification
        summary.labelCount = table.labelCount
        summary.byteCount = table.byteCount
        summary.runCount = sorter.runCount
        return (table, summary)
    }

    private func drop(
        _ entry: SortedEntry, _ reason: RejectReason, _ collector: EntryCollector
    ) throws(ListError) {
        collector.note(reason, entry.line)
        guard let log else { return }
        let number = EntryRecord.number(of: entry.key)
        let label = plainText(entry.label)
        try log.write(
            collector.place(of: entry.line), reason,
            label.isEmpty ? "+\(number)" : "+\(number) \(label)")
    }
}

/// Files of tables.
enum TableWriting {
    /// Writes a complete table.
    ///
    /// Without a path it is kept in memory. The body adds what the table holds; if it throws,
    /// nothing is left behind.
    static func write(
        _ path: String?, _ body: (inout NumberTableBuilder) throws(ListError) -> Void
    ) throws(ListError) -> NumberTable {
        var builder: NumberTableBuilder
        do throws(NumberTableError) {
            if let path {
                builder = try NumberTableBuilder(path: path)
            } else {
                builder = NumberTableBuilder()
            }
        } catch {
            throw .table(path: path ?? "", error)
        }
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        try body(&builder)
        do throws(NumberTableError) {
            return try builder.finish()
        } catch {
            throw .table(path: path ?? "", error)
        }
    }
}

extension ListError {
    init(_ error: EntryError, path: String) {
        if case .file(let reason) = error {
            self = .table(path: path, reason)
        } else {
            self = .entry(error)
        }
    }
}
