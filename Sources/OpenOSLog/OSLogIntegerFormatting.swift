// SPDX-License-Identifier: Apache-2.0

/// How a whole number is written.
public struct OSLogIntegerFormatting {
    private let radix: Int
    private var hasSign = false
    private var prefix = ""
    private var isUppercase = false
    private var digits: () -> Int = { 0 }

    private init(radix: Int) { self.radix = radix }

    /// In tens.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }

    /// In tens, with a plus sign if wanted.
    public static func decimal(explicitPositiveSign: Bool = false) -> OSLogIntegerFormatting {
        decimal(explicitPositiveSign: explicitPositiveSign, minDigits: 0)
    }

    /// In tens, filled up with zeros.
    public static func decimal(
        explicitPositiveSign: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        var formatting = decimal
        formatting.hasSign = explicitPositiveSign
        formatting.digits = minDigits
        return formatting
    }

    /// In sixteens.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }

    /// In sixteens, with a plus sign and `0x` if wanted.
    public static func hex(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        hex(
            explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix,
            uppercase: uppercase, minDigits: 0)
    }

    /// In sixteens, filled up with zeros.
    public static func hex(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        var formatting = hex
        formatting.hasSign = explicitPositiveSign
        formatting.prefix = includePrefix ? "0x" : ""
        formatting.isUppercase = uppercase
        formatting.digits = minDigits
        return formatting
    }

    /// In eights.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// In eights, with a plus sign and `0o` if wanted.
    public static func octal(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        octal(
            explicitPositiveSign: explicitPositiveSign, includePrefix: includePrefix,
            uppercase: uppercase, minDigits: 0)
    }

    /// In eights, filled up with zeros.
    public static func octal(
        explicitPositiveSign: Bool = false,
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int
    ) -> OSLogIntegerFormatting {
        var formatting = octal
        formatting.hasSign = explicitPositiveSign
        formatting.prefix = includePrefix ? "0o" : ""
        formatting.isUppercase = uppercase
        formatting.digits = minDigits
        return formatting
    }

    /// More digits than these would be a mistake.
    private static let mostDigits = 256

    func text(_ number: some FixedWidthInteger) -> String {
        let magnitude = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let missing = min(digits(), Self.mostDigits) - magnitude.count
        let zeros = String(repeating: "0", count: max(0, missing))
        let sign = number < 0 ? "-" : hasSign ? "+" : ""
        return sign + prefix + zeros + magnitude
    }
}
