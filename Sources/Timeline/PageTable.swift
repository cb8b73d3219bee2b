// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The rows of a page: when, the bars of calls, the lanes, and words.
struct PageTable {
    let lanes: Lanes
    let calls: CallNumbers
    private let rows: [PageRow]
    private let start: MonotonicTime
    private let pieces: [Excerpt.Piece]
    private let body: String
    /// How many bars of calls stand beside each other.
    let trackCount: Int

    /// Of a name from outside, in Unicode scalars.
    static let nameLimit = 100
    /// Of an entry's words, in Unicode scalars.
    static let wordLimit = 300
    /// From here on a gap in time is said.
    private static let gap = Interval.seconds(1)

    init(_ rows: [PageRow], since start: MonotonicTime) {
        self.rows = rows
        self.start = start
        let entries = rows.map(\.entry)
        lanes = Lanes(entries)
        calls = CallNumbers(entries)
        pieces = Excerpt.pieces(
            costs: rows.map { _ in 1 }, gapCost: 1, budget: TimelinePage.rowLimit,
            matters: { rows[$0].isBreach })
        var tracks = CallTracks(calls: calls.names.count, numbers: entries.map(calls.number(of:)))
        body = Self.body(rows, start, pieces, lanes, calls, &tracks)
        trackCount = tracks.count
    }

    var html: String {
        guard !rows.isEmpty else { return "<p class=\"empty\">Nothing happened.</p>" }
        var html = "<table>\n<colgroup><col class=\"time\"><col class=\"tracks\">"
        html += "<col class=\"lanes\"><col><col class=\"step\"></colgroup>\n<thead><tr>"
        html += "<th class=\"time\" scope=\"col\">s</th>"
        html += "<th scope=\"col\"><span class=\"hide\">calls</span></th>"
        html += "<th class=\"lanes\" scope=\"col\"><div>"
        for lane in lanes.list { html += "<span>\(Self.name(lane))</span>" }
        html += "</div></th><th scope=\"col\">what happened</th>"
        html += "<th class=\"step\" scope=\"col\">step</th></tr></thead>\n"
        return html + "<tbody>\n\(body)</tbody>\n</table>"
    }

    /// A line of the list of broken rules.
    func link(to index: Int) -> String {
        let row = rows[index]
        let isShown = pieces.contains(.shown(index))
        var words = row.entry.step.words
        var style = "bad"
        if let breach = row.breach {
            let did = breach.did.shown(limit: Self.wordLimit).htmlEscaped
            words = "<b>B\(breach.rule.number)</b> <bdi>\(did)</bdi>"
            if !breach.rule.isEnforced { style = "hint" }
        } else if let detail = row.entry.detail {
            words = detail.shown(limit: Self.wordLimit).htmlEscaped
        }
        let time = PageTime.clock(row.entry.at - start)
        let link = isShown ? "<a href=\"#r\(index)\">\(time) s</a>" : "\(time) s"
        return "<li class=\"\(style)\">\(link) \(words)</li>\n"
    }

    private static func body(
        _ rows: [PageRow],
        _ start: MonotonicTime,
        _ pieces: [Excerpt.Piece],
        _ lanes: Lanes,
        _ calls: CallNumbers,
        _ tracks: inout CallTracks
    ) -> String {
        var html = ""
        var index = 0
        var before: MonotonicTime?
        for piece in pieces {
            switch piece {
            case .leftOut(let count):
                for skipped in index..<(index + count) {
                    _ = tracks.row(skipped, rows[skipped].entry.step)
                }
                html += separator("\(count) steps left out", tracks.between)
                index += count
                before = nil
            case .shown:
                let row = rows[index]
                if let before, row.entry.at - before >= gap {
                    let words = PageTime.words(row.entry.at - before)
                    html += separator("\(words) later", tracks.between)
                }
                before = row.entry.at
                let bars = tracks.row(index, row.entry.step)
                html += PageCells(
                    row: row, index: index, start: start, lanes: lanes,
                    call: calls.number(of: row.entry)
                ).html(bars)
                index += 1
            }
        }
        return html
    }

    private static func separator(_ words: String, _ bars: [CallTracks.Bar]) -> String {
        let bars = bars.filter { !$0.isLast }
            .map { bar in
                var bar = bar
                bar.isFirst = false
                return bar
            }
        return "<tr class=\"gap\"><td class=\"time\">⋮</td><td class=\"tracks\">"
            + "\(PageCells.bars(bars))</td><td class=\"lanes\"></td>"
            + "<td class=\"words\">\(words)</td><td class=\"step\"></td></tr>\n"
    }

    private static func name(_ lane: Lanes.Lane) -> String {
        switch lane {
        case .party(let party): return party.rawValue
        case .otherApps: return "other apps"
        case .app(nil): return "app"
        case .app(let bundle?):
            let name = bundle.shown(limit: nameLimit).htmlEscaped
            return "app<small><bdi>\(name.split(separator: ".").joined(separator: ".<wbr>"))"
                + "</bdi></small>"
        }
    }
}
