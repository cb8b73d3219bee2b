// SPDX-License-Identifier: Apache-2.0
import PhoneNumbers

/// Loads the rows of one list as they stand.
final class ListChecker {
    private let reader: ListReader
    private let options: DirectoryCheck.Options
    private let judge: EntryJudge
    private let cells: NumberCellReader
    private let numbers: NationalNumbers
    private var labels = LabelText(cutsLabels: true)
    private var verdict: DirectoryCheck.Verdict
    private var lastLine = 0

    init(_ reader: ListReader, _ options: DirectoryCheck.Options) throws(ListError) {
        self.reader = reader
        self.options = options
        judge = try EntryJudge(over: options.base, limit: options.limit)
        let numbers = NationalNumbers(region: options.region, isStrict: false)
        self.numbers = numbers
        cells = NumberCellReader(
            region: options.region, isStrict: false, takesDigits: true,
            hasPossibleLength: numbers.hasPossibleLength)
        verdict = DirectoryCheck.Verdict(name: reader.name, limit: options.limit)
    }

    func check() throws(ListError) -> DirectoryCheck.Verdict {
        reading: while true {
            switch try reader.next() {
            case .end: break reading
            case .rejected(let reason, let line, _):
                lastLine = line
                note(reason)
            case .row(let row):
                lastLine = row.line
                try take(row)
            }
        }
        try judge.finish(place)
        var result = DirectoryCheck.Verdict(
            judge, name: reader.name, isTable: false, limit: options.limit)
        result.unreadable = verdict.unreadable
        result.longLabels = verdict.longLabels
        result.convertedLabelCount = labels.convertedCount
        return result
    }

    private var place: ListPlace {
        ListPlace(list: reader.name, listIndex: 0, line: lastLine)
    }

    private func note(_ reason: RejectReason) {
        verdict.unreadable[reason, default: Tally()].note(place)
    }

    private func take(_ row: ListRow) throws(ListError) {
        let action = row.action ?? .add(options.list.kind)
        var cell = cells.read(row.number)
        if cell == .uncertain {
            switch numbers.number(row.number) {
            case .success(let number): cell = .number(number)
            case .failure(let reason): cell = .rejected(reason)
            }
        }
        switch (cell, action) {
        case (.rejected(let reason), _): note(reason)
        case (.uncertain, _): note(.notANumber)
        case (.number(let number), .remove(let kind)): try judge.remove(kind, number, place)
        case (.ranges, .remove): note(.badRange)
        case (.number(let number), .add(let kind)):
            try withLabel(of: row, kind) { label throws(ListError) in
                try judge.add(kind, number, label, place)
            }
        case (.ranges(let ranges), .add(let kind)):
            try withLabel(of: row, kind) { label throws(ListError) in
                for range in ranges { try judge.add(kind, range, label, place) }
            }
        }
    }

    private func withLabel(
        of row: ListRow, _ kind: EntryKind, _ body: (ListBytes) throws(ListError) -> Void
    ) throws(ListError) {
        guard kind == .identification else { return try body(.empty) }
        let own = row.label ?? .empty
        let cutCount = labels.cutCount
        if own.isEmpty, let label = options.list.label {
            let result: Result<Void, ListError> = label.withUnsafeBufferPointer { bytes in
                Result { () throws(ListError) in try body(bytes) }
            }
            return try result.get()
        }
        try body(labels.label(own) ?? .empty)
        if labels.cutCount > cutCount { verdict.longLabels.note(place) }
    }
}
