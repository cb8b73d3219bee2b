// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OCKHTTP2

/// Which bytes a field may have, told for several at once, is what one after the other would tell.
@Suite struct FieldBytesTests {
    /// Texts of one length, each with one byte in one place changed to each other byte.
    private func spoil(_ count: Int, _ body: (_ bytes: [UInt8], _ place: Int) -> Void) {
        for place in 0..<count {
            for byte in UInt8.min...UInt8.max {
                var bytes = Array("apns-push-type-name".utf8.prefix(count))
                bytes[place] = byte
                body(bytes, place)
            }
        }
    }

    private func isToken(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { FieldBytes.isToken($0) }
    }

    private func isValue(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { FieldBytes.isValue($0) }
    }

    private func isVisible(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { FieldBytes.isVisible($0) }
    }

    @Test("A name has the bytes of a token, in lower case", arguments: 1...17)
    func names(count: Int) {
        let others = Set("!#$%&'*+-.^_`|~0123456789".utf8)
        spoil(count) { bytes, place in
            let byte = bytes[place]
            let isGood =
                others.contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            #expect(isToken(bytes) == isGood)
        }
    }

    @Test("A value has no control bytes but tabs, and no white space around it", arguments: 1...17)
    func values(count: Int) {
        spoil(count) { bytes, place in
            let byte = bytes[place]
            let isWhite = byte == 0x20 || byte == 0x09
            let isInside = place > 0 && place < count - 1
            let isGood = isWhite ? isInside : byte > 0x20 && byte != 0x7f
            #expect(isValue(bytes) == isGood)
        }
    }

    @Test("What must be visible has neither white space nor control bytes", arguments: 1...17)
    func visible(count: Int) {
        spoil(count) { bytes, place in
            #expect(isVisible(bytes) == (bytes[place] > 0x20 && bytes[place] != 0x7f))
        }
    }
}
