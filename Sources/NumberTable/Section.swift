// SPDX-License-Identifier: Apache-2.0

/// One of a layer's four sequences, to be searched.
///
/// It is a view of what ``TableBytes`` owns.
struct Section {
    let kind: SectionKind
    let entryCount: Int
    let nodeCount: Int
    let nodesOffset: Int
    /// Where the first numbers of its nodes are.
    let firstsOffset: Int
    let tree: FirstsTree
    /// The table's first byte.
    let start: UnsafeRawPointer
    /// Where the slack at the table's end begins: nothing reaches over it.
    let limit: Int
    /// For each node a bit for the block in each slot, and ``nodeBit``.
    let checked: CheckedParts

    private static let nodeBit: UInt32 = 1 << 31

    @inline(__always) var nodeKind: UInt64 { ChecksumKind.node(kind) }
    @inline(__always) var blockKind: UInt64 { ChecksumKind.block(kind) }

    /// A block's place: the node, the slot in the node, the offset in the file.
    struct Place {
        var node: Int
        var slot: Int
        var offset: Int
        var first: Int64
    }

    /// The node, once its checksum was checked.
    ///
    /// All nodes lie within the file: the header was checked.
    @inline(never)
    func node(_ index: Int) throws(Damage) -> UnsafeRawPointer {
        let offset = nodesOffset &+ index &* Format.nodeByteCount
        let node = start + offset
        let checksum = Checksum.of(
            node, Format.nodeChecksumOffset, kind: nodeKind,
            place: UInt64(truncatingIfNeeded: index))
        guard node.half(Format.nodeChecksumOffset) == checksum else {
            throw Damage(offset, .nodeChecksum)
        }
        checked.mark(index, Self.nodeBit)
        return node
    }

    /// The first number of the block in that slot; ``Format/noBlock`` if there is none.
    @inline(__always)
    static func first(_ node: UnsafeRawPointer, _ slot: Int) -> Int64 {
        Int64(bitPattern: node.word(slot &* 8))
    }

    @inline(__always)
    func place(_ node: UnsafeRawPointer, _ index: Int, _ slot: Int) -> Place {
        let base = Int(truncatingIfNeeded: node.word(Format.nodeBaseOffset))
        let distance = Int(node.quarter(Format.nodeDistancesOffset &+ slot &* 2))
        return Place(
            node: index, slot: slot, offset: base &+ distance &* Format.alignment,
            first: Self.first(node, slot))
    }

    /// The node, whose checksum is checked the first time.
    @inline(__always)
    private func node(
        _ index: Int, _ checked: UInt32
    ) throws(Damage) -> UnsafeRawPointer {
        if checked & Self.nodeBit == 0 { return try node(index) }
        return start + (nodesOffset &+ index &* Format.nodeByteCount)
    }

    /// The first block that may hold the number; nil if none does.
    ///
    /// A run of equal numbers begins a block unless it fits into one whole, so this is the last
    /// block whose first number is not above, or the first of those that begin with the number.
    @inline(__always)
    func block(of number: Int64) throws(Damage) -> Place? {
        let index = tree.lastNode(notAbove: number)
        guard index >= 0 else { return nil }
        let node = try node(index, checked.bits(index))
        let count = node.count(of: Format.blocksPerNode, notAbove: number)
        guard count > 0 else { throw Damage(nodesOffset, .nodeFirst) }
        let place = place(node, index, count &- 1)
        guard place.first == number else { return place }
        return try firstBlock(of: number, last: place, node)
    }

    /// The first of the blocks that begin with the number, of which `last` is the last.
    @inline(never)
    private func firstBlock(
        of number: Int64, last: Place, _ node: UnsafeRawPointer
    ) throws(Damage) -> Place {
        var slot = last.slot
        while slot > 0, Self.first(node, slot - 1) == number { slot -= 1 }
        guard slot == 0, last.node > 0 else { return place(node, last.node, slot) }
        // All nodes after this one, up to that of `last`, begin with the number.
        let index = number > 1 ? tree.lastNode(notAbove: number - 1) : -1
        guard index < last.node else { return place(node, last.node, slot) }
        if index >= 0 {
            let earlier = try self.node(index)
            for slot in 0..<Format.blocksPerNode where Self.first(earlier, slot) == number {
                return place(earlier, index, slot)
            }
        }
        return place(try self.node(index + 1), index + 1, 0)
    }

    /// The block that holds the number, and its index there; nil if no block does.
    @inline(__always)
    func find(
        _ number: Int64
    ) throws(Damage) -> (place: Place, block: Block, index: Int)? {
        guard NumberTable.isLegal(number), entryCount > 0,
            let place = try block(of: number)
        else { return nil }
        let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: place.slot)
        let isChecked = checked.bits(place.node) & bit != 0
        let block = try Block.open(
            self, offset: place.offset, first: place.first, isChecked: isChecked)
        if !isChecked { checked.mark(place.node, bit) }
        let index = block.firstIndex(of: number)
        return index >= 0 ? (place, block, index) : nil
    }
}
