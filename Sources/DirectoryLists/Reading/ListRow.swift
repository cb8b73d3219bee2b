// SPDX-License-Identifier: Apache-2.0

/// A line of a list that names a number; its bytes are valid until the next is read.
struct ListRow {
    /// The first line is 1.
    var line: Int
    var number: ListBytes
    /// Nil where the list has no such column.
    var label: ListBytes?
    /// Nil where the line says nothing of it.
    var action: EntryAction?
    /// The whole line.
    var text: ListBytes
}

/// What comes next in a list.
enum ListEvent {
    case row(ListRow)
    case rejected(RejectReason, line: Int, text: ListBytes)
    case end
}

/// A form of lists.
protocol ListRows: AnyObject {
    func next() throws(ListError) -> ListEvent
}

/// Rows of fields between delimiters, or of one field.
final class DelimitedRows: ListRows {
    private let reader: DelimitedReader
    private let columns: ListColumns
    private var isBeforeHeader: Bool
    private let isOneField: Bool

    init(_ buffer: LineBuffer, delimiter: UInt8?, columns: ListColumns) {
        reader = DelimitedReader(buffer, delimiter: delimiter)
        self.columns = columns
        isBeforeHeader = columns.hasHeader
        isOneField = delimiter == nil
    }

    func next() throws(ListError) -> ListEvent {
        while true {
            switch try reader.next() {
            case .end: return .end
            case .rejected(let reason):
                return .rejected(reason, line: reader.line, text: reader.text)
            case .record:
                if isBeforeHeader {
                    isBeforeHeader = false
                    continue
                }
                return row()
            }
        }
    }

    private func row() -> ListEvent {
        var number = reader.field(columns.number).trimmed
        if isOneField { number = withoutComment(number) }
        var action: EntryAction?
        if let column = columns.action {
            let word = reader.field(column).trimmed
            action = EntryAction(word)
            if action == nil, !word.isEmpty {
                return .rejected(.unknownAction, line: reader.line, text: reader.text)
            }
        }
        return .row(
            ListRow(
                line: reader.line, number: number, label: columns.label.map(reader.label),
                action: action, text: reader.text))
    }
}

/// Which members of a list's objects hold what.
struct JSONColumns: Hashable, Sendable {
    var number: [UInt8]
    var label: [UInt8]?
    var action: [UInt8]?
}

/// Rows of JSON objects, one a line.
final class JSONRows: ListRows {
    private let reader: DelimitedReader
    private let columns: JSONColumns
    private var number: [UInt8]?
    private var label: [UInt8]?
    private var action: [UInt8]?
    /// Owns the bytes that the last row points at.
    private let held = ByteStore()

    init(_ buffer: LineBuffer, _ columns: JSONColumns) {
        reader = DelimitedReader(buffer, delimiter: nil, hasQuotes: false)
        self.columns = columns
    }

    func next() throws(ListError) -> ListEvent {
        switch try reader.next() {
        case .end: return .end
        case .rejected(let reason):
            return .rejected(reason, line: reader.line, text: reader.text)
        case .record: return row()
        }
    }

    private func row() -> ListEvent {
        (number, label, action) = (nil, nil, nil)
        var line = JSONLine(reader.text)
        let isObject = line.read { name, value in
            if name == columns.number {
                number = value
            } else if name == columns.label {
                label = value
            } else if name == columns.action {
                action = value
            }
        }
        guard isObject else { return .rejected(.badJSON, line: reader.line, text: reader.text) }
        var act: EntryAction?
        if let action, !action.isEmpty {
            act = action.withUnsafeBufferPointer { EntryAction($0.trimmed) }
            if act == nil {
                return .rejected(.unknownAction, line: reader.line, text: reader.text)
            }
        }
        held.removeAll()
        held.append(number ?? [])
        held.append(label ?? [])
        let numberCount = number?.count ?? 0
        let labelBytes = ListBytes(start: held.base + numberCount, count: held.count - numberCount)
        return .row(
            ListRow(
                line: reader.line, number: ListBytes(start: held.base, count: numberCount).trimmed,
                label: columns.label == nil ? nil : labelBytes, action: act, text: reader.text))
    }
}

/// What stands before a `#` behind a blank.
func withoutComment(_ bytes: ListBytes) -> ListBytes {
    for index in bytes.indices.dropFirst() where bytes[index] == UInt8(ascii: "#") {
        let before = bytes[index - 1]
        if before == 0x20 || before == 0x09 {
            return ListBytes(rebasing: bytes[..<index]).trimmed
        }
    }
    return bytes
}
