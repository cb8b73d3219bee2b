// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@Suite struct IdentifierTests {
    @Test("An identifier reads and writes the UUID form, in either case")
    func text() {
        let id = CallID("01234567-89ab-CDEF-0123-456789abcdef")
        #expect(id == CallID(high: 0x0123_4567_89AB_CDEF, low: 0x0123_4567_89AB_CDEF))
        #expect(id?.description == "01234567-89AB-CDEF-0123-456789ABCDEF")
    }

    @Test(
        "Any other text is no identifier",
        arguments: [
            "", "0", "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcde",
            "01234567-89ab-cdef-0123-456789abcdef0", "g1234567-89ab-cdef-0123-456789abcdef",
            "01234567-89ab-cdef-0123_456789abcdef", "０1234567-89ab-cdef-0123-456789abcde",
        ])
    func notText(text: String) {
        #expect(CallID(text) == nil)
    }

    @Test("Made identifiers are random UUIDs (version 4), and every one reads back")
    func made() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<1000 {
            let id: CallID = random.identifier()
            let text = Array(id.description.utf8)
            #expect(text[14] == UInt8(ascii: "4") && "89AB".utf8.contains(text[19]))
            #expect(CallID(id.description) == id)
        }
    }

    @Test("The generator gives the published sequence of SplitMix64")
    func generator() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(
            [random.next(), random.next(), random.next()] == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }
}
