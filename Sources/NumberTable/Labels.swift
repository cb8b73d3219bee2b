// SPDX-License-Identifier: Apache-2.0

/// The labels of a table, in groups of eight.
///
/// It is a view of what ``TableBytes`` owns.
struct Labels {
    let count: Int
    /// The table's first byte.
    let start: UnsafeRawPointer
    /// Where the slack at the table's end begins: nothing reaches over it.
    let limit: Int
    /// Where the places of the groups begin, which lie within the file: the header was checked.
    let groupsOffset: Int
    /// A bit for each group.
    let checked: CheckedParts

    /// The bytes of a label, once its group was checked.
    ///
    /// `block` is the offset of the block that names the label, for an error.
    @inline(__always)
    func label(
        _ index: Int, block: Int, checksAgain: Bool = false
    ) throws(Damage) -> UnsafeBufferPointer<UInt8> {
        guard index < count else { throw Damage(block, .labelMissing) }
        let number = index &>> 3
        let wanted = index & 7
        let entry = groupsOffset &+ number &* 4
        let offset = Int(start.half(entry)) &* Format.alignment
        let room = limit &- offset
        guard offset >= Format.headerByteCount, room >= Format.leastGroupByteCount else {
            throw Damage(entry, .groupOutside)
        }
        let group = start + offset
        let width = Int(group.byte(4))
        let labelCount = Int(group.byte(5))
        let text = Format.groupHeaderByteCount &+ labelCount &* width
        guard width == 1 || width == 2 || width == 4, labelCount <= Format.labelsPerGroup,
            wanted < labelCount, text <= room
        else { throw Damage(offset, .groupHeader) }
        let size = max(
            Format.leastGroupByteCount, text &+ Self.end(group, labelCount &- 1, width))
        guard size <= room else { throw Damage(offset, .groupOutside) }
        let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: number & 31)
        if checksAgain || checked.bits(number &>> 5) & bit == 0 {
            guard Self.isGood(group, size, number) else { throw Damage(offset, .groupChecksum) }
            checked.mark(number &>> 5, bit)
        }
        let begin = wanted == 0 ? 0 : Self.end(group, wanted &- 1, width)
        let end = Self.end(group, wanted, width)
        guard begin <= end, text &+ end <= size else { throw Damage(offset, .groupOrder) }
        return UnsafeBufferPointer(
            start: (group + text + begin).assumingMemoryBound(to: UInt8.self), count: end &- begin)
    }

    @inline(never)
    private static func isGood(_ group: UnsafeRawPointer, _ size: Int, _ number: Int) -> Bool {
        group.half(0)
            == Checksum.of(
                group + 4, size &- 4, kind: ChecksumKind.labels,
                place: UInt64(truncatingIfNeeded: number))
    }

    /// Where a label's bytes end, counted from the group's first.
    @inline(__always)
    private static func end(_ group: UnsafeRawPointer, _ index: Int, _ width: Int) -> Int {
        let offset = Format.groupHeaderByteCount &+ index &* width
        switch width {
        case 1: return Int(group.byte(offset))
        case 2: return Int(group.quarter(offset))
        default: return Int(group.half(offset))
        }
    }
}
