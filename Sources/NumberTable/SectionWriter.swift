// SPDX-License-Identifier: Apache-2.0

/// Cuts ascending numbers into blocks and writes each as soon as it is full.
///
/// It holds 128 numbers and the index, 11 bytes a block.
struct SectionWriter: ~Copyable {
    /// What a block costs beside its low bits: header, upper bits, its share of a node.
    private static let blockBitCount = 24 * 8 + 192 * 8 / 18
    private static let pendingLimit = 128

    let kind: SectionKind
    private(set) var entryCount = 0
    private var blockCount = 0
    private let numbers: UnsafeMutablePointer<Int64>
    private let labels: UnsafeMutablePointer<UInt32>
    private var pendingCount = 0
    /// The nodes as they will be written.
    private var nodes: [UInt8] = []
    private var firsts: [Int64] = []
    /// Of the node that is being filled.
    private var slot = Format.blocksPerNode
    private var base = 0

    init(_ kind: SectionKind) {
        self.kind = kind
        numbers = .allocate(capacity: Self.pendingLimit)
        labels = .allocate(capacity: Self.pendingLimit)
    }

    deinit {
        numbers.deallocate()
        labels.deallocate()
    }

    /// Adds a number, which is not below the one before it.
    @inline(__always)
    mutating func add(
        _ number: Int64, label: UInt32 = 0, to sink: TableSink
    ) throws(NumberTableError) {
        if pendingCount == Self.pendingLimit { try writeBlock(to: sink) }
        numbers[pendingCount] = number
        labels[pendingCount] = label
        pendingCount += 1
        entryCount += 1
    }

    /// Forgets all that was added; blocks that were written stay in the file as bytes without use.
    mutating func removeAll() {
        entryCount = 0
        blockCount = 0
        pendingCount = 0
        nodes = []
        firsts = []
        slot = Format.blocksPerNode
    }

    /// Writes what is pending, then the index; `allFirsts` gets the first numbers of the nodes.
    mutating func finish(
        to sink: TableSink, firsts allFirsts: inout [Int64]
    ) throws(NumberTableError) -> TableHeader.Section {
        while pendingCount > 0 { try writeBlock(to: sink) }
        try sink.align(64)
        let offset = sink.offset
        try writeNodes(to: sink)
        allFirsts += firsts
        return TableHeader.Section(
            entryCount: entryCount, blockCount: blockCount, nodeCount: firsts.count,
            nodesOffset: offset)
    }

    private mutating func writeNodes(to sink: TableSink) throws(NumberTableError) {
        let kind = ChecksumKind.node(kind)
        for index in firsts.indices {
            let room = try sink.room(Format.nodeByteCount)
            nodes.withUnsafeBytes { bytes in
                let node = UnsafeRawBufferPointer(
                    rebasing: bytes[
                        index * Format.nodeByteCount..<(index + 1) * Format.nodeByteCount])
                if let start = node.baseAddress {
                    room.copyMemory(from: start, byteCount: Format.nodeByteCount)
                }
            }
            let checksum = Checksum.of(
                UnsafeRawPointer(room), Format.nodeChecksumOffset, kind: kind, place: UInt64(index))
            room.put(checksum, at: Format.nodeChecksumOffset)
            sink.advance(by: Format.nodeByteCount)
        }
    }

    /// Writes the first of the pending numbers as a block; the rest stay.
    @inline(never)
    private mutating func writeBlock(to sink: TableSink) throws(NumberTableError) {
        let (lowBitCount, count) = cut()
        try sink.align(Format.alignment)
        addToNode(offset: sink.offset)
        let room = try sink.room(2048)
        let size = encode(count, lowBitCount, to: room)
        sink.advance(by: size)
        pendingCount -= count
        numbers.update(from: numbers + count, count: pendingCount)
        labels.update(from: labels + count, count: pendingCount)
        blockCount += 1
    }

    /// How many of the pending numbers make the next block, and with how many low bits: what costs
    /// the fewest bits a number.
    private func cut() -> (lowBitCount: Int, count: Int) {
        let first = numbers[0]
        let limit = min(pendingCount, Format.maximalBlockEntryCount)
        var best = (lowBitCount: 0, count: 0)
        var count = 1
        for lowBitCount in 0...Format.maximalLowBitCount {
            while count < limit,
                UInt64(bitPattern: numbers[count] &- first) &>> UInt64(lowBitCount)
                    <= UInt64(Format.upperBitCount - count - 1)
            { count += 1 }
            let cost = Self.blockBitCount + count * lowBitCount
            let bestCost = Self.blockBitCount + best.count * best.lowBitCount
            if best.count == 0 || cost * best.count < bestCost * count {
                best = (lowBitCount, count)
            }
            if count == limit { break }
        }
        // A run of equal numbers stays whole, if a block can hold it: it begins the next block.
        guard best.count < pendingCount, numbers[best.count] == numbers[best.count - 1] else {
            return best
        }
        var start = best.count - 1
        while start > 0, numbers[start - 1] == numbers[start] { start -= 1 }
        return start > 0 ? (best.lowBitCount, start) : best
    }

