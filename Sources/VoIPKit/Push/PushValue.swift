// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A value of a push's payload, whatever it was made of: JSON, a property list, or Swift's own
/// types.
///
/// Only what can say something about a call: lists, data and nulls are nothing.
enum PushValue {
    case text(String)
    case number(Double, String)
    case flag(Bool)
    case date(Date)
    case object([AnyHashable: Any])

    init?(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let date as Date: self = .date(date)
        case let object as [AnyHashable: Any]: self = .object(object)
        case let number as NSNumber: self.init(number)
        case let flag as Bool: self = .flag(flag)
        case let number as any BinaryInteger: self = .number(Double(number), "\(number)")
        case let number as any BinaryFloatingPoint: self.init(Double(number))
        default: return nil
        }
    }

    /// JSON's true and false are numbers of the type that C calls char.
    private init(_ number: NSNumber) {
        switch String(cString: number.objCType) {
        case "c", "B": self = .flag(number.boolValue)
        case "f", "d": self.init(number.doubleValue)
        default: self = .number(number.doubleValue, number.stringValue)
        }
    }

    /// A whole number is written as such, also where it came as 12212.0.
    private init(_ number: Double) {
        self = .number(number, Int64(exactly: number).map { "\($0)" } ?? "\(number)")
    }

    /// Text, or a number as a text.
    var words: String? {
        switch self {
        case .text(let text): text
        case .number(_, let text): text
        case .flag, .date, .object: nil
        }
    }

    var object: [AnyHashable: Any]? {
        if case .object(let object) = self { object } else { nil }
    }

    /// Yes or no, as servers write it; nil for anything else.
    var truth: Bool? {
        switch self {
        case .flag(let flag): return flag
        case .number(let number, _): return number == 0 ? false : number == 1 ? true : nil
        case .text(let text):
            switch text.trimmingCharacters(in: .whitespaces).lowercased() {
            case "true", "yes", "1": return true
            case "false", "no", "0", "": return false
            default: return nil
            }
        case .date, .object: return nil
        }
    }

    /// A moment: seconds, milliseconds, microseconds or nanoseconds since 1970, as a number or in
    /// digits, or ISO 8601.
    ///
    /// Told apart by their size, each for the years 1973 to 5138; a smaller number is no moment.
    var moment: Date? {
        switch self {
        case .date(let date): date
        case .number(let number, _): Self.moment(number)
        case .text(let text): Self.moment(text.trimmingCharacters(in: .whitespacesAndNewlines))
        case .flag, .object: nil
        }
    }

    /// A span of seconds: a number too small for a moment.
    var seconds: TimeInterval? {
        let number: Double? =
            switch self {
            case .number(let number, _): number
            case .text(let text): Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
            case .flag, .date, .object: nil
            }
        guard let number, number >= 0, number < 1e8 else { return nil }
        return number
    }

    private static func moment(_ number: Double) -> Date? {
        for (limit, unit) in [(1e11, 1.0), (1e14, 1e3), (1e17, 1e6), (1e20, 1e9)]
        where number >= 1e8 && number < limit {
            return Date(timeIntervalSince1970: number / unit)
        }
        return nil
    }

    private static func moment(_ text: String) -> Date? {
        // Longer than any moment is written: not worth a parser's time.
        guard text.utf8.count <= 40 else { return nil }
        if let number = Double(text) { return moment(number) }
        let reader = ISO8601DateFormatter()
        if let date = reader.date(from: text) { return date }
        reader.formatOptions.insert(.withFractionalSeconds)
        return reader.date(from: text)
    }
}
