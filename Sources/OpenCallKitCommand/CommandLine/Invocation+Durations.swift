// SPDX-License-Identifier: Apache-2.0

extension Invocation {
    /// A length of time such as `5s`, `200ms`, `2m`, or a plain number of seconds.
    ///
    /// - Throws: A usage failure for any other text, and for more than a day.
    func seconds(_ option: Option) throws(CommandFailure) -> Double? {
        guard let text = self[option] else { return nil }
        guard let seconds = secondsValue(text) else {
            throw .usage(
                "--\(option.name) takes a time up to a day, such as 5s, 200ms or 2m, not '\(text)'",
                command
            )
        }
        return seconds
    }
}

/// The seconds of a length of time as people write it; nil where it is none, or over a day.
func secondsValue(_ text: String) -> Double? {
    let units: [(suffix: String, seconds: Double)] = [
        ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600), ("", 1),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }) else { return nil }
    let digits = text.dropLast(unit.suffix.count)
    let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    guard isPlain, let number = Double(digits) else { return nil }
    let seconds = number * unit.seconds
    return seconds <= 86_400 ? seconds : nil
}
