// SPDX-License-Identifier: Apache-2.0
import Foundation

// For the formatter of durations, which Apple's Foundation has.
#if !canImport(Darwin)
/// A unit of time that a duration is written in.
enum DurationUnit: Int, CaseIterable {
    case day = 86_400
    case hour = 3_600
    case minute = 60
    case second = 1

    private var calendarUnit: NSCalendar.Unit {
        switch self {
        case .day: .day
        case .hour: .hour
        case .minute: .minute
        case .second: .second
        }
    }

    /// Those that a set allows; all where it names none of them.
    private static func allowed(_ units: NSCalendar.Unit) -> [DurationUnit] {
        let named = allCases.filter { units.contains($0.calendarUnit) }
        return named.isEmpty ? allCases : named
    }

    /// A duration in those units, the largest first; what is less than the smallest is dropped.
    static func split(
        _ seconds: Int, into units: NSCalendar.Unit
    ) -> [(unit: DurationUnit, value: Int)] {
        var rest = seconds
        return allowed(units).map { unit in
            defer { rest %= unit.rawValue }
            return (unit, rest / unit.rawValue)
        }
    }

    /// Nothing, in the smallest of those units.
    static func smallest(of units: NSCalendar.Unit) -> (unit: DurationUnit, value: Int) {
        (allowed(units).last ?? .second, 0)
    }

    /// `hour` for 1, `hours` for 2.
    func word(_ value: Int) -> String { value == 1 ? "\(self)" : "\(self)s" }

    var letter: String { String("\(self)".prefix(1)) }

    func shortWord(_ value: Int) -> String {
        switch self {
        case .day: word(value)
        case .hour: "hr"
        case .minute: "min"
        case .second: "sec"
        }
    }
}

/// A duration in units, as text.
enum DurationText {
    static func text(
        _ parts: [(unit: DurationUnit, value: Int)], _ style: DateComponentsFormatter.UnitsStyle
    ) -> String {
        switch style {
        case .positional: positional(parts)
        case .abbreviated: parts.map { "\($0.value)\($0.unit.letter)" }.joined(separator: " ")
        case .brief:
            parts.map { "\($0.value)\($0.unit.shortWord($0.value))" }.joined(separator: " ")
        case .short:
            parts.map { "\($0.value) \($0.unit.shortWord($0.value))" }.joined(separator: ", ")
        case .full: parts.map { "\($0.value) \($0.unit.word($0.value))" }.joined(separator: ", ")
        case .spellOut:
            parts.map { "\(spelled($0.value)) \($0.unit.word($0.value))" }.joined(separator: ", ")
        }
    }

    /// Days stand before the rest, `1d 2:00:00`; the first number keeps its one digit.
    private static func positional(_ parts: [(unit: DurationUnit, value: Int)]) -> String {
        let days = parts.filter { $0.unit == .day }.map { "\($0.value)d" }
        let clock = parts.filter { $0.unit != .day }.enumerated().map { index, part in
            index > 0 && part.value < 10 ? "0\(part.value)" : "\(part.value)"
        }
        let text = clock.joined(separator: ":")
        return (days + [text]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func spelled(_ value: Int) -> String {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .spellOut
        return formatter.string(from: NSNumber(value: value)) ?? "\(value)"
    }
}
#endif
