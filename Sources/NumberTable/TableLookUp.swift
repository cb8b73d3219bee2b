// SPDX-License-Identifier: Apache-2.0

/// A block's place in its section: the node, the slot in the node, the offset in the file.
struct BlockPlace {
    var node: Int
    var slot: Int
    var offset: Int
    var first: Int64
}

extension TableBytes {
    /// The node, once its checksum was checked.
    @inline(__always)
    func node(_ index: Int, of section: Section) throws(NumberTableError) -> UnsafeRawPointer {
        // The header was checked: all nodes lie within the file.
        let node = start + section.nodesOffset + index &* Format.nodeByteCount
        let checksum = Checksum.of(
            node, Format.nodeChecksumOffset, kind: ChecksumKind.node(section.kind),
            place: UInt64(truncatingIfNeeded: index))
        guard node.half(Format.nodeChecksumOffset) == checksum else {
            throw damage(start.distance(to: node), "the checksum of a node does not fit")
        }
        return node
    }

    /// The first number of the block in that slot; ``Format/noBlock`` if there is none.
    @inline(__always)
    func first(_ node: UnsafeRawPointer, _ slot: Int) -> Int64 {
        Int64(bitPattern: node.word(slot &* 8))
    }

    @inline(__always)
    func place(_ node: UnsafeRawPointer, _ index: Int, _ slot: Int) -> BlockPlace {
        let base = Int(truncatingIfNeeded: node.word(Format.nodeBaseOffset))
        let distance = Int(node.quarter(Format.nodeDistancesOffset &+ slot &* 2))
        return BlockPlace(
            node: index, slot: slot, offset: base &+ distance &* Format.alignment,
            first: first(node, slot))
    }

    /// The first block that may hold the number; nil if none does.
    ///
    /// A run of equal numbers begins a block unless it fits into one whole, so this is the last
    /// block whose first number is not above, or the first of those that begin with the number.
    @inline(__always)
    func block(
        of number: Int64, in section: Section
    ) throws(NumberTableError) -> BlockPlace? {
        let index = section.tree.lastNode(notAbove: number)
        guard index >= 0 else { return nil }
        let node = try node(index, of: section)
        var count = 0
        for slot in 0..<Format.blocksPerNode { count &+= first(node, slot) <= number ? 1 : 0 }
        guard count > 0 else { return nil }
        let place = place(node, index, count &- 1)
        guard place.first == number else { return place }
        return try firstBlock(of: number, last: place, node, in: section)
    }

    /// The first of the blocks that begin with the number, of which `last` is the last.
    @inline(never)
    private func firstBlock(
        of number: Int64, last: BlockPlace, _ node: UnsafeRawPointer, in section: Section
    ) throws(NumberTableError) -> BlockPlace {
        var slot = last.slot
        while slot > 0, first(node, slot - 1) == number { slot -= 1 }
        guard slot == 0, last.node > 0 else { return place(node, last.node, slot) }
        // All nodes after this one, up to that of `last`, begin with the number.
        let index = number > 1 ? section.tree.lastNode(notAbove: number - 1) : -1
        guard index < last.node else { return place(node, last.node, slot) }
        if index >= 0 {
            let earlier = try self.node(index, of: section)
            for slot in 0..<Format.blocksPerNode where first(earlier, slot) == number {
                return place(earlier, index, slot)
            }
        }
        return place(try self.node(index + 1, of: section), index + 1, 0)
    }

    /// Whether the number stands in that section.
    @inline(__always)
    func contains(_ number: Int64, in section: Section) throws(NumberTableError) -> Bool {
        guard NumberTable.isLegal(number) else { return false }
        guard let place = try block(of: number, in: section) else { return false }
        let block = try Block(self, section.kind, offset: place.offset, first: place.first)
        return block.firstIndex(of: number) >= 0
    }

    /// The first label of the number.
    @inline(__always)
    func firstLabel(
        of number: Int64
    ) throws(NumberTableError) -> UnsafeBufferPointer<UInt8>? {
        guard NumberTable.isLegal(number) else { return nil }
        guard let place = try block(of: number, in: identification) else { return nil }
        let block = try Block(self, .identification, offset: place.offset, first: place.first)
        let index = block.firstIndex(of: number)
        guard index >= 0 else { return nil }
        return try label(block.label(index), offset: block.offset)
    }

    /// The bytes of a label, once its group was checked.
    ///
    /// - Parameter offset: Of the block that names it, for an error.
    @inline(__always)
    func label(
        _ index: Int, offset: Int
    ) throws(NumberTableError) -> UnsafeBufferPointer<UInt8> {
        guard index < labelCount else {
            throw damage(offset, "a block names a label that there is not")
        }
        let number = index &>> 3
        let place = Int(groups.half(number &* 4)) &* Format.alignment
        let room = byteCount - Format.slackByteCount - place
        guard place >= Format.headerByteCount, room >= Format.groupHeaderByteCount else {
            throw damage(header.groupsOffset &+ number &* 4, "a label group is outside the file")
        }
        let group = start + place
        let width = Int(group.byte(4))
        let count = Int(group.byte(5))
        let wanted = index & 7
        let text = Format.groupHeaderByteCount &+ count &* width
        guard width == 1 || width == 2 || width == 4, count <= Format.labelsPerGroup,
            wanted < count, text <= room
        else { throw damage(place, "the header of a label group is out of range") }
        let size = text &+ Self.end(group, count &- 1, width)
        guard size <= room else { throw damage(place, "a label group is outside the file") }
        let checksum = Checksum.of(
            group + 4, size &- 4, kind: ChecksumKind.labels,
            place: UInt64(truncatingIfNeeded: number))
        guard group.half(0) == checksum else {
            throw damage(place, "the checksum of a label group does not fit")
        }
        let begin = wanted == 0 ? 0 : Self.end(group, wanted &- 1, width)
        let end = Self.end(group, wanted, width)
        guard begin <= end, text &+ end <= size else {
            throw damage(place, "the labels of a group overlap")
        }
        return UnsafeBufferPointer(
            start: (group + text + begin).assumingMemoryBound(to: UInt8.self), count: end - begin)
    }

    /// Where the label's bytes end, counted from the group's first.
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
