// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// A time as the clock on the wall shows it here: `2026-02-03 14:05:06`.
///
/// One that no clock shows, from a clock or an app gone wrong, is told in words.
func timeText(_ time: WallTime) -> String {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil, (-1899...8099).contains(parts.tm_year) else {
        return time.milliseconds < 0 ? "long before all calls" : "far in the future"
    }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The time between two moments as a phone shows it: `1:02`.
///
/// No call takes a year: its times are wrong then.
func durationText(from start: WallTime, to end: WallTime) -> String {
    let (length, isTooLong) = end.milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard end > start else { return "0:00" }
    let seconds = length / 1000
    guard !isTooLong, seconds < 365 * 86_400 else { return "over a year" }
    let digits = String(seconds % 60)
    return "\(seconds / 60):\(digits.count < 2 ? "0" : "")\(digits)"
}

/// The time of day as the clock on the wall shows it here, to the millisecond: `14:05:06.123`.
func clockText(_ time: WallTime) -> String {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    guard time.milliseconds >= 0, localtime_r(&seconds, &parts) != nil else {
        return "--:--:--.---"
    }
    func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    return digits(Int(parts.tm_hour), 2) + ":" + digits(Int(parts.tm_min), 2) + ":"
        + digits(Int(parts.tm_sec), 2) + "." + digits(Int(time.milliseconds % 1000), 3)
}
