// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// A timeline as a sequence diagram in Mermaid's language, for a page that renders it.
package enum MermaidDiagram {
    /// A `sequenceDiagram` with a participant for each party and app that occurs, by time.
    ///
    /// What one party does to another is an arrow, dashed for an answer and with a cross for a
    /// refusal; the rest are notes. A broken rule is a note on a red ground. Mermaid draws nothing
    /// longer than 50,000 characters; past that the beginning, the end and broken rules stay, and
    /// notes say how many entries are left out.
    ///
    /// - Parameters:
    ///   - entries: In any order; of one moment, the first is the earlier.
    ///   - start: What the times are counted from.
    ///   - title: Stands above the diagram; none if empty.
    /// - Returns: Lines, each with its line break, safe inside a Markdown code fence.
    package static func render(
        _ entries: [TimelineEntry],
        since start: MonotonicTime,
        title: String
    ) -> String {
        let entries = entries.inOrder
        let lanes = Lanes(entries)
        let calls = CallNumbers(entries)
        var text = "sequenceDiagram\n"
        let title = title.shown(limit: wordLimit).trimmed
        if !title.isEmpty { text += "    title \(title.mermaidEscaped)\n" }
        for index in lanes.list.indices { text += "    \(participant(index, lanes))\n" }

        guard !entries.isEmpty else { return text }
        let statements = entries.map { entry in
            let call = calls.names.count > 1 ? calls.number(of: entry) : nil
            return statement(entry, start, call, lanes)
        }
        let pieces = Excerpt.pieces(
            costs: statements.map(\.utf16.count),
            gapCost: leftOut(entries.count, lanes).utf16.count,
            budget: lengthLimit - text.utf16.count,
            matters: { entries[$0].step == .ruleBroken })
        for piece in pieces {
            switch piece {
            case .shown(let index): text += statements[index]
            case .leftOut(let count): text += leftOut(count, lanes)
            }
        }
        return text
    }

    /// Mermaid's own limit (`maxTextSize`) is 50,000 UTF-16 units.
    private static let lengthLimit = 48_000
    /// Of an entry's words or the title, in Unicode scalars.
    private static let wordLimit = 200
    /// Of an app's name, in Unicode scalars.
    private static let nameLimit = 60
    /// Of what stands on an arrow or in a note, in characters: wider lines move the lanes apart.
    private static let lineLength = 32

    private static func participant(_ index: Int, _ lanes: Lanes) -> String {
        switch lanes.list[index] {
        case .party(.user): return "actor user"
        case .party(let party): return "participant \(party.rawValue)"
        case .otherApps: return "participant app\(index) as other apps"
        case .app(let bundle):
            let name = (bundle ?? "").shown(limit: nameLimit).trimmed
            return "participant app\(index) as \(name.isEmpty ? "app" : name.mermaidEscaped)"
        }
    }

    /// Its name in the diagram: one of ours, never one from outside.
    private static func id(_ index: Int, _ lanes: Lanes) -> String {
        if case .party(let party) = lanes.list[index] { return party.rawValue }
        return "app\(index)"
    }

    private static func statement(
        _ entry: TimelineEntry,
        _ start: MonotonicTime,
        _ call: Int?,
        _ lanes: Lanes
    ) -> String {
        let from = id(lanes.start(of: entry), lanes)
        let detail = entry.detail?.shown(limit: wordLimit).trimmed
        let words = [entry.deed, detail].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: ": ")
        let time = "\(entry.milliseconds(since: start)) ms"
        let head = call.map { "\(time), call \($0)" } ?? time
        let message = "\(head) – \(words)".lines(of: lineLength).map(\.mermaidEscaped)
            .joined(separator: "<br/>")
        if entry.step == .ruleBroken {
            return "    rect rgba(220, 38, 38, 0.3)\n"
                + "    note over \(from): \(message)\n    end\n"
        }
        guard let end = lanes.end(of: entry) else {
            return "    note over \(from): \(message)\n"
        }
        return "    \(from)\(arrow(entry.step))\(id(end, lanes)): \(message)\n"
    }

    private static func arrow(_ step: TimelineStep) -> String {
        switch step {
        case .pushRefused, .callRefused, .transactionRefused, .actionFailed, .actionTimedOut,
            .callBlocked, .directoryLoadFailed:
            "-x"
        case .pushAccepted, .pushHandled, .actionFulfilled: "-->>"
        default: "->>"
        }
    }

    private static func leftOut(_ count: Int, _ lanes: Lanes) -> String {
        "    note over \(id(0, lanes)): … \(count) left out …\n"
    }
}

extension String {
    /// Broken between words, or within one that is longer than a line.
    fileprivate func lines(of length: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in split(whereSeparator: \.isWhitespace) {
            var word = word
            if !line.isEmpty, line.count + 1 + word.count > length {
                lines.append(line)
                line = ""
            }
            while word.count > length {
                lines.append(String(word.prefix(length)))
                word = word.dropFirst(length)
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    /// Without blanks at both ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
