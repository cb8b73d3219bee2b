// SPDX-License-Identifier: Apache-2.0
import OCKWire
import Testing

@Suite("PropertyListCheck")
struct PropertyListCheckTests {
    private func nested(_ depth: Int) -> [UInt8] {
        Array(
            ("<plist>" + String(repeating: "<array>", count: depth)
                + String(repeating: "</array>", count: depth) + "</plist>").utf8
        )
    }

    @Test("XML may be 32 deep and no deeper; comments and CDATA do not count")
    func depth() {
        #expect(PropertyListCheck.problem(nested(31)) == nil)
        #expect(PropertyListCheck.problem(nested(32)) != nil)
        let comment = "<plist><!--" + String(repeating: "<a>", count: 99) + "--></plist>"
        #expect(PropertyListCheck.problem(Array(comment.utf8)) == nil)
        let data = "<plist><![CDATA[" + String(repeating: "<a>", count: 99) + "]]></plist>"
        #expect(PropertyListCheck.problem(Array(data.utf8)) == nil)
    }

    @Test("Entities, cut tags and other forms are refused")
    func refused() {
        let entity = "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist/>"
        for text in [entity, "<plist", "<!-- ", "<![CDATA[", "", "( a, b )", "bplist00"] {
            #expect(PropertyListCheck.problem(Array(text.utf8)) != nil, "\(text)")
        }
        #expect(PropertyListCheck.problem([UInt8](repeating: 60, count: 1 << 21)) != nil)
    }

    @Test("A binary list is accepted, and refused with any of its bytes cut")
    func binary() {
        #expect(PropertyListCheck.problem(BinarySample.info) == nil)
        #expect(PropertyListCheck.problem(BinarySample.info.dropLast()) != nil)
    }

    @Test("A binary list that holds itself, or multiplies by sharing, is refused")
    func loops() {
        #expect(PropertyListCheck.problem(BinarySample.loop) != nil)
        #expect(PropertyListCheck.problem(BinarySample.doubling(levels: 30)) != nil)
        #expect(PropertyListCheck.problem(BinarySample.doubling(levels: 8)) == nil)
    }

    @Test("Values that Foundation may not survive are refused: sets, keys that are no strings")
    func kinds() {
        let date: [UInt8] = [0x33, 0x41, 0xC0, 0, 0, 0, 0, 0, 0]
        let good: [[UInt8]] = [
            [0x08], [0x09], [0x10, 1], [0x13] + [UInt8](repeating: 1, count: 8),
            [0x22, 0, 0, 0, 0], date, [0x42, 1, 2], [0x51, 0x61], [0x61, 0, 0x61], [0xA0], [0xD0],
        ]
        for value in good {
            #expect(
                PropertyListCheck.problem(BinarySample.dictionary(of: value)) == nil, "\(value)")
        }
        let noDate: [UInt8] = [0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]
        let bad: [[UInt8]] = [
            [0x00], [0x0F], [0x0C], [0x15], [0x21, 0, 0], noDate, [0x51, 0x80], [0x5F, 0x10, 200],
            [0x80, 1], [0xB0], [0xC0], [0xC1, 0], [0xE0], [0xF0], [0xA1, 200],
        ]
        for value in bad {
            #expect(
                PropertyListCheck.problem(BinarySample.dictionary(of: value)) != nil, "\(value)")
        }
        #expect(PropertyListCheck.problem(BinarySample.dictionary(of: [0x08], key: [0x09])) != nil)
    }

    @Test("No change of a single byte of a binary list makes the check fail to end")
    func changes() {
        for index in BinarySample.info.indices {
            for value in [0, 1, 0x7F, 0x80, 0xAF, 0xDF, 0xFF] as [UInt8] {
                var bytes = BinarySample.info
                bytes[index] = value
                _ = PropertyListCheck.problem(bytes)
            }
        }
    }
}

extension PropertyListCheck {
    static func problem(_ bytes: ArraySlice<UInt8>) -> String? { problem(Array(bytes)) }
}

/// Binary property lists, put together by hand.
enum BinarySample {
    /// The dictionary of a good `Info.plist`.
    static let info = list(
        [
            [0xD4, 1, 3, 5, 7, 2, 4, 6, 8], text("CFBundleIdentifier"),
            text("com.example.hotline"), text("CFBundleExecutable"), text("Hotline"),
            text("CFBundleName"), text("Hotline"), text("UIBackgroundModes"), [0xA1, 9],
            text("voip"),
        ]
    )

    /// An array whose one element is itself.
    static let loop = list([[0xA1, 0]])

    /// Arrays that each hold the next one twice.
    static func doubling(levels: Int) -> [UInt8] {
        list((0..<levels).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [text("end")])
    }

    /// A dictionary with one value.
    static func dictionary(of value: [UInt8], key: [UInt8] = [0x51, 0x6B]) -> [UInt8] {
        list([[0xD1, 1, 2], key, value])
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let head: [UInt8] =
            bytes.count < 15 ? [0x50 | UInt8(bytes.count)] : [0x5F, 0x10, UInt8(bytes.count)]
        return head + bytes
    }

    private static func list(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
            bytes += object
        }
        let table = UInt64(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [UInt64(objects.count), 0, table] {
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        return bytes
    }
}
