// SPDX-License-Identifier: Apache-2.0
import CallModel
import PushGateway

/// A push as a line of `gateway log`: the columns line up whatever came before.
struct PushLine {
    let report: PushReport

    static let heading =
        "TIME          ENVIRONMENT  TOPIC                             TOKEN     "
        + "ANSWER  STATE         MORE"

    var text: String {
        var line = clockText(WallTime(milliseconds: report.at))
        for (cell, width) in cells { line += "  " + cell.padded(to: width) }
        if !more.isEmpty { line += "  " + more.joined(separator: "; ") }
        while line.last == " " { line.removeLast() }
        return line
    }

    private var cells: [(String, Int)] {
        [
            (report.environment, 11), (report.topic ?? "-", 32), (report.token ?? "-", 8),
            (String(report.status), 6), (report.state.rawValue, 12),
        ]
    }

    private var more: [String] {
        var words: [String] = []
        if let reason = report.reason { words.append(reason) }
        if report.reason == nil, let end = report.endedAt ?? report.sentAt {
            words.append("after \(max(0, end - report.at)) ms")
        }
        if let detail = report.detail { words.append(detail) }
        return words + report.remarks
    }
}

extension String {
    /// With blanks after it up to that many characters; a longer one stays as it is.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
