// SPDX-License-Identifier: Apache-2.0

extension NumberTable {
    /// Reads the whole table and checks every checksum, order and count.
    ///
    /// An open and a look-up check what they touch, so a table need not be verified before use. A
    /// file that came over a network is.
    public func verify() throws(NumberTableError) {
        try bytes.read { bytes throws(Damage) in
            try bytes.verify(bytes.removedBlocking)
            try bytes.verify(bytes.removedIdentification)
            try bytes.verify(bytes.blocking)
            try bytes.verify(bytes.identification)
            for label in 0..<bytes.labels.count {
                let isFirst = label % Format.labelsPerGroup == 0
                _ = try bytes.labels.label(label, block: 0, checksAgain: isFirst)
            }
        }
    }
}

extension TableBytes {
    fileprivate func verify(_ section: Section) throws(Damage) {
        for node in 0..<section.nodeCount { try verify(node, of: section) }
        var cursor = SectionCursor(self, section)
        var walk = SectionWalk(self, section)
        while let number = try cursor.next() { try walk.take(number, cursor) }
        let header = header.sections[section.kind.rawValue]
        guard walk.entryCount == header.entryCount else {
            throw Damage(section.nodesOffset, .entryCount)
        }
        guard walk.blockCount == header.blockCount else {
            throw Damage(section.nodesOffset, .countOfBlocks)
        }
    }

    /// A search takes the blocks of a node for a row that ends where the first is missing.
    private func verify(_ index: Int, of section: Section) throws(Damage) {
        let first = Int64(bitPattern: start.word(section.firstsOffset + index * 8))
        let node = try section.node(index)
        let offset = section.nodesOffset + index * Format.nodeByteCount
        guard Section.first(node, 0) == first, first != Format.noBlock else {
            throw Damage(offset, .nodeFirst)
        }
        for slot in 1..<Format.blocksPerNode where Section.first(node, slot) != Format.noBlock {
            guard Section.first(node, slot - 1) != Format.noBlock else {
                throw Damage(offset, .nodeHole)
            }
        }
    }
}

/// What is known of a section on a walk over all its entries.
private struct SectionWalk {
    private(set) var entryCount = 0
    private(set) var blockCount = 0
    private let table: TableBytes
    private let section: Section
    private var previous: Int64 = 0
    private var blockFirst: Int64 = 0
    /// The labels of the number, if it has more than one.
    private var labels: Set<[UInt8]> = []
    private var firstLabel = 0

    init(_ table: TableBytes, _ section: Section) {
        self.table = table
        self.section = section
    }

    /// Checks the number that the cursor gave last.
    mutating func take(_ number: Int64, _ cursor: SectionCursor) throws(Damage) {
        let isStrict = section.kind != .identification
        guard number > previous || !isStrict && number == previous, NumberTable.isLegal(number)
        else { throw Damage(section.nodesOffset, .order) }
        if let block = cursor.block, cursor.isFirstOfBlock { try begin(block, number) }
        if !isStrict { try check(label: cursor.label, of: number) }
        previous = number
        entryCount += 1
    }

    private mutating func begin(_ block: Block, _ number: Int64) throws(Damage) {
        guard number == block.first else { throw Damage(block.offset, .blockFirst) }
        // A search goes to the first of the blocks that begin with a number, and to no other.
        guard number != previous || blockFirst == number else {
            throw Damage(block.offset, .runCut)
        }
        let (low, high) = block.upper
        guard low.nonzeroBitCount + high.nonzeroBitCount == block.count else {
            throw Damage(block.offset, .blockBits)
        }
        blockFirst = number
        blockCount += 1
    }

    private mutating func check(label: Int, of number: Int64) throws(Damage) {
        guard label < table.labels.count else {
            throw Damage(section.nodesOffset, .labelMissing)
        }
        guard number == previous else {
            firstLabel = label
            if !labels.isEmpty { labels = [] }
            return
        }
        if labels.isEmpty { labels = [Array(try table.labels.label(firstLabel, block: 0))] }
        guard labels.insert(Array(try table.labels.label(label, block: 0))).inserted else {
            throw Damage(section.nodesOffset, .sameEntry)
        }
    }
}
