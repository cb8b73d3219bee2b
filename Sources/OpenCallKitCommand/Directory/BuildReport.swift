// SPDX-License-Identifier: Apache-2.0
import CallModel
import DirectoryLists

/// What a build has made of its lists.
struct BuildReport: Encodable {
    /// Lines that were dropped for one reason.
    struct Dropped: Encodable {
        let count: Int
        /// The first of them, `list:line`.
        let first: [String]
    }

    let table: String
    let bytes: Int
    let blocking: Int
    let identification: Int
    let labels: Int
    let lines: Int
    let ranges: Int
    let convertedLabels: Int
    let cutLabels: Int
    let dropped: [String: Dropped]
    /// Whether one extension cannot take it (code 5).
    let isOverLimit: Bool

    private let reasons: [(reason: RejectReason, tally: Tally)]

    private enum CodingKeys: String, CodingKey {
        case table, bytes, blocking, identification, labels, lines, ranges, convertedLabels
        case cutLabels, dropped, isOverLimit
    }

    init(table: String, summary: BuildSummary) {
        self.table = table
        bytes = summary.byteCount
        blocking = summary.blockingCount
        identification = summary.identificationCount
        labels = summary.labelCount
        lines = summary.lineCount
        ranges = summary.rangeCount
        convertedLabels = summary.convertedLabelCount
        cutLabels = summary.cutLabelCount
        reasons = summary.droppedInOrder
        dropped = Dictionary(
            uniqueKeysWithValues: reasons.map {
                let first = $0.tally.places.map(\.description)
                return ($0.reason.rawValue, Dropped(count: $0.tally.count, first: first))
            })
        isOverLimit = blocking + identification > ListLimits.extensionEntryCount
    }

    /// Prints it, and what a person should know.
    func tell(_ invocation: Invocation) throws(CommandFailure) {
        if isOverLimit {
            Output.error(
                "\(table) has more than the \(ListLimits.extensionEntryCount) entries that one "
                    + "extension takes (code 5): cut it with 'opencallkit directory split'")
        }
        if invocation.has(.json) { return try Output.json(self) }
        Output.line("Built \(table.withoutControls), \(byteText(bytes)).")
        Output.table(Table(rows: rows, isNumberedFirst: true), whenEmpty: "")
    }

    private var rows: [[String]] {
        var rows = [[String(lines), "lines read", ""]]
        rows.append([String(identification), "numbers identified", ""])
        rows.append([String(blocking), "numbers blocked", ""])
        if labels > 0 { rows.append([String(labels), "different labels", ""]) }
        if ranges > 0 { rows.append([String(ranges), "ranges and patterns", ""]) }
        if convertedLabels > 0 {
            rows.append([String(convertedLabels), "labels read as Windows-1252", ""])
        }
        if cutLabels > 0 { rows.append([String(cutLabels), "labels cut", ""]) }
        for (reason, tally) in reasons {
            let more = tally.count > tally.places.count ? ", …" : ""
            let places = tally.places.map(\.description).joined(separator: ", ")
            rows.append([String(tally.count), "dropped: \(reason.words)", places + more])
        }
        return rows
    }
}

/// A count of bytes as people read it: `812 bytes`, `9.4 MB`.
func byteText(_ count: Int) -> String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
    where count >= unit {
        let tenths = (count * 10 + unit / 2) / unit
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(tenths / 10) \(name)"
    }
    return count == 1 ? "1 byte" : "\(count) bytes"
}
