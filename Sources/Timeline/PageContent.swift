// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What stands around the table: see ``PageTable`` for the rows.
struct PageContent {
    let rows: [PageRow]
    let start: MonotonicTime
    /// Escaped.
    let title: String
    private let table: PageTable

    init(rows: [PageRow], start: MonotonicTime, title: String) {
        self.rows = rows
        self.start = start
        self.title = title
        table = PageTable(rows, since: start)
    }

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(title)</title>
        <style>
        \(PageStyle.css)
        </style>
        </head>
        <body style="--lanes:\(max(1, table.lanes.list.count));--tracks:\(table.trackCount)">
        <header>
        <h1>\(title)</h1>
        <p class="sum">\(summary)</p>
        \(broken)\(legend)</header>
        \(table.html)
        <script>
        \(PageScript.js)
        </script>
        </body>
        </html>

        """
    }

    private var summary: String {
        var words = [verdict, count(rows.count, "step")]
        if let first = rows.first, let last = rows.last {
            words.append(PageTime.words(last.entry.at - first.entry.at))
        }
        if !table.calls.names.isEmpty { words.append(count(table.calls.names.count, "call")) }
        return words.joined(separator: " <span class=\"sep\">·</span> ")
    }

    private var verdict: String {
        let broken = rows.filter { $0.isBreach && $0.breach?.rule.isEnforced != false }.count
        let advice = rows.filter(\.isBreach).count - broken
        let hints = advice > 0 ? " <b class=\"badge hint\">\(advice) advice</b>" : ""
        guard broken > 0 else { return "<b class=\"badge good\">No rule broken</b>" + hints }
        return "<b class=\"badge bad\">\(count(broken, "rule")) broken</b>" + hints
    }

    /// Links to the rows of broken rules.
    private var broken: String {
        let all = rows.indices.filter { rows[$0].isBreach }
        guard !all.isEmpty else { return "" }
        var html = "<ul class=\"broken\">\n"
        for index in all.prefix(Self.linkLimit) {
            html += table.link(to: index)
        }
        if all.count > Self.linkLimit {
            html += "<li>and \(all.count - Self.linkLimit) more</li>\n"
        }
        return html + "</ul>\n"
    }

    private var legend: String {
        var html = "<div class=\"legend\">\n"
        html += calls
        let kinds = Set(rows.map { PageKind($0.entry.step) })
        html += "<p class=\"kinds\">"
        for kind in PageKind.allCases where kinds.contains(kind) {
            let name = kind == .rule ? "broken rule" : kind.rawValue
            html += "<span class=\"kind \(kind.rawValue)\"><i></i>\(name)</span>"
        }
        return html + "</p>\n</div>\n"
    }

    private var calls: String {
        let names = table.calls.names
        guard !names.isEmpty else { return "" }
        var html = "<div class=\"calls\" role=\"group\" aria-label=\"Calls\">"
        for (index, name) in names.prefix(Self.buttonLimit).enumerated() {
            let bundle = name.bundle.map { $0.shown(limit: PageTable.nameLimit).htmlEscaped }
            let app = (name.bundle?.split(separator: ".").last ?? "").shown(limit: 30).htmlEscaped
            html += "<button type=\"button\" class=\"c\(index % PageStyle.hues)\" "
            html += "data-call=\"\(index + 1)\" aria-pressed=\"false\" "
            html += "title=\"\(bundle.map { $0 + " " } ?? "")\(name.call)\">"
            html += "<i class=\"chip\">\(index + 1)</i>call \(index + 1) "
            html += "<small><bdi>\(app)</bdi> …\(name.call.description.suffix(4))"
            html += "</small></button>\n"
        }
        if names.count > Self.buttonLimit {
            html += "<span>and \(names.count - Self.buttonLimit) more</span>\n"
        }
        if names.count > 1 {
            html +=
                "<button type=\"button\" data-call=\"0\" aria-pressed=\"true\">all calls</button>"
        }
        html += "<span class=\"bars\"><i class=\"bar waiting\"></i>waits or rings"
        html += "<i class=\"bar talking\"></i>talks<i class=\"bar held\"></i>held</span>"
        return html + "<span class=\"keys\">\(keys)</span></div>\n"
    }

    private var keys: String {
        var words =
            table.calls.names.count > 1
            ? ["<kbd>1</kbd>–<kbd>9</kbd> one call", "<kbd>0</kbd> all"] : []
        if rows.contains(where: \.isBreach) { words.append("<kbd>B</kbd> next broken rule") }
        return words.joined(separator: " · ")
    }

    private func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    private static let linkLimit = 50
    private static let buttonLimit = 24
}