    private mutating func addToNode(offset: Int) {
        let distance = (offset - base) / Format.alignment
        if slot == Format.blocksPerNode || distance > Int(UInt16.max) {
            let node = nodes.count
            nodes.append(contentsOf: repeatElement(0, count: Format.nodeByteCount))
            nodes.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                for slot in 0..<Format.blocksPerNode {
                    (start + node).put(Format.noBlock, at: slot * 8)
                }
                (start + node).put(UInt64(offset), at: Format.nodeBaseOffset)
            }
            firsts.append(numbers[0])
            slot = 0
            base = offset
        }
        let node = nodes.count - Format.nodeByteCount
        nodes.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            (start + node).put(numbers[0], at: slot * 8)
            (start + node).put(
                UInt16((offset - base) / Format.alignment),
                at: Format.nodeDistancesOffset + slot * 2)
        }
        slot += 1
    }

    /// Writes a block and gives its size.
    private func encode(_ count: Int, _ lowBitCount: Int, to room: UnsafeMutableRawPointer) -> Int {
        let first = numbers[0]
        var low: UInt64 = 0
        var high: UInt64 = 0
        var packer = BitPacker(room + Format.blockHeaderByteCount)
        for index in 0..<count {
            let distance = UInt64(bitPattern: numbers[index] &- first)
            let bit = UInt64(index) &+ distance &>> UInt64(lowBitCount)
            if bit < 64 { low |= 1 &<< bit } else { high |= 1 &<< (bit & 63) }
            packer.append(distance & (1 &<< UInt64(lowBitCount) &- 1), bitCount: lowBitCount)
        }
        packer.finish()
        var labelBitCount = 0
        if kind == .identification {
            labelBitCount = appendLabels(count, to: &packer)
        }
        room.put(UInt8(count), at: 4)
        room.put(UInt8(lowBitCount), at: 5)
        room.put(UInt8(labelBitCount), at: 6)
        room.put(UInt8(0), at: 7)
        room.put(low, at: 8)
        room.put(high, at: 16)
        let size = UnsafeRawPointer(room).distance(to: UnsafeRawPointer(packer.next))
        let checksum = Checksum.of(
            UnsafeRawPointer(room) + 4, size - 4, kind: ChecksumKind.block(kind),
            place: UInt64(bitPattern: first))
        room.put(checksum, at: 0)
        return size
    }

    /// Packs the labels of the block; one that all have stands there once, with 0 bits.
    private func appendLabels(_ count: Int, to packer: inout BitPacker) -> Int {
        var all: UInt32 = 0
        var isOne = true
        for index in 0..<count {
            all |= labels[index]
            isOne = isOne && labels[index] == labels[0]
        }
        let bitCount = isOne ? 0 : 32 - all.leadingZeroBitCount
        if isOne {
            packer.append(UInt64(labels[0]), bitCount: 32)
        } else {
            for index in 0..<count { packer.append(UInt64(labels[index]), bitCount: bitCount) }
        }
        packer.finish()
        return bitCount
    }
}

/// Packs values of so many bits each, the lowest bits first.
struct BitPacker {
    private(set) var next: UnsafeMutableRawPointer
    private var word: UInt64 = 0
    private var filled: UInt64 = 0

    init(_ start: UnsafeMutableRawPointer) { next = start }

    /// Adds a value that has no bits above the given count, which is at most 57.
    @inline(__always)
    mutating func append(_ value: UInt64, bitCount: Int) {
        word |= value &<< filled
        filled &+= UInt64(bitCount)
        guard filled >= 64 else { return }
        next.put(word, at: 0)
        next += 8
        filled &-= 64
        let taken = UInt64(bitCount) &- filled
        word = taken < 64 ? value &>> taken : 0
    }

    /// Goes to the next whole byte.
    mutating func finish() {
        while filled > 0 {
            next.put(UInt8(truncatingIfNeeded: word), at: 0)
            next += 1
            word >>= 8
            filled = filled > 8 ? filled - 8 : 0
        }
        word = 0
    }
}
