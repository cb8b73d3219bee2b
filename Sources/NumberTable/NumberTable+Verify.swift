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
        let isStrict = section.kind != .identification
        for node in 0..<section.nodeCount {
            let first = Int64(bitPattern: start.word(section.firstsOffset + node * 8))
            guard Section.first(try section.node(node), 0) == first else {
                throw Damage(section.nodesOffset + node * Format.nodeByteCount, .nodeFirst)
            }
        }
        var cursor = SectionCursor(self, section)
        var previous: Int64 = 0
        var count = 0
        while let number = try cursor.next() {
            let isInOrder = isStrict ? number > previous : number >= previous
            guard isInOrder, NumberTable.isLegal(number) else {
                throw Damage(section.nodesOffset, .order)
            }
            guard isStrict || cursor.label < labels.count else {
                throw Damage(section.nodesOffset, .labelMissing)
            }
            previous = number
            count += 1
        }
        guard count == section.entryCount else { throw Damage(section.nodesOffset, .entryCount) }
    }
}
