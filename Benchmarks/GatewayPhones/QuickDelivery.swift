// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Makes the acknowledgement of a delivery without a JSON decoder, which would take longer than all
/// else that happens to a push: the phones share the machine with the server that is measured.
enum QuickDelivery {
    /// The frame of the acknowledgement, nil for a body that does not look like a delivery.
    static func acknowledgement(of body: [UInt8]) -> [UInt8]? {
        body.withUnsafeBufferPointer { body in
            guard body.starts(with: delivery), let id = end(of: idKey, in: body),
                let number = end(of: numberKey, in: body), id + 36 < body.count
            else { return nil }
            let digits = body[number...].prefix { 0x30...0x39 ~= $0 }
            let count = opening.count + 36 + middle.count + digits.count + closing.count
            var frame: [UInt8] = [0, 0, 0, UInt8(count)]
            frame.reserveCapacity(4 + count)
            frame += opening
            frame += body[id..<id + 36]
            frame += middle
            frame += digits
            frame += closing
            return frame
        }
    }

    private static let delivery = Array(#"{"deliver":"#.utf8)
    private static let idKey = Array(#","id":""#.utf8)
    private static let numberKey = Array(#","number":"#.utf8)
    private static let opening = Array(#"{"acknowledge":{"_0":""#.utf8)
    private static let middle = Array(#"","number":"#.utf8)
    private static let closing = Array("}}".utf8)

    /// Where the value of a key begins.
    private static func end(of key: [UInt8], in body: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let start = body.baseAddress else { return nil }
        var index = 0
        while index + key.count <= body.count {
            if body[index] == key[0], memcmp(start + index, key, key.count) == 0 {
                return index + key.count
            }
            index += 1
        }
        return nil
    }
}
