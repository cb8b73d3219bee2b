// SPDX-License-Identifier: Apache-2.0
import CallModel
import DirectoryLists
import PhoneNumbers
import Testing

@Suite struct PhoneNumberParserTests {
    private let chinese = PhoneNumberParser(region: Region("CN"))
    private let british = PhoneNumberParser(region: Region("GB"))
    private let homeless = PhoneNumberParser(region: nil)

    private func problem(
        _ parser: PhoneNumberParser, _ text: String
    ) -> PhoneNumberProblem? {
        do throws(PhoneNumberProblem) {
            _ = try parser.number(from: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A number is read in each of its forms",
        arguments: ["+8618712345678", "8618712345678", "187 1234 5678", "0086-187-1234-5678"])
    func forms(text: String) throws {
        #expect(try chinese.number(from: text) == 86_187_1234_5678)
    }

    @Test("What the rule does not know for certain is libphonenumber's")
    func library() throws {
        // 49 is Germany's calling code and begins German numbers.
        let german = PhoneNumberParser(region: Region("DE"))
        #expect(try german.number(from: "4930123456") == 49_30_123456)
        #expect(try british.number(from: "Call 020 7946 0018") == 44_20_7946_0018)
    }

    @Test("A number that is none says why")
    func problems() {
        #expect(problem(chinese, "") == .notANumber)
        #expect(problem(chinese, "no number") == .notANumber)
        #expect(problem(chinese, "\u{0}") == .notANumber)
        #expect(problem(british, "+44 20") == .tooShort)
        #expect(problem(british, "+44 20 7946 0018 0018") == .tooLong)
        #expect(problem(british, "+376 1234567") == .wrongLength)
        #expect(problem(british, "7946 00") == .noAreaCode)
        #expect(problem(homeless, "020 7946 0018") == .noCallingCode)
        #expect(problem(british, "+999 1234567") == .unknownCallingCode)
        #expect(problem(chinese, String(repeating: "1", count: 251)) == .notANumber)
        #expect(problem(chinese, String(repeating: "1", count: 1_000_000)) == .notANumber)
    }

    @Test("A number that its plan does not assign is taken unless only valid ones are wanted")
    func strictness() throws {
        let strict = PhoneNumberParser(region: Region("GB"), strictness: .valid)
        #expect(try british.number(from: "+44 60 1234 5678") == 44_60_1234_5678)
        #expect(problem(strict, "+44 60 1234 5678") == .unassigned)
        #expect(try strict.number(from: "+44 20 7946 0018") == 44_20_7946_0018)
    }

    @Test("Each problem has words of its own")
    func words() {
        let words = PhoneNumberProblem.allCases.map(\.words)
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { !$0.isEmpty })
    }

    @Test("Garbage is never a crash")
    func garbage() {
        var random = SplitMix64(seed: 5)
        let alphabet = Array("+0123456789()-. ;x,#*tel:\u{FF0B}\u{0665}ext=A\u{0}\u{E9}".utf8)
        for _ in 0..<20_000 {
            let text = (0..<random.next(below: 40)).map { _ in
                random.next(below: 20) == 0
                    ? UInt8(random.next(below: 256))
                    : alphabet[Int(random.next(below: UInt64(alphabet.count)))]
            }
            text.withUnsafeBufferPointer { bytes in
                for parser in [chinese, british, homeless] {
                    let number = try? parser.number(fromUTF8: bytes)
                    #expect((number ?? 1) > 0, "\(text)")
                }
            }
        }
    }

    @Test("Several threads may read at once")
    func threads() async {
        let numbers = await withTaskGroup(of: Set<Int64>.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    Set((0..<500).compactMap { try? british.number(from: "020 7946 \(1000 + $0)") })
                }
            }
            return await group.reduce(into: Set<Int64>()) { $0.formUnion($1) }
        }
        #expect(numbers == Set((0..<500).map { 44_20_7946_1000 + $0 }))
    }
}
