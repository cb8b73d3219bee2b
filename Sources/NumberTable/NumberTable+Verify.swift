// SPDX-License-Identifier: Apache-2.0

extension NumberTable {
    /// Reads the whole table and checks every checksum, order and count.
    ///
    /// An open and a look-up check what they touch, so a table need not be verified before use. A
    /// file that came over a network is.
    public func verify() throws(NumberTableError) {
        for section in [
            bytes.removedBlocking, bytes.removedIdentification, bytes.blocking,
            bytes.identification,
        ] {
            try verify(section)
        }
        for label in stride(from: 0, to: bytes.labelCount, by: Format.labelsPerGroup) {
            let last = min(label + Format.labelsPerGroup, bytes.labelCount) - 1
            for label in label...last { _ = try bytes.label(label, offset: 0) }
        }
    }

    private func verify(_ section: Section) throws(NumberTableError) {
        let isStrict = section.kind != .identification
        for node in 0..<section.nodeCount {
            let first = bytes.first(try bytes.node(node, of: section), 0)
            guard first == section.tree.first(ofNode: node) else {
                throw bytes.damage(
                    section.nodesOffset + node * Format.nodeByteCount,
                    "the node begins with another number than the index says")
            }
        }
        var cursor = SectionCursor(bytes, section)
        var previous: Int64 = 0
        var count = 0
        while let number = try cursor.next() {
            let isInOrder = isStrict ? number > previous : number >= previous
            guard isInOrder, Self.isLegal(number) else {
                throw bytes.damage(
                    section.nodesOffset, "number \(count) of the section is out of order")
            }
            guard isStrict || cursor.label < bytes.labelCount else {
                throw bytes.damage(
                    section.nodesOffset, "entry \(count) has a label that is missing")
            }
            previous = number
            count += 1
        }
        guard count == section.entryCount else {
            throw bytes.damage(
                section.nodesOffset,
                "the section has \(count) entries, but the header says \(section.entryCount)")
        }
    }
}
