// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// A time as the clock on the wall shows it here: `2026-02-03 14:05:06`.
func timeText(_ time: WallTime) -> String {
    var seconds = time_t(time.milliseconds / 1000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "\(time.milliseconds) ms" }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The time between two moments as a phone shows it: `1:02`.
func durationText(from start: WallTime, to end: WallTime) -> String {
    let seconds = max(0, end.milliseconds - start.milliseconds) / 1000
    let digits = String(seconds % 60)
    return "\(seconds / 60):\(digits.count < 2 ? "0" : "")\(digits)"
}
