// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A format as in C, with its arguments.
///
/// The arguments are read by what they are, never by what the format takes them for: a format that
/// does not fit them cannot read foreign memory.
enum LogFormat {
    /// What is written; private values read `<private>` unless they are shown.
    static func text(_ format: String, _ arguments: [any CVarArg], showsPrivate: Bool) -> String {
        var text = "", rest = format[...], arguments = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            guard let conversion = Conversion(&rest) else { return text + "%" + rest }
            text +=
                conversion.letter == "%"
                ? "%" : conversion.text(&arguments, showsPrivate: showsPrivate)
        }
        return text + rest
    }

    /// What stands behind a percent sign.
    struct Conversion {
        private(set) var letter: Character
        private var attributes = ""
        private var flags = ""
        /// An asterisk takes it from the arguments.
        private var width = ""
        private var precision: String?

        /// Takes one from the front of a format; nil where the format ends within it.
        init?(_ format: inout Substring) {
            if format.first == "{" {
                guard let end = format.firstIndex(of: "}") else { return nil }
                attributes = String(format[..<end].dropFirst())
                format = format[end...].dropFirst()
            }
            flags = Self.prefix(of: "-+ #0'", &format)
            width = Self.prefix(of: "0123456789*", &format)
            if format.first == "." {
                format.removeFirst()
                precision = Self.prefix(of: "0123456789*", &format)
            }
            _ = Self.prefix(of: "hlLqjzt", &format)
            guard let letter = format.popFirst() else { return nil }
            self.letter = letter
        }

        private static func prefix(of letters: String, _ format: inout Substring) -> String {
            let prefix = format.prefix { letters.contains($0) }
            format = format[prefix.endIndex...]
            return String(prefix)
        }
    }
}

extension LogFormat.Conversion {
    /// The next argument as the conversion has it.
    func text(_ arguments: inout ArraySlice<any CVarArg>, showsPrivate: Bool) -> String {
        let width = number(width, &arguments)
        let precision = precision.map { number($0, &arguments) ?? 0 }
        guard let argument = arguments.popFirst() else { return "<decode: missing data>" }
        guard let (kind, text) = rendered(argument, precision: precision) else {
            return "<decode: mismatch for [%\(letter)] got [\(type(of: argument))]>"
        }
        let value = LogValue(
            kind: kind, alignment: alignment(width), privacy: privacy, make: { text })
        return value.text(showsPrivate: showsPrivate)
    }

    /// What the digits say, or the next argument in the place of an asterisk.
    private func number(_ text: String, _ arguments: inout ArraySlice<any CVarArg>) -> Int? {
        text == "*" ? arguments.popFirst().flatMap(Self.integer).map(Int.init) : Int(text)
    }

    private func alignment(_ width: Int?) -> OSLogStringAlignment {
        guard let width, width != 0 else { return .none }
        let isLeft = flags.contains("-") || width < 0
        let columns = Int(clamping: width.magnitude)
        return isLeft ? .left(columns: columns) : .right(columns: columns)
    }

    /// What the braces say: `public`, `private` or `sensitive`, and `mask.hash`, parted by commas.
    private var privacy: OSLogPrivacy {
        let words = attributes.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let mask: OSLogPrivacy.Mask = words.contains("mask.hash") ? .hash : .none
        if words.contains("public") { return .public }
        if words.contains("sensitive") { return .sensitive(mask: mask) }
        return words.contains("private") ? .private(mask: mask) : .auto(mask: mask)
    }

    /// Nil where the argument is not what the letter stands for.
    private func rendered(
        _ argument: any CVarArg, precision: Int?
    ) -> (LogValue.Kind, String)? {
        let precision = precision.map { max(0, min($0, 256)) }
        switch letter {
        case "d", "i", "D", "u", "U", "x", "X", "o", "O", "c", "C":
            return Self.integer(argument).map { (.scalar, integerText($0, argument, precision)) }
        case "f", "F", "e", "E", "g", "G", "a", "A":
            return Self.float(argument).map { (.scalar, floatText($0, precision)) }
        case "p":
            return Self.address(argument).map { (.scalar, $0) }
        case "@", "s", "S":
            return Self.string(argument).map { text in
                (.text, letter == "@" ? text : precision.map { String(text.prefix($0)) } ?? text)
            }
        default:
            return nil
        }
    }

