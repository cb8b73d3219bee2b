// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

/// What is done with eight bytes at once must be what would be done with one after the other.
@Suite struct EightBytesTests {
    /// A good text, with one byte in its place changed to each other byte.
    private func spoil(_ text: String, _ body: (_ bytes: [UInt8], _ changed: UInt8) -> Void) {
        for place in 0..<text.utf8.count {
            for byte in UInt8.min...UInt8.max {
                var bytes = Array(text.utf8)
                bytes[place] = byte
                body(bytes, byte)
            }
        }
    }

    @Test("Sixteen hexadecimal digits are a number, and no other bytes are")
    func hexadecimal() {
        spoil("0123456789abcdEF") { bytes, changed in
            let isGood = hexadecimalDigitValue(changed) < 16
            let expected = bytes.reduce(0 as UInt64) {
                $0 << 4 | UInt64(hexadecimalDigitValue($1) & 15)
            }
            let number = bytes.span.hexadecimal(at: 0)
            #expect(number == (isGood ? expected : nil))
        }
    }

    @Test("Topic bytes are letters, digits, hyphens and full stops")
    func topicBytes() {
        spoil("aZ09-.x5") { bytes, changed in
            let areGood = bytes.span.eight(at: 0).areTopicBytes
            #expect(areGood == Admission.isTopicByte(changed))
        }
    }

    @Test("An apns-id is read in either case and written as it was")
    func pushID() {
        spoil("8a2fcb1d-44d8-4B5C-9c4e-5D3A1F0E9b7f") { bytes, changed in
            let text = String(decoding: bytes, as: UTF8.self)
            let places = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
            let digits = bytes.count { hexadecimalDigitValue($0) < 16 }
            guard let id = WrittenPushID(bytes.span) else {
                return #expect(places != [8, 13, 18, 23] || digits != 32)
            }
            #expect(id.description == text)
            #expect(id.id.description.lowercased() == text.lowercased())
            #expect(id.hasUpperCase == (text != text.lowercased()))
        }
    }

    private func isEqual(_ text: [UInt8], _ other: [UInt8]) -> Bool { text.span.isEqual(to: other) }

    @Test("Texts are equal only where each byte is", arguments: 0...24)
    func comparison(count: Int) {
        let bytes = (0..<count).map { UInt8(ascii: "a") + UInt8($0) }
        #expect(isEqual(bytes, bytes))
        #expect(!isEqual(bytes, bytes + [0]))
        for place in bytes.indices {
            var other = bytes
            other[place] ^= 0x80
            #expect(!isEqual(bytes, other))
        }
    }

    @Test("A beginning or an end is told also where the text is no longer than that")
    func parts() {
        func begins(_ text: [UInt8]) -> Bool { text.span.starts(with: "abcdefghijk") }
        func ends(_ text: [UInt8]) -> Bool { text.span.ends(with: "abcdefghijk") }
        let bytes = Array("abcdefghijk".utf8)
        #expect(begins(bytes) && ends(bytes))
        #expect(begins(bytes + [0]) && ends([0] + bytes))
        #expect(!ends(bytes + [0]) && !begins([0] + bytes))
        #expect(!begins(bytes.dropLast()) && !ends(Array(bytes.dropFirst())))
    }
}
