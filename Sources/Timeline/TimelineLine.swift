// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// One entry of a timeline as a line, for a person (``text(isColoured:)``) or a script (``json``).
///
/// Neither ends in a line break, and neither holds one: control characters in an entry's words are
/// dropped from the text and escaped in the JSON.
package struct TimelineLine: Hashable, Sendable {
    package var entry: TimelineEntry
    /// What the times are counted from.
    package var start: MonotonicTime
    /// How wide the text's columns are.
    package var columns: TimelineColumns

    package init(
        _ entry: TimelineEntry,
        since start: MonotonicTime,
        columns: TimelineColumns = .live
    ) {
        self.entry = entry
        self.start = start
        self.columns = columns
    }

    /// The time in milliseconds since the start with three decimals, who, the step and words, in
    /// columns.
    ///
    /// - Parameter isColoured: Whether to mark who did it with a terminal's colours (ECMA-48 SGR).
    /// - Returns: The line, without a line break.
    package func text(isColoured: Bool = false) -> String {
        let time = padded(milliseconds, to: columns.time, onTheLeft: true)
        let who = padded(entry.who.rawValue, to: columns.who)
        let step = padded(entry.step.rawValue, to: columns.step)
        let mark = isColoured ? "\u{1B}[\(entry.who.colour)m" : ""
        let end = isColoured ? "\u{1B}[0m" : ""
        return "\(time) ms  \(mark)\(who)  \(step)\(end)  \(entry.words)"
    }

    /// An object with the keys `at` (milliseconds since the start), `who`, `step`, and those of
    /// `bundle`, `call`, `push` and `detail` that the entry has.
    package var json: String {
        var fields = ["\"at\":\(milliseconds)"]
        fields.append("\"who\":\(quoted(entry.who.rawValue))")
        fields.append("\"step\":\(quoted(entry.step.rawValue))")
        if let bundle = entry.bundle { fields.append("\"bundle\":\(quoted(bundle))") }
        if let call = entry.call { fields.append("\"call\":\(quoted(call.description))") }
        if let push = entry.push { fields.append("\"push\":\(quoted(push.description))") }
        if let detail = entry.detail { fields.append("\"detail\":\(quoted(detail))") }
        return "{\(fields.joined(separator: ","))}"
    }

    /// Milliseconds since the start, as a decimal number with microseconds.
    package var milliseconds: String {
        entry.milliseconds(since: start)
    }
}

/// A JSON string (RFC 8259 §7) of this text.
private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + padded(digits, to: 4, onTheLeft: true, with: "0")
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
