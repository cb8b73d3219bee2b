// SPDX-License-Identifier: Apache-2.0
import PhoneNumbers
import Testing

@testable import DirectoryLists

@Suite struct NumberCellTests {
    private func read(_ text: String, _ region: String? = nil, strict: Bool = false) -> NumberCell {
        let numbers = NationalNumbers(region: region.flatMap { Region($0) }, isStrict: false)
        let reader = NumberCellReader(
            region: region.flatMap { Region($0) }, isStrict: strict,
            hasPossibleLength: numbers.hasPossibleLength)
        return Array(text.utf8).withUnsafeBufferPointer { reader.read($0) }
    }

    @Test("What is in E.164 is a number at once, assigned or not")
    func plain() {
        #expect(read("+8618712345678") == .number(86_187_1234_5678))
        #expect(read("8618712345678") == .number(86_187_1234_5678))
        #expect(read("+1 (212) 555-0100") == .number(1_212_555_0100))
        #expect(read("+15005550100") == .number(1_500_555_0100))
        #expect(read("+81345678901") == .number(81_345_678_901))
    }

    @Test("All else is for libphonenumber, and so is everything where numbers must be assigned")
    func uncertain() {
        #expect(read("1") == .uncertain)
        #expect(read("+1212") == .uncertain)
        #expect(read("words") == .uncertain)
        #expect(read("+447911123456", "GB", strict: true) == .uncertain)
    }

    @Test("Zero, negatives and what has over 18 digits are out of bounds or too long")
    func bounds() {
        for text in ["0", "000", "-1", "-9223372036854775808", "+0"] {
            #expect(read(text) == .rejected(.outOfBounds), "\(text)")
        }
        for text in ["9223372036854775807", "9223372036854775806", "18446744073709551616"] {
            #expect(read(text) == .rejected(.tooLong), "\(text)")
        }
        #expect(read("") == .rejected(.noNumber))
        #expect(read(String(repeating: "1 ", count: 500_000)) == .rejected(.notANumber))
    }

    @Test(
        "A range has two ends of as many digits",
        arguments: [
            "33162000000-33162999999", "+33162000000 - +33162999999", "33162000000..33162999999",
            "+33 1 62 00 00 00–+33 1 62 99 99 99",
        ])
    func ranges(text: String) {
        #expect(read(text) == .ranges([33_162_000_000...33_162_999_999]))
        #expect(read("0162000000-0162999999", "FR") == .ranges([33_162_000_000...33_162_999_999]))
    }

    @Test("Ends that do not fit are refused; dashes within a number are none of a range")
    func badRanges() {
        #expect(read("33162999999-33162000000") == .rejected(.badRange))
        #expect(read("33162000000-331629999999") == .rejected(.badRange))
        #expect(read("+1-212-555-0100") == .number(1_212_555_0100))
        #expect(read("33162000000-33162000000") == .ranges([33_162_000_000...33_162_000_000]))
    }

    @Test("A pattern's wildcards stand for a digit each")
    func wildcards() {
        #expect(read("+3316200????") == .ranges([33_162_000_000...33_162_009_999]))
        #expect(read("3316200####") == .ranges([33_162_000_000...33_162_009_999]))
        #expect(read("016200xxxx", "FR") == .ranges([33_162_000_000...33_162_009_999]))
        #expect(read("+33 1 62 00 ?? ??") == .ranges([33_162_000_000...33_162_009_999]))
        #expect(read("+33162?0???") == .rejected(.badPattern))
        #expect(read("????") == .rejected(.badPattern))
        #expect(read("+1???????????????") == .rejected(.badPattern))
        #expect(read("+3316200?????????") == .rejected(.badPattern))
    }

    @Test("An open pattern stands for all lengths that the country has")
    func openPatterns() {
        #expect(read("+336123*") == .ranges([33_612_300_000...33_612_399_999]))
        #expect(read("06123*", "FR") == .ranges([33_612_300_000...33_612_399_999]))
        guard case .ranges(let ranges) = read("+4416*") else {
            Issue.record("no ranges")
            return
        }
        #expect(ranges.contains(441_600_000_000...441_699_999_999))
        #expect(read("*") == .rejected(.badPattern))
        #expect(read("+4*4*") == .rejected(.badPattern))
    }
}
