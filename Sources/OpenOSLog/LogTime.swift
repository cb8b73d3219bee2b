// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The time at the beginning of a line.
enum LogTime {
    /// `2026-01-01 12:00:00.000000+0000`: in UTC, so that logs of several machines line up.
    static func text(_ date: Date) -> String {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        guard let total = Int(exactly: microseconds), (0...longest).contains(total) else {
            return "(no time)"
        }
        let (second, fraction) = total.quotientAndRemainder(dividingBy: 1_000_000)
        let whole = Date(timeIntervalSince1970: TimeInterval(second))
        let parts = utc.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: whole)
        let day = [parts.year, parts.month, parts.day].map { padded($0, 2) }
        let time = [parts.hour, parts.minute, parts.second].map { padded($0, 2) }
        return day.joined(separator: "-") + " " + time.joined(separator: ":")
            + ".\(padded(fraction, 6))+0000"
    }

    /// The end of the year 9999, in microseconds.
    private static let longest = 253_402_300_799_999_999

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func padded(_ number: Int?, _ digits: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
