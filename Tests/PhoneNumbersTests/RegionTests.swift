// SPDX-License-Identifier: Apache-2.0
import PhoneNumbers
import Testing

@Suite struct RegionTests {
    @Test("A region is two letters, in either case")
    func letters() {
        #expect(Region("cn")?.code == "CN")
        #expect(Region("CN") == Region("cN"))
        for text in ["", "C", "CHN", "C1", "c\u{301}", "中国", "[]", "`{"] {
            #expect(Region(text) == nil, "\(text)")
        }
    }

    @Test(
        "A locale's name holds a region, or none",
        arguments: [
            ("de_DE.UTF-8", "DE"), ("sr_RS@latin", "RS"), ("zh-Hans-CN", "CN"), ("en_GB", "GB"),
            ("C", nil), ("C.UTF-8", nil), ("POSIX", nil), ("", nil), ("de", nil), ("eo_XX", nil),
            ("en_001", nil),
        ] as [(String, String?)])
    func locales(name: String, code: String?) {
        #expect(Region.ofLocale(name)?.code == code)
    }

    @Test("Calling codes have a main region")
    func callingCodes() {
        #expect(Region("CN")?.callingCode == 86)
        #expect(Region("CA")?.callingCode == 1)
        #expect(Region("XX")?.callingCode == nil)
        #expect(Region.main(ofCallingCode: 1)?.code == "US")
        #expect(Region.main(ofCallingCode: 7)?.code == "RU")
        #expect(Region.main(ofCallingCode: 44)?.code == "GB")
        #expect(Region.main(ofCallingCode: 39)?.code == "IT")
        for code in [0, -1, 2, 200, 800, 999, 1000, Int.max, Int.min] {
            #expect(Region.main(ofCallingCode: code) == nil, "\(code)")
        }
    }
}
