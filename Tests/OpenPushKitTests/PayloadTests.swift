// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import OpenPushKit
import Testing

/// Payloads as an app gets them.
@Suite struct PayloadTests {
    private func dictionary(_ bytes: [UInt8]) -> [AnyHashable: Any] {
        PKPushPayload.make(
            PushNotice(
                id: PushID(high: 0, low: 1), type: voipPushType, payload: Bytes(bytes),
                mustReport: true)
        ).dictionaryPayload
    }

    @Test("An extension's property list is read; a body of anything else is empty (B136, B137)")
    func forms() throws {
        let list = try PropertyListSerialization.data(
            fromPropertyList: ["at": Date(timeIntervalSince1970: 7)], format: .binary, options: 0)
        #expect(dictionary(Array(list))["at"] as? Date == Date(timeIntervalSince1970: 7))
        #expect(dictionary(Array(#"{"a":1}"#.utf8))["a"] as? Int == 1)
        for text in ["", "[1]", "bplist00", "{", "\u{0}"] {
            #expect(dictionary(Array(text.utf8)).isEmpty, "\(text)")
        }
    }

    @Test(
        "A property list whose values multiply by sharing is not read, in no time (B137)",
        .timeLimit(.minutes(10)))
    func sharing() {
        // Thirty arrays, each of which holds the next one twice, in a dictionary.
        let levels = 30
        var objects: [[UInt8]] = [[0xD1, UInt8(levels + 1), 1]]
        objects += (1..<levels).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
        objects += [[0x08], [0x51, 0x61]]
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        let zeros = [UInt8](repeating: 0, count: 7)
        bytes += offsets + zeros.dropLast() + [1, 1]
        bytes += zeros + [UInt8(objects.count)] + zeros + [0] + zeros + [table]
        #expect(dictionary(bytes).isEmpty)
    }
}