    private func integerText(_ value: Int64, _ argument: any CVarArg, _ precision: Int?) -> String {
        var digits: String
        switch letter {
        case "c", "C":
            return Unicode.Scalar(UInt32(truncatingIfNeeded: value)).map { String($0) } ?? "?"
        case "x": digits = String(Self.bits(value, argument), radix: 16)
        case "X": digits = String(Self.bits(value, argument), radix: 16, uppercase: true)
        case "o", "O": digits = String(Self.bits(value, argument), radix: 8)
        case "u", "U": digits = String(Self.bits(value, argument))
        default: digits = String(Self.isUnsigned(argument) ? 0 : value.magnitude)
        }
        if letter == "d" || letter == "i" || letter == "D", Self.isUnsigned(argument) {
            digits = String(UInt64(bitPattern: value))
        }
        let isNegative = "diD".contains(letter) && value < 0 && !Self.isUnsigned(argument)
        var sign = isNegative ? "-" : flags.contains("+") ? "+" : flags.contains(" ") ? " " : ""
        if flags.contains("#") { sign += letter == "x" ? "0x" : letter == "X" ? "0X" : "" }
        var least = precision ?? 0
        if precision == nil, flags.contains("0"), !flags.contains("-"), let width = Int(width) {
            least = min(width, 256) - sign.count
        }
        return sign + String(repeating: "0", count: max(0, least - digits.count)) + digits
    }

    private func floatText(_ value: Double, _ precision: Int?) -> String {
        // Bounded, because Foundation crashes on a width that is no 32-bit number.
        let width = width.isEmpty || width == "*" ? "" : "\(min(Int(width) ?? 256, 256))"
        let format = "%\(flags)\(width)\(precision.map { ".\($0)" } ?? "")"
        return String(format: "\(format)\(letter)", value)
    }
}

// MARK: - What arguments are

extension LogFormat.Conversion {
    private static func integer(_ argument: any CVarArg) -> Int64? {
        switch argument {
        case let number as any FixedWidthInteger: Int64(truncatingIfNeeded: number)
        case let flag as Bool: flag ? 1 : 0
        default: (object(argument) as? NSNumber)?.int64Value
        }
    }

    private static func isUnsigned(_ argument: any CVarArg) -> Bool {
        (argument as? any FixedWidthInteger).map { !type(of: $0).isSigned } ?? false
    }

    /// The value's bits in the width that the argument has.
    private static func bits(_ value: Int64, _ argument: any CVarArg) -> UInt64 {
        let width = (argument as? any FixedWidthInteger).map { type(of: $0).bitWidth } ?? 64
        let bits = UInt64(bitPattern: value)
        return width < 64 ? bits & (1 << UInt64(width) - 1) : bits
    }

    private static func float(_ argument: any CVarArg) -> Double? {
        switch argument {
        case let number as Double: number
        case let number as Float: Double(number)
        default: (object(argument) as? NSNumber)?.doubleValue
        }
    }

    private static func address(_ argument: any CVarArg) -> String? {
        let bits: UInt? =
            switch argument {
            case let pointer as OpaquePointer: UInt(bitPattern: pointer)
            case let pointer as any _Pointer: UInt(bitPattern: pointer)
            default:
                object(argument).map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
            }
        return bits.map { "0x" + String($0, radix: 16) }
    }

    private static func string(_ argument: any CVarArg) -> String? {
        argument as? String ?? object(argument)?.description
    }

    /// The argument where it is an object itself: a cast alone would make one of a number.
    private static func object(_ argument: any CVarArg) -> NSObject? {
        type(of: argument) is NSObject.Type ? argument as? NSObject : nil
    }
}
