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
