// SPDX-License-Identifier: Apache-2.0
import PhoneNumbers
import Testing

@Suite struct E164Tests {
    private func number(_ text: String, _ region: String?) -> Int64? {
        E164.number(from: text, region: region.flatMap { Region($0) })
    }

    @Test(
        "A number is the same in whatever form it comes",
        arguments: [
            "+8618712345678", "+86 187 1234 5678", "0086 187-1234-5678", "18712345678",
            "0187 1234 5678", "8618712345678", "(+86) 187.1234.5678", "tel:+86-187-1234-5678",
            "TEL:+8618712345678;isub=1", "１８７１２３４５６７８", "＋８６１８７１２３４５６７８",
            "\u{200E}+86\u{A0}187\u{2011}1234\u{2011}5678\u{202C}", "١٨٧١٢٣٤٥٦٧٨", "۱۸۷۱۲۳۴۵۶۷۸",
            "१८७१२३४५६७८", "12593 187 1234 5678", "17951 18712345678", "tel:18712345678,,12",
        ])
    func chinese(text: String) {
        #expect(number(text, "CN") == 86_187_1234_5678)
    }

    @Test(
        "Trunk prefixes are dropped where a plan has them, and kept where a zero is the number's",
        arguments: [
            ("020 7946 0018", "GB", 442079460018), ("+44 (0)20 7946 0018", "CN", 442079460018),
            ("06 9876 5432", "IT", 390698765432), ("+39 06 9876 5432", "US", 390698765432),
            ("338 123 4567", "IT", 393381234567), ("0 30 123456", "DE", 4930123456),
            ("1 (415) 555-0132", "US", 14155550132), ("(415) 555-0132", "US", 14155550132),
            ("8 (495) 123-45-67", "RU", 74951234567), ("8 701 234 5678", "KZ", 77012345678),
            ("800 123 4567", "RU", 78001234567), ("06 1 234 5678", "HU", 3612345678),
            ("8 612 34567", "LT", 37061234567), ("0 612 34567", "LT", 37061234567),
            ("06 12 34 56 78", "FR", 33612345678), ("22 123 45 67", "PL", 48221234567),
            ("01 23 45 67 89", "CI", 2250123456789), ("2 2123 4567", "CL", 56221234567),
        ] as [(String, String, Int64)])
    func trunks(text: String, region: String, expected: Int64) {
        #expect(number(text, region) == expected)
    }

    @Test(
        "Mexico's given-up prefixes lead to the number without them",
        arguments: [
            "55 1234 5678", "01 55 1234 5678", "044 55 1234 5678", "045 55 1234 5678",
            "1 55 1234 5678", "+52 1 55 1234 5678", "+52 55 1234 5678",
        ])
    func mexico(text: String) {
        #expect(number(text, "MX") == 52_55_1234_5678)
    }

    @Test(
        "Argentina's 15 after the area code is the 9 before it",
        arguments: [
            ("011 15-2345-6789", 54_9_11_2345_6789), ("11 15 2345 6789", 54_9_11_2345_6789),
            ("+54 9 11 2345 6789", 54_9_11_2345_6789), ("+54 11 15 2345 6789", 54_9_11_2345_6789),
            ("0223 15 123 4567", 54_9_223_123_4567), ("02202 15 12-3456", 54_9_2202_12_3456),
            ("011 2345-6789", 54_11_2345_6789), ("+54 11 2345 6789", 54_11_2345_6789),
        ] as [(String, Int64)])
    func argentina(text: String, expected: Int64) {
        #expect(number(text, "AR") == expected)
    }

    @Test(
        "Brazil's carrier codes are dropped",
        arguments: [
            ("0 15 11 96123 4567", 5511961234567), ("011 96123-4567", 5511961234567),
            ("90 21 11 2345-6789", 551123456789), ("9011 2345 6789", 551123456789),
            ("021 2345-6789", 552123456789),
        ] as [(String, Int64)])
    func brazil(text: String, expected: Int64) {
        #expect(number(text, "BR") == expected)
    }

    @Test(
        "Calls abroad begin with the home region's own prefix, carriers included",
        arguments: [
            ("011 86 187 1234 5678", "US"), ("0011 86 187 1234 5678", "AU"),
            ("8~10 86 187 1234 5678", "RU"), ("010 86 187 1234 5678", "JP"),
            ("001 86 187 1234 5678", "SG"), ("0021 86 187 1234 5678", "BR"),
            ("0086 187 1234 5678", "DE"), ("+86 0187 1234 5678", "DE"),
            ("8618712345678", "US"), ("8618712345678", nil),
        ] as [(String, String?)])
    func abroad(text: String, region: String?) {
        #expect(number(text, region) == 86_187_1234_5678)
    }

    @Test("A subscriber's number gets the area code that a small plan has")
    func areas() {
        #expect(number("460 1234", "AG") == 1_268_460_1234)
        #expect(number("886377", "SM") == 378_0549_886377)
        #expect(number("555 0132", "US") == nil)
    }

    @Test(
        "Short codes, feature codes and names are no numbers of the world",
        arguments: [
            "112", "110", "10086", "95588", "*#06#", "*21*18712345678#", "#31#18712345678",
            "anonymous", "", " ", "+", "++", "1", "0", "00", "+0", "alice@example.com",
            "sip:18712345678@example.com", "18712345678 or 18712345679", "1871234567a",
            "+0086 187 1234 5678", "00+8618712345678",
        ])
    func noNumbers(text: String) {
        #expect(number(text, "CN") == nil)
    }

