// SPDX-License-Identifier: Apache-2.0
import Foundation

/// How a number is written.
public struct OSLogFloatFormatting {
    /// As `printf` has it.
    private let conversion: Character
    private var hasSign = false
    private var isUppercase = false
    private var digits: (() -> Int)?

    private init(_ conversion: Character) { self.conversion = conversion }

    private static func make(
        _ conversion: Character, hasSign: Bool, isUppercase: Bool, digits: (() -> Int)? = nil
    ) -> OSLogFloatFormatting {
        var formatting = OSLogFloatFormatting(conversion)
        formatting.hasSign = hasSign
        formatting.isUppercase = isUppercase
        formatting.digits = digits
        return formatting
    }

    /// With six digits behind the point.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting("f") }

    /// With six digits behind the point, and a plus sign if wanted.
    public static func fixed(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("f", hasSign: explicitPositiveSign, isUppercase: uppercase)
    }

    /// With that many digits behind the point.
    public static func fixed(
        precision: @autoclosure @escaping () -> Int,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("f", hasSign: explicitPositiveSign, isUppercase: uppercase, digits: precision)
    }

    /// In sixteens.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting("a") }

    /// In sixteens, with a plus sign if wanted.
    public static func hex(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("a", hasSign: explicitPositiveSign, isUppercase: uppercase)
    }

    /// With a power of ten.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting("e") }

    /// With a power of ten, and a plus sign if wanted.
    public static func exponential(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("e", hasSign: explicitPositiveSign, isUppercase: uppercase)
    }

    /// With a power of ten, and that many digits behind the point.
    public static func exponential(
        precision: @autoclosure @escaping () -> Int,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("e", hasSign: explicitPositiveSign, isUppercase: uppercase, digits: precision)
    }

    /// With a power of ten where that is shorter.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting("g") }

    /// With a power of ten where that is shorter, and a plus sign if wanted.
    public static func hybrid(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("g", hasSign: explicitPositiveSign, isUppercase: uppercase)
    }

    /// With a power of ten where that is shorter, and that many digits that count.
    public static func hybrid(
        precision: @autoclosure @escaping () -> Int,
        explicitPositiveSign: Bool = false,
        uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        make("g", hasSign: explicitPositiveSign, isUppercase: uppercase, digits: precision)
    }

    /// More digits than these would be a mistake.
    private static let mostDigits = 256

    func text(_ number: Double) -> String {
        let precision = digits.map { ".\(max(0, min($0(), Self.mostDigits)))" } ?? ""
        let letter = isUppercase ? conversion.uppercased() : String(conversion)
        return String(format: "%\(hasSign ? "+" : "")\(precision)\(letter)", number)
    }
}
