// SPDX-License-Identifier: Apache-2.0

/// Argentina's mobile numbers, the one plan whose prefix stands inside the number.
///
/// At home they are dialled with 15 between area code and subscriber, `(0)11 15 2345-6789`; from
/// abroad with 9 before the area code, `+54 9 11 2345-6789`, and that is their form in E.164.
enum ArgentineNumbers {
    static let callingCode = 54

    /// The significant number of a mobile number with 15 in it; nil for any other.
    ///
    /// Area codes have two digits (11 alone), three or four, and with the subscriber's ten. So
    /// twelve digits have a 15, and no two places for it can both hold one.
    static func significant(_ digits: DigitString) -> DigitString? {
        let digits = digits.count > 12 && digits[0] == 0 ? digits.dropFirst(1) : digits
        guard digits.count == 12, digits[0] != 0 else { return nil }
        for place in [2, 3, 4] where digits[place] == 1 && digits[place + 1] == 5 {
            if place == 2, digits[0] != 1 || digits[1] != 1 { continue }
            var number = DigitString()
            _ = number.append(9)
            for index in 0..<12 where index != place && index != place + 1 {
                _ = number.append(digits[index])
            }
            return number
        }
        return nil
    }
}
