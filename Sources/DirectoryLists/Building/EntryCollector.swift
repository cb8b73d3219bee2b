// SPDX-License-Identifier: Apache-2.0
import NumberTable
import PhoneNumbers

/// Takes the rows of lists, and gives the sorter the entries that they name.
final class EntryCollector {
    private(set) var summary = BuildSummary()
    private let options: BuildOptions
    private let sorter: EntrySorter
    private let log: RejectLog?
    private let cells: NumberCellReader
    private let queue: NationalQueue
    private var labels: LabelText
    private(set) var ranges: [NumberRange] = []
    let rangeLabels = LabelPool()

    /// The lists that have been begun, with the lines of those before them.
    private var lists: [(name: String, lineBase: Int)] = []
    private var lastLine = 0
    /// Refused lines that come after some whose numbers wait.
    private var waitingRejects: [(line: Int, reason: RejectReason, text: String)] = []
    private static let waitingRejectCountMax = 8 * 1024

    /// The sorter gets the entries, the log the refused lines.
    init(_ options: BuildOptions, sorter: EntrySorter, log: RejectLog?) {
        self.options = options
        self.sorter = sorter
        self.log = log
        let lengths = NationalNumbers(region: options.region, isStrict: false)
        cells = NumberCellReader(
            region: options.region, isStrict: options.isStrict,
            takesDigits: options.takesDigits, hasPossibleLength: lengths.hasPossibleLength)
        queue = NationalQueue(
            region: options.region, isStrict: options.isStrict, threadCount: options.threadCount)
        labels = LabelText(cutsLabels: options.cutsLabels)
    }

    /// Reads a list to its end.
    ///
    /// `onRows` is called every few thousand rows.
    func read(
        _ reader: ListReader, _ list: ListOptions, onRows: () -> Void
    ) throws(ListError) {
        begin(reader.name)
        while true {
            switch try reader.next() {
            case .end:
                try drain()
                summary.convertedLabelCount = labels.convertedCount
                summary.cutLabelCount = labels.cutCount
                return
            case .rejected(let reason, let line, let text):
                summary.lineCount += 1
                lastLine = lineBase + line
                try reject(lastLine, reason, text)
            case .row(let row):
                summary.lineCount += 1
                lastLine = lineBase + row.line
                try take(row, list)
            }
            if summary.lineCount % 8192 == 0 { onRows() }
        }
    }

    /// What comes from now on is of that list.
    func begin(_ list: String) { lists.append((list, lastLine)) }

    /// Takes an entry of a table, which is in order as it stands.
    func take(
        _ kind: EntryKind, _ number: Int64, _ label: ListBytes, _ onEntries: () -> Void
    ) throws(ListError) {
        summary.lineCount += 1
        lastLine += 1
        try sorter.add(kind, number, line: lastLine, label: label)
        if summary.lineCount % 8192 == 0 { onEntries() }
    }

    private var lineBase: Int { lists.last?.lineBase ?? 0 }

    /// The list and the line of a place among all lines.
    func place(of line: Int) -> ListPlace {
        let index = (lists.lastIndex { $0.lineBase < line }) ?? 0
        return ListPlace(
            list: lists[index].name, listIndex: index, line: line - lists[index].lineBase)
    }

    // MARK: Rows

    private func take(_ row: ListRow, _ list: ListOptions) throws(ListError) {
        var kind = list.kind
        switch row.action {
        case .add(let asked): kind = asked
        case .remove: return try reject(lastLine, .removal, row.text)
        case nil: break
        }
        var label = ListBytes.empty
        if kind == .identification {
            switch labelBytes(of: row, list) {
            case .success(let bytes): label = bytes
            case .failure(let reason): return try reject(lastLine, reason, row.text)
            }
        }
        switch cells.read(row.number) {
        case .number(let number):
            // Only where digits are taken as they stand.
            guard NumberTable.isLegal(number) else {
                return try reject(lastLine, .outOfBounds, row.text)
            }
            try sorter.add(kind, number, line: lastLine, label: label)
        case .uncertain:
            queue.add(kind, line: lastLine, number: row.number, label: label)
            if queue.isFull { try drain() }
        case .ranges(let numbers): try add(numbers, kind, label, row)
        case .rejected(let reason): try reject(lastLine, reason, row.text)
        }
    }

    /// The row's label, else the list's.
    ///
    /// None at all is a label only where the line itself says that the number is to be identified.
    private func labelBytes(
        of row: ListRow, _ list: ListOptions
    ) -> Result<ListBytes, RejectReason> {
        var bytes = row.label ?? .empty
        if bytes.isEmpty {
            if let label = list.label {
                // The list's own label lives as long as the options.
                bytes = fallback(label)
            } else if row.action == nil {
                return .failure(.noLabel)
            }
        }
        return labels.label(bytes).map { .success($0) } ?? .failure(.longLabel)
    }

    private let fallbackBytes = ByteStore()

    private func fallback(_ label: [UInt8]) -> ListBytes {
        fallbackBytes.removeAll()
        fallbackBytes.append(label)
        return ListBytes(start: fallbackBytes.base, count: fallbackBytes.count)
    }

    private func add(
        _ numbers: [ClosedRange<Int64>], _ kind: EntryKind, _ label: ListBytes, _ row: ListRow
    ) throws(ListError) {
        let count = numbers.reduce(0) { $0 + UInt64($1.upperBound - $1.lowerBound) + 1 }
        guard count <= options.rangeLimit else {
            let place = place(of: lastLine)
            throw .rangeTooWide(
                list: place.list, line: place.line, text: plainText(row.number), count: count,
                limit: options.rangeLimit)
        }
        summary.rangeCount += 1
        let label = rangeLabels.number(of: label)
        for range in numbers {
            ranges.append(
                NumberRange(
                    lower: EntryRecord.key(kind, range.lowerBound),
                    upper: EntryRecord.key(kind, range.upperBound), line: lastLine, label: label))
        }
        let byteCount = rangeLabels.byteCount + ranges.count * MemoryLayout<NumberRange>.stride * 2
        guard byteCount <= options.memory else {
            let place = place(of: lastLine)
            throw .tooManyRanges(list: place.list, line: place.line, memory: options.memory)
        }
    }

    // MARK: What waits

    private func drain() throws(ListError) {
        guard !queue.isEmpty || !waitingRejects.isEmpty else { return }
        try queue.drain { (line, result, number, label) throws(ListError) in
            summary.parsedCount += 1
            switch result {
            case .success(let number):
                try sorter.add(line.kind, number, line: line.line, label: label)
            case .failure(let reason):
                waitingRejects.append((line.line, reason, plainText(number)))
            }
        }
        waitingRejects.sort { $0.line < $1.line }
        for (line, reason, text) in waitingRejects { try tell(line, reason, text) }
        waitingRejects.removeAll(keepingCapacity: true)
    }

    private func reject(
        _ line: Int, _ reason: RejectReason, _ text: ListBytes
    ) throws(ListError) {
        guard !queue.isEmpty else {
            return try tell(line, reason, log == nil ? "" : plainText(text))
        }
        waitingRejects.append((line, reason, plainText(text)))
        if waitingRejects.count >= Self.waitingRejectCountMax { try drain() }
    }

    private func tell(_ line: Int, _ reason: RejectReason, _ text: String) throws(ListError) {
        note(reason, line)
        try log?.write(place(of: line), reason, text)
    }

    // MARK: Duplicates

    /// Takes note of entries that are not given.
    func note(_ reason: RejectReason, _ line: Int, count: Int = 1) {
        summary.dropped[reason, default: Tally()].note(place(of: line), count: count)
    }
}
