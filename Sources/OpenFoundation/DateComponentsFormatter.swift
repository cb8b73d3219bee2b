// SPDX-License-Identifier: Apache-2.0
public import Foundation

// Apple's Foundation has it; elsewhere there is a name that cannot be used, which this one hides.
#if !canImport(Darwin)
/// Writes how long something lasts, such as a call: `1:05:00`, or `1h 5m`.
///
/// In English and with ASCII digits, whatever the locale.
open class DateComponentsFormatter: Formatter {
    /// How units are told apart.
    public enum UnitsStyle: Int, Sendable {
        /// By colons: `1:05:10`.
        case positional = 0
        /// By letters: `1h 5m 10s`.
        case abbreviated = 1
        /// By short words: `1 hr, 5 min, 10 sec`.
        case short = 2
        /// By words: `1 hour, 5 minutes, 10 seconds`.
        case full = 3
        /// By words, numbers as well: `one hour, five minutes, ten seconds`.
        case spellOut = 4
        /// By the shortest words: `1hr 5min 10sec`.
        case brief = 5
    }

    /// What becomes of units whose value is 0.
    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Makes the set of those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// With colons, those in front are dropped; else all.
        public static let `default` = ZeroFormattingBehavior(rawValue: 1 << 0)
        /// Those in front are dropped.
        public static let dropLeading = ZeroFormattingBehavior(rawValue: 1 << 1)
        /// Those between others are dropped; with colons they stay.
        public static let dropMiddle = ZeroFormattingBehavior(rawValue: 1 << 2)
        /// Those at the end are dropped; with colons they stay.
        public static let dropTrailing = ZeroFormattingBehavior(rawValue: 1 << 3)
        /// All are dropped.
        public static let dropAll: ZeroFormattingBehavior = [
            .dropLeading, .dropMiddle, .dropTrailing,
        ]
        /// None is dropped.
        public static let pad = ZeroFormattingBehavior(rawValue: 1 << 16)
    }

    /// Which units to use, of days, hours, minutes and seconds; all four where none is named.
    open var allowedUnits: NSCalendar.Unit = []

    /// How units are told apart.
    open var unitsStyle: UnitsStyle = .positional

    /// What becomes of units whose value is 0.
    open var zeroFormattingBehavior: ZeroFormattingBehavior = .default

    /// How many units to write at most, the largest first; 0 writes all.
    open var maximumUnitCount = 0

    /// Writes a span of seconds, of which fractions are dropped.
    ///
    /// - Returns: Nil where the span is no number, or one beyond all calendars.
    open func string(from ti: TimeInterval) -> String? {
        guard let seconds = Int(exactly: ti.rounded(.towardZero)),
            abs(ti) < Self.longest
        else { return nil }
        let (sign, text) = (seconds < 0 ? "-" : "", written(Int(seconds.magnitude)))
        return sign + text
    }

    /// Writes the days, hours, minutes and seconds of components.
    open func string(from components: DateComponents) -> String? {
        let values = [
            (components.day, 86_400.0), (components.hour, 3_600), (components.minute, 60),
            (components.second, 1),
        ]
        return string(from: values.reduce(0) { $0 + Double($1.0 ?? 0) * $1.1 })
    }

    /// Writes how long it is from one date to another.
    open func string(from startDate: Date, to endDate: Date) -> String? {
        string(from: endDate.timeIntervalSince(startDate))
    }

    /// Writes components in a style, with the behavior by default.
    open class func localizedString(
        from components: DateComponents, unitsStyle: UnitsStyle
    ) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    /// Writes a number of seconds or components; nil for anything else.
    open override func string(for obj: Any?) -> String? {
        switch obj {
        case let components as DateComponents: string(from: components)
        case let number as NSNumber: string(from: number.doubleValue)
        case let seconds as TimeInterval: string(from: seconds)
        default: nil
        }
    }

    /// Ten thousand years.
    private static let longest = 3.2e11

    // MARK: The units

    private func written(_ seconds: Int) -> String {
        var parts = DurationUnit.split(seconds, into: allowedUnits)
        let behavior = resolvedBehavior
        if behavior.contains(.dropLeading) {
            parts = Array(parts.drop { $0.value == 0 })
        }
        if unitsStyle != .positional {
            if behavior.contains(.dropTrailing) {
                parts = Array(parts.reversed().drop { $0.value == 0 }.reversed())
            }
            if behavior.contains(.dropMiddle), let first = parts.first, let last = parts.last {
                parts.removeAll { $0.value == 0 && $0.unit != first.unit && $0.unit != last.unit }
            }
        }
        if parts.isEmpty { parts = [DurationUnit.smallest(of: allowedUnits)] }
        if maximumUnitCount > 0 { parts = Array(parts.prefix(maximumUnitCount)) }
        return DurationText.text(parts, unitsStyle)
    }

    private var resolvedBehavior: ZeroFormattingBehavior {
        guard zeroFormattingBehavior.contains(.default) else { return zeroFormattingBehavior }
        return unitsStyle == .positional ? .dropLeading : .dropAll
    }
}
#endif
