// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Labels, each held once, known by small numbers in the order in which they first came.
final class LabelPool {
    private let bytes = ByteStore()
    /// Where each label ends, behind where the first begins.
    private var ends = [0]
    /// The numbers of labels plus one, by hash; 0 is free.
    ///
    /// A power of two long, at most half full.
    private var slots = [UInt32](repeating: 0, count: 1024)

    var count: Int { ends.count - 1 }

    /// About what it takes in memory.
    var byteCount: Int { bytes.byteCount + ends.count * 8 + slots.count * 4 }

    func removeAll() {
        bytes.removeAll()
        ends = [0]
        for index in slots.indices { slots[index] = 0 }
    }

    /// The label's number; it is taken in if it is new.
    func number(of label: ListBytes) -> UInt32 {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(label)) & mask
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if Self.areEqual(self[number], label) { return number }
            slot = (slot + 1) & mask
        }
        bytes.append(label)
        ends.append(bytes.count)
        slots[slot] = UInt32(count)
        if count * 2 > slots.count { grow() }
        return UInt32(count - 1)
    }

    /// Valid until another label is taken in.
    subscript(number: UInt32) -> ListBytes {
        let start = ends[Int(number)]
        return ListBytes(start: bytes.base + start, count: ends[Int(number) + 1] - start)
    }

    private func grow() {
        var larger = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = larger.count - 1
        for number in 0..<UInt32(count) {
            var slot = Int(truncatingIfNeeded: Self.hash(self[number])) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = number + 1
        }
        slots = larger
    }

    static func areEqual(_ a: ListBytes, _ b: ListBytes) -> Bool {
        guard a.count == b.count else { return false }
        guard let first = a.baseAddress, let second = b.baseAddress else { return true }
        return memcmp(first, second, a.count) == 0
    }

    /// Eight bytes at a time, mixed by multiplication; the lists are the user's own, so nobody
    /// gains from labels that collide.
    private static func hash(_ label: ListBytes) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(label)
        var state = UInt64(truncatingIfNeeded: bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var offset = 0
        while offset + 8 <= bytes.count {
            state = mixed(state ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return mixed(state ^ rest)
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }
}