    @Test("Emergency numbers are none in any region")
    func emergency() {
        for code in ["DE", "US", "GB", "FR", "IT", "AT", "SH", "AU", "JP", "IN", "BR"] {
            for text in ["112", "110", "911", "999", "000"] { #expect(number(text, code) == nil) }
        }
    }

    @Test(
        "Extensions and what is dialled after a pause do not count",
        arguments: [
            "+1 415 555 0132 x12", "+1 415 555 0132 ext. 12", "+1 415 555 0132 extension 12",
            "+1 415 555 0132#12", "+14155550132,,12#", "+14155550132;ext=12",
            "tel:+1-415-555-0132;12",
            "+14155550132,", "+14155550132p12", "+14155550132w12", "+1 415 555 0132 X: 12",
        ])
    func extensions(text: String) {
        #expect(number(text, nil) == 1_415_555_0132)
    }

    @Test("A word of three letters or more is what its keys dial")
    func words() {
        #expect(number("1-800-FLOWERS", "US") == 1_800_356_9377)
        #expect(number("1-800-taxicab", "US") == 1_800_829_4222)
        #expect(number("1-800-35693AB", "US") == nil)
    }

    @Test("A URI's context stands before its number (RFC 3966 §5.1.5)")
    func context() {
        #expect(number("tel:2079460018;phone-context=+44", nil) == 44_2079460018)
        #expect(number("tel:555-0132;ext=1;phone-context=+1-415", nil) == 1_415_555_0132)
        #expect(number("tel:18712345678;phone-context=example.com", "CN") == 86_187_1234_5678)
    }

    @Test("Without a region only plus signs count, and 8 to 15 digits after a calling code")
    func withoutRegion() {
        #expect(number("4155550132", nil) == 4155550132)
        #expect(number("0086 187 1234 5678", nil) == nil)
        #expect(number("2101234", nil) == nil)
        #expect(number("99912345678", nil) == nil)
        #expect(number("1234567890123456", nil) == nil)
        #expect(number("123456789012345", nil) == 123_456_789_012_345)
    }

    @Test("An unassigned calling code stays a number where a plus sign says that it is one")
    func unassigned() {
        #expect(number("+999 1234567", "CN") == 999_1234567)
        #expect(E164.callingCode(of: 999_1234567) == nil)
        #expect(E164.callingCode(of: 86_187_1234_5678) == 86)
        #expect(E164.callingCode(of: 1_415_555_0132) == 1)
        #expect(E164.callingCode(of: 800_1234_5678) == 800)
        #expect(E164.callingCode(of: 0) == nil)
        #expect(E164.callingCode(of: -86) == nil)
        #expect(E164.callingCode(of: 86) == nil)
    }

    @Test("Numbers have 5 to 15 digits, text 250 bytes")
    func bounds() {
        #expect(number("+12345", nil) == 12345)
        #expect(number("+1234", nil) == nil)
        #expect(number("+123456789012345", nil) == 123_456_789_012_345)
        #expect(number("+1234567890123456", nil) == nil)
        #expect(number(String(repeating: "9", count: 33), "CN") == nil)
        let spaced = String(repeating: " ", count: 236) + "+8618712345678"
        #expect(number(spaced, nil) == 86_187_1234_5678)
        #expect(number(" " + spaced, nil) == nil)
        #expect(number(String(repeating: "1", count: 1_000_000), "US") == nil)
    }

    @Test("Bytes that are no UTF-8 are no number")
    func notText() {
        for bytes in [
            [0xFF], [0x31, 0x32, 0xEF], [0xEF, 0xBC], [0x31, 0xC2], [0xF0, 0x9F, 0x98],
        ] {
            let text = Array("+86187123456".utf8) + bytes.map { UInt8($0) }
            text.withUnsafeBufferPointer {
                #expect(E164.number(fromUTF8: $0, region: nil) == nil)
            }
        }
    }

    @Test("A number is written with its plus sign, and read again")
    func text() {
        #expect(E164.text(86_187_1234_5678) == "+8618712345678")
        #expect(number(E164.text(86_187_1234_5678), "US") == 86_187_1234_5678)
    }

    private func written(_ text: String) -> Int64? {
        var text = text
        return text.withUTF8 { E164.writtenNumber(fromUTF8: $0) }
    }

    @Test("A plus sign and digits alone are a number as they stand, assigned or not")
    func writtenNumbers() {
        #expect(written("+8618712345678") == 86_187_1234_5678)
        #expect(written("+14150000000") == 1_415_000_0000)
        for text in [
            "8618712345678", "+86 18712345678", "+86187123456789012", "+86", "+", "",
            "+44020794600", "+9991234567", "+5491123456789", "+861871234567x",
        ] {
            #expect(written(text) == nil, "\(text)")
        }
    }

    private func certain(_ text: String, _ region: String?) -> Int64? {
        var text = text
        return text.withUTF8 {
            E164.certainNumber(fromUTF8: $0, region: region.flatMap { Region($0) })
        }
    }

    @Test("A number is certain where its plan lists it and the text means no other")
    func certainNumbers() {
        #expect(certain("030 123456", "DE") == 49_30_123456)
        #expect(certain("+49 30 123456", nil) == 49_30_123456)
        #expect(certain("4930123456", "DE") == nil, "04930 123456 without its zero, or +49 30")
        #expect(certain("8618712345678", nil) == nil, "nothing says that 86 is a calling code")
        #expect(certain("1-800-FLOWERS", "US") == nil, "a word")
        #expect(certain("+999 1234567", "US") == nil, "unassigned")
        #expect(certain("112", "DE") == nil)
    }
}
