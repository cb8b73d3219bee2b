// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Rows of text in columns that line up.
struct Table {
    /// Nil for rows without a heading.
    var header: [String]?
    var rows: [[String]]
    /// Numbers in the first column stand at its right edge.
    var isNumberedFirst = false

    init(header: [String]? = nil, rows: [[String]], isNumberedFirst: Bool = false) {
        self.header = header
        // Names of files and of apps may hold anything.
        self.rows = rows.map { $0.map(\.withoutControls) }
        self.isNumberedFirst = isNumberedFirst
    }

    /// The lines without line breaks, and without blanks at their ends.
    ///
    /// A line that would have more than `width` characters goes on below its last column.
    func lines(indent: Int = 0, width: Int? = nil) -> [String] {
        guard let width else { return plainLines(indent: indent) }
        let columns = rows.map(\.count).max() ?? 0
        let before = (0..<max(0, columns - 1)).map { column in
            rows.map { column < $0.count ? $0[column].count + 2 : 0 }.max() ?? 0
        }
        let room = max(20, width - indent - before.reduce(0, +))
        var folded = self
        folded.rows = rows.flatMap { row -> [[String]] in
            guard row.count == columns, let last = row.last else { return [row] }
            let parts = wrapped(last, width: room)
            let blank = Array(repeating: "", count: columns - 1)
            return parts.enumerated().map { ($0 == 0 ? Array(row.dropLast()) : blank) + [$1] }
        }
        return folded.plainLines(indent: indent)
    }

    private func plainLines(indent: Int) -> [String] {
        let all = (header.map { [$0] } ?? []) + rows
        let columns = all.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            all.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
        }
        return all.map { row in
            var line = String(repeating: " ", count: indent)
            for (column, cell) in row.enumerated() {
                let filling = String(repeating: " ", count: widths[column] - cell.count)
                let isRight = isNumberedFirst && column == 0
                line += (column == 0 ? "" : "  ") + (isRight ? filling + cell : cell + filling)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
