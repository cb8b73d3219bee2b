// SPDX-License-Identifier: Apache-2.0
import NumberTable

/// Makes the size and all checksums of a table's bytes right, so that a search comes past them.
///
/// It finds the parts as Documentation/NumberTableFormat.md says where they are, and leaves alone
/// what would lie outside.
struct TableSeal {
    private(set) var bytes: [UInt8]

    /// More parts than that are left alone: wild counts would take long.
    private static let partCountMax = 64
    private static let slackByteCount = 24

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 256 + Self.slackByteCount else { return }
        for byte in 0..<8 { self.bytes[16 + byte] = UInt8(bytes.count >> (byte * 8) & 0xFF) }
        var nodeCount = 0
        for section in 0..<4 {
            let place = 64 + 32 * section
            let count = max(0, min(Self.partCountMax, word(place + 16)))
            for node in 0..<count {
                sealNode(at: word(place + 24) &+ node * 192, section: section, index: node)
            }
            nodeCount += count
        }
        let labelCount = max(0, min(Self.partCountMax * 8, word(24)))
        for group in 0..<(labelCount + 7) / 8 { sealGroup(group) }
        let firstsByteCount = nodeCount * 8 + Self.slackByteCount
        put(at: 48, from: word(40), count: firstsByteCount, kind: 2, place: 0)
        put(at: 252, from: 0, count: 252, kind: 1, place: 0)
    }

    private mutating func sealNode(at node: Int, section: Int, index: Int) {
        guard node >= 0, node <= bytes.count - 192 else { return }
        // The place of a block that there is not is that of the first.
        for slot in 0..<18 where word(node + slot * 8) != Int.max {
            let block = word(node + 144) &+ Int(number(node + 152 + slot * 2, 2)) * 4
            guard block >= 0, block <= bytes.count - 24 else { continue }
            let count = Int(bytes[block + 4])
            var size = 24 + (count * Int(bytes[block + 5]) + 7) / 8
            let labelBits = Int(bytes[block + 6])
            if section == 3 { size += labelBits == 0 ? 4 : (count * labelBits + 7) / 8 }
            put(
                at: block, from: block + 4, count: size - 4, kind: 32 + UInt64(section),
                place: number(node + slot * 8, 8))
        }
        put(
            at: node + 188, from: node, count: 188, kind: 16 + UInt64(section),
            place: UInt64(index))
    }

    private mutating func sealGroup(_ index: Int) {
        let entry = word(32) &+ 4 * index
        guard entry >= 0, entry <= bytes.count - 4 else { return }
        let group = Int(number(entry, 4)) * 4
        guard group <= bytes.count - 20 else { return }
        let width = Int(bytes[group + 4])
        let count = Int(bytes[group + 5])
        let last = group + 8 + (count - 1) * width
        guard [1, 2, 4].contains(width), count > 0, last <= bytes.count - width else { return }
        let size = max(20, 8 + count * width + Int(number(last, width)))
        put(at: group, from: group + 4, count: size - 4, kind: 3, place: UInt64(index))
    }

    private func number(_ offset: Int, _ width: Int) -> UInt64 {
        bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func word(_ offset: Int) -> Int { Int(truncatingIfNeeded: number(offset, 8)) }

    private mutating func put(at place: Int, from: Int, count: Int, kind: UInt64, place id: UInt64)
    {
        guard from >= 0, count >= 16, from <= bytes.count - count else { return }
        let sum = bytes.withUnsafeBytes { buffer -> UInt32 in
            guard let start = buffer.baseAddress else { return 0 }
            return Checksum.of(start + from, count, kind: kind, place: id)
        }
        for byte in 0..<4 {
            bytes[place + byte] = UInt8(sum >> (byte * 8) & 0xFF)
        }
    }
}
