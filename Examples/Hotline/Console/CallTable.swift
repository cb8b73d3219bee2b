// SPDX-License-Identifier: Apache-2.0
import Foundation
import VoIPKit

/// The calls as a terminal shows them: a function of values alone.
struct CallTable: Hashable, Sendable {
    /// One call.
    struct Row: Hashable, Sendable {
        var direction: Call.Direction
        var who: String
        var state: Call.State
        /// Since when the time beside it counts.
        var since: Date
        var isMuted = false
        /// What the far end has said back last.
        var digits = ""
    }

    var rows: [Row]
    /// What has been typed of a number, nil where nobody is being dialled.
    var dialled: String?
    /// What else there is to say, the newest last.
    var notes: [String]

    /// Sets the calls.
    ///
    /// - Parameters:
    ///   - now: The time that the calls' times run to.
    ///   - columns: How wide the terminal is.
    ///   - isColoured: Whether states have colours.
    /// - Returns: The lines, none of which is wider than the terminal.
    func lines(at now: Date, columns: Int, isColoured: Bool) -> [String] {
        var lines = [Self.fit("Hotline", columns), ""]
        if rows.isEmpty { lines.append(Self.fit("no calls", columns)) }
        for row in rows { lines.append(line(row, now, columns, isColoured)) }
        lines += ["", Self.fit(Self.help, columns)]
        if let dialled {
            lines.append(Self.fit("dial: \(TerminalText.plain(dialled))_", columns))
        }
        if !notes.isEmpty { lines.append("") }
        lines += notes.map { Self.fit(TerminalText.plain($0), columns) }
        return lines
    }

    private static let help =
        "d dial  a answer  e end  h hold  m mute  0-9*# keys  s swap  q quit"

    private func line(_ row: Row, _ now: Date, _ columns: Int, _ isColoured: Bool) -> String {
        let arrow = row.direction == .incoming ? "<-" : "->"
        let state = TerminalText.padded(Self.word(row.state), 11)
        let time = Self.time(from: row.since, to: now)
        var end = "  \(TerminalText.padded(time, 8))"
        end += row.isMuted ? "  muted" : "       "
        if !row.digits.isEmpty { end += "  \(TerminalText.plain(row.digits))" }
        let used = 3 + 2 + 11 + TerminalText.width(of: end)
        let who = TerminalText.padded(TerminalText.plain(row.who), max(8, min(32, columns - used)))
        let text = "\(arrow) \(who)  \(state)\(end)"
        guard isColoured, TerminalText.width(of: text) <= columns else {
            return Self.fit(text, columns)
        }
        return "\(arrow) \(who)  \u{1B}[\(Self.colour(row.state))m\(state)\u{1B}[0m\(end)"
    }

    private static func fit(_ text: String, _ columns: Int) -> String {
        TerminalText.cut(text, to: columns)
    }

    private static func word(_ state: Call.State) -> String {
        switch state {
        case .ringing: "ringing"
        case .connecting: "connecting"
        case .active: "active"
        case .held: "on hold"
        case .ended: "ended"
        }
    }

    private static func colour(_ state: Call.State) -> Int {
        switch state {
        case .ringing: 33
        case .connecting: 36
        case .active: 32
        case .held, .ended: 90
        }
    }

    /// As `1:05` or `1:01:05`; a clock that was set back gives 0:00.
    private static func time(from start: Date, to now: Date) -> String {
        let seconds = max(0, Int(min(now.timeIntervalSince(start), 1e9)))
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}

extension CallTable.Row {
    /// A call as it stands.
    init(_ call: Call, digits: String) {
        self.init(
            direction: call.direction, who: call.who,
            state: call.state, since: call.dates.connected ?? call.dates.created,
            isMuted: call.isMuted, digits: digits)
    }
}
