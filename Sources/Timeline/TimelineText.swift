// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// A whole timeline as text, its columns as wide as what they hold.
///
/// ``TimelineLine`` is for entries that are printed as they come.
package enum TimelineText {
    /// One line for each entry, by time: when, who (`phone -> app` where it was done to another),
    /// the step and words.
    ///
    /// Where entries of several apps or about several calls occur, a column tells them apart; calls
    /// are numbered in the order in which they come.
    ///
    /// - Parameters:
    ///   - entries: In any order; of one moment, the first is the earlier.
    ///   - start: What the times, in milliseconds, are counted from.
    ///   - isColoured: Whether to mark the lines with a terminal's colours (ECMA-48 SGR).
    /// - Returns: The lines, each with its line break; nothing if there are no entries.
    package static func render(
        _ entries: [TimelineEntry],
        since start: MonotonicTime,
        isColoured: Bool
    ) -> String {
        let entries = entries.inOrder
        let calls = CallNumbers(entries)
        let times = entries.map { $0.milliseconds(since: start) }
        let timeWidth = times.map(\.utf8.count).max() ?? 0
        let hasApps = Set(entries.compactMap(\.bundle)).count > 1
        let columns: [[String]] = [
            entries.map(who),
            hasApps ? entries.map { ($0.bundle ?? "").shown(limit: bundleLimit) } : [],
            calls.names.count > 1
                ? entries.map { calls.number(of: $0).map { "call \($0)" } ?? "" } : [],
            entries.map(\.step.rawValue),
        ].filter { !$0.isEmpty }
        let widths = columns.map { $0.map(\.count).max() ?? 0 }

        var text = ""
        for (index, entry) in entries.enumerated() {
            let cells = zip(columns, widths).map { padded($0[index], to: $1) }
            let mark = isColoured ? "\u{1B}[\(colour(of: entry))m" : ""
            text += padded(times[index], to: timeWidth, onTheLeft: true) + " ms  " + mark
            text += cells.joined(separator: "  ") + (isColoured ? "\u{1B}[0m" : "")
            text += "  \(entry.words)\n"
        }
        return text
    }

    private static let bundleLimit = 60

    private static func who(_ entry: TimelineEntry) -> String {
        guard let to = entry.to, to != entry.who else { return entry.who.rawValue }
        return "\(entry.who.rawValue) -> \(to.rawValue)"
    }

    private static func colour(of entry: TimelineEntry) -> String {
        entry.step == .ruleBroken ? "1;31" : String(entry.who.colour)
    }
}
