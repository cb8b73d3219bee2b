// SPDX-License-Identifier: Apache-2.0
import CallModel

/// One row's HTML.
struct PageCells {
    let row: PageRow
    let index: Int
    let start: MonotonicTime
    let lanes: Lanes
    let call: Int?

    func html(_ bars: [CallTracks.Bar]) -> String {
        let entry = row.entry
        var marks = PageKind(entry.step).rawValue
        if row.breach?.rule.isEnforced == false { marks += " advice" }
        if let call { marks += " c\((call - 1) % PageStyle.hues)" }
        var html = "<tr class=\"\(marks)\""
        if row.isBreach { html += " id=\"r\(index)\" tabindex=\"-1\"" }
        if let call { html += " data-call=\"\(call)\"" }
        html += " title=\"\(details)\"><td class=\"time\">\(PageTime.clock(entry.at - start))</td>"
        html += "<td class=\"tracks\">\(Self.bars(bars))</td>"
        html += "<td class=\"lanes\">\(mark)</td><td class=\"words\">"
        if let call { html += "<i class=\"chip\">\(call)</i>" }
        html += "<b>\(entry.who.rawValue)</b> \(entry.deed ?? "")"
        if let breach = row.breach {
            html += card(breach)
        } else if let detail = entry.detail, !detail.isEmpty {
            let detail = detail.shown(limit: PageTable.wordLimit).htmlEscaped
            let style = entry.deed == nil ? "" : " class=\"detail\""
            html += " <bdi\(style)>\(detail)</bdi>"
        }
        return html + "</td><td class=\"step\">\(entry.step.rawValue)</td></tr>\n"
    }

    /// The bars of the calls that live at one time.
    static func bars(_ bars: [CallTracks.Bar]) -> String {
        var html = ""
        for bar in bars {
            let ends = (bar.isFirst ? " first" : "") + (bar.isLast ? " last" : "")
            html +=
                "<i class=\"bar \(bar.state.rawValue) c\((bar.call - 1) % PageStyle.hues)\(ends)\""
            html += " style=\"--t:\(bar.track)\"></i>"
        }
        return html
    }

    /// A dot, or an arrow from its left lane over so many others.
    private var mark: String {
        let from = lanes.start(of: row.entry)
        guard let to = lanes.end(of: row.entry) else {
            return "<i class=\"dot\" style=\"--a:\(from)\"></i>"
        }
        let way = to > from ? "arrow" : "arrow back"
        return "<i class=\"\(way)\" style=\"--a:\(min(from, to));--n:\(abs(to - from))\"></i>"
    }

    /// What the pointer shows.
    private var details: String {
        let entry = row.entry
        var words = ["\(entry.milliseconds(since: start)) ms", entry.step.rawValue]
        words.append("by \(entry.who.rawValue)")
        if let to = entry.to { words.append("to \(to.rawValue)") }
        if let bundle = entry.bundle {
            words.append("app " + bundle.shown(limit: PageTable.nameLimit).htmlEscaped)
        }
        if let call = entry.call { words.append("call \(call)") }
        if let push = entry.push { words.append("push \(push)") }
        return words.joined(separator: "&#10;")
    }

    private func card(_ breach: RuleBreach) -> String {
        let rule = breach.rule
        let did = breach.did.shown(limit: PageTable.wordLimit).htmlEscaped
        return "<div class=\"card\"><p><b>B\(rule.number)</b> <bdi>\(did)</bdi></p><dl>"
            + "<dt>due</dt><dd>\(rule.due.htmlEscaped)</dd>"
            + "<dt>do</dt><dd>\(rule.remedy.htmlEscaped)</dd></dl>"
            + "<small>\(rule.isEnforced ? "rule" : "advice"): \(words(rule.rawValue)) · "
            + "basis: \(rule.confidence.rawValue)</small></div>"
    }

    /// `pushNotReported` as words.
    private func words(_ name: String) -> String {
        var words = ""
        for character in name {
            words += character.isUppercase ? " \(character.lowercased())" : String(character)
        }
        return words
    }
}
