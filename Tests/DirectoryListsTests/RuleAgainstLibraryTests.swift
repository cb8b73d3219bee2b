// SPDX-License-Identifier: Apache-2.0
import CPhoneExamples
import DirectoryLists
import PhoneNumbers
import Testing

/// The rule of Documentation/PhoneNumbers.md beside libphonenumber, on libphonenumber's own example
/// numbers: every region, every type, every form.
@Suite struct RuleAgainstLibraryTests {
    struct Case {
        let region: String
        let text: String
        let dialledIn: String
    }

    /// Numbers that the two read differently, and why.
    ///
    /// The rule's table is newer than Debian's libphonenumber: most are numbers that a plan has
    /// given up since.
    static let exceptions: [String: String] = [
        "BJ": "eight digits became ten, with 01 before them, in November 2024",
        "BR": "300 12 3456 has lost its nine digits",
        "HR": "061 1234, six digits without the zero, is no longer a number of the plan",
        "NG": "area codes became three digits in 2024, and numbers ten",
        "SA": "numbers of 811 with ten digits are no longer of the plan",
        "XK": "numbers that begin with 383 joined the plan, whose calling code is 383",
        "ZW": "013 12345 is no longer a number of the plan",
        "DE": "4930123456 without plus is a number of 04930 as well as one of Berlin's",
        "PK": "922123456789 without plus is a number of 0922 as well as one of Karachi's",
    ]

    private static func write(
        _ region: String, _ type: Int, _ form: CPhoneExamples_form, dialledIn: String = "ZZ"
    ) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 100) { buffer in
            guard
                CPhoneExamples_write(
                    region, Int32(type), form, dialledIn, buffer.baseAddress, buffer.count) != 0
            else { return nil }
            return buffer.baseAddress.map { String(cString: $0) }
        }
    }

    private static func regions() -> [String] {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        return letters.flatMap { a in letters.map { b in "\(a)\(b)" } }
            .filter { Region($0)?.callingCode != nil }
    }

    private static func cases() -> [Case] {
        var found: [Case] = []
        for region in regions() {
            for type in 0..<Int(CPhoneExamples_typeCount()) {
                guard let plain = write(region, type, CPhoneExamples_e164) else { continue }
                found.append(Case(region: region, text: plain, dialledIn: "CN"))
                found.append(
                    Case(region: region, text: String(plain.dropFirst()), dialledIn: region))
                for (form, dialledIn) in [
                    (CPhoneExamples_international, "US"), (CPhoneExamples_uri, "DE"),
                    (CPhoneExamples_national, region),
                ] {
                    guard let text = write(region, type, form) else { continue }
                    found.append(Case(region: region, text: text, dialledIn: dialledIn))
                }
                for home in ["US", "DE", "RU", "AU", "JP", "BR", "CN", "GB", "SG", "KR"] {
                    let text = write(region, type, CPhoneExamples_abroad, dialledIn: home)
                    guard let text else { continue }
                    found.append(Case(region: region, text: text, dialledIn: home))
                }
            }
        }
        return found
    }

    @Test("The rule reads what libphonenumber reads, but for a named few in a thousand")
    func agreement() {
        let cases = Self.cases()
        #expect(cases.count > 15_000)
        var differing: [String: Int] = [:]
        for one in cases {
            let parser = PhoneNumberParser(region: Region(one.dialledIn), strictness: .valid)
            let theirs = try? parser.number(from: one.text)
            let ours = E164.number(from: one.text, region: Region(one.dialledIn))
            guard ours != theirs else { continue }
            differing[one.region, default: 0] += 1
            let words = "\(one.text) in \(one.dialledIn): \(ours ?? 0), not \(theirs ?? 0)"
            #expect(Self.exceptions[one.region] != nil, "\(words)")
        }
        #expect(differing.values.reduce(0, +) * 1000 < 3 * cases.count)
        #expect(Set(differing.keys) == Set(Self.exceptions.keys), "an exception is none any more")
    }

    @Test("What the rule knows for certain is what libphonenumber reads")
    func certainty() {
        var certainCount = 0
        let cases = Self.cases()
        for one in cases where Self.exceptions[one.region] == nil {
            let parser = PhoneNumberParser(region: Region(one.dialledIn), strictness: .valid)
            var text = one.text
            let ours = text.withUTF8 {
                E164.certainNumber(fromUTF8: $0, region: Region(one.dialledIn))
            }
            guard let ours else { continue }
            certainCount += 1
            let theirs = try? parser.number(from: one.text)
            #expect(ours == theirs, "\(one.text) in \(one.dialledIn)")
        }
        // It is the fast path of lists, so it has to be taken.
        #expect(certainCount * 100 > 90 * cases.count, "\(certainCount) of \(cases.count)")
    }
}
