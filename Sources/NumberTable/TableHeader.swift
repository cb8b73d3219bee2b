// SPDX-License-Identifier: Apache-2.0

/// The first 256 bytes of a table.
struct TableHeader {
    struct Section {
        var entryCount = 0
        var blockCount = 0
        var nodeCount = 0
        var nodesOffset = Format.headerByteCount
    }

    var flags: UInt32 = 0
    var byteCount = 0
    var labelCount = 0
    /// Where the places of the label groups are: 4 bytes each.
    var groupsOffset = Format.headerByteCount
    /// Where the first numbers of all nodes are: 8 bytes each, section by section.
    var firstsOffset = Format.headerByteCount
    var firstsChecksum: UInt32 = 0
    /// In the order of ``SectionKind``.
    var sections = [Section](repeating: Section(), count: SectionKind.allCases.count)

    init() {}

    var groupCount: Int { (labelCount + Format.labelsPerGroup - 1) / Format.labelsPerGroup }
    var nodeCount: Int { sections.reduce(0) { $0 + $1.nodeCount } }

    /// Reads and checks a header, so that all it names lies within the file.
    ///
    /// After the 256 bytes the slack must be readable; `fileByteCount` is the size of the table.
    init(_ bytes: UnsafeRawPointer, fileByteCount: Int, path: String) throws(NumberTableError) {
        guard Format.magic.indices.allSatisfy({ bytes.byte($0) == Format.magic[$0] }) else {
            throw .notATable(path: path)
        }
        let version = bytes.half(8)
        guard version == Format.version else {
            throw .unsupported(path: path, what: "format version \(version)")
        }
        let checksum = Checksum.of(
            bytes, Format.headerChecksumOffset, kind: ChecksumKind.header, place: 0)
        guard bytes.half(Format.headerChecksumOffset) == checksum else {
            throw .damaged(
                path: path, offset: 0, rule: "the header's checksum does not fit its bytes")
        }
        flags = bytes.half(12)
        guard flags & ~Format.knownFlags == 0 else {
            let unknown = String(flags & ~Format.knownFlags, radix: 16)
            throw .unsupported(path: path, what: "the flags 0x\(unknown)")
        }
        byteCount = Int(truncatingIfNeeded: bytes.word(16))
        guard byteCount == fileByteCount else {
            throw .damaged(
                path: path, offset: min(max(0, byteCount), fileByteCount),
                rule: "the header says \(byteCount) bytes, but there are \(fileByteCount)")
        }
        labelCount = Int(truncatingIfNeeded: bytes.word(24))
        groupsOffset = Int(truncatingIfNeeded: bytes.word(32))
        firstsOffset = Int(truncatingIfNeeded: bytes.word(40))
        firstsChecksum = bytes.half(48)
        for index in sections.indices {
            let offset = Format.sectionsOffset + index * Format.sectionByteCount
            sections[index] = Section(
                entryCount: Int(truncatingIfNeeded: bytes.word(offset)),
                blockCount: Int(truncatingIfNeeded: bytes.word(offset + 8)),
                nodeCount: Int(truncatingIfNeeded: bytes.word(offset + 16)),
                nodesOffset: Int(truncatingIfNeeded: bytes.word(offset + 24)))
        }
        try checkBounds(path)
    }

    private func checkBounds(_ path: String) throws(NumberTableError) {
        func check(_ isTrue: Bool, _ offset: Int, _ rule: String) throws(NumberTableError) {
            guard isTrue else { throw .damaged(path: path, offset: offset, rule: rule) }
        }
        let end = byteCount - Format.slackByteCount
        // Counts are compared with what fits before they are multiplied, so nothing overflows.
        func fits(_ offset: Int, _ count: Int, _ stride: Int) -> Bool {
            offset >= Format.headerByteCount && offset <= end && count >= 0
                && count <= (end - offset) / stride
        }
        try check(end >= Format.headerByteCount, 16, "the file is shorter than an empty table")
        try check(
            labelCount >= 0 && labelCount <= byteCount, 24, "more labels than bytes")
        try check(fits(groupsOffset, groupCount, 4), 32, "the label groups are outside the file")
        for (index, section) in sections.enumerated() {
            let offset = Format.sectionsOffset + index * Format.sectionByteCount
            try check(
                fits(section.nodesOffset, section.nodeCount, Format.nodeByteCount), offset,
                "the index of section \(index) is outside the file")
            try check(
                section.nodeCount <= section.blockCount
                    && section.blockCount <= section.nodeCount * Format.blocksPerNode
                    && section.blockCount <= section.entryCount
                    && section.entryCount <= section.blockCount * Format.maximalBlockEntryCount,
                offset, "the counts of section \(index) contradict each other")
        }
        try check(fits(firstsOffset, nodeCount, 8), 40, "the first numbers are outside the file")
    }

    /// The 256 bytes of this header, with its checksum.
    func encoded() -> [UInt8] {
        // The slack lets the checksum read whole words.
        var bytes = [UInt8](repeating: 0, count: Format.headerByteCount + Format.slackByteCount)
        bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            buffer.copyBytes(from: Format.magic)
            start.put(Format.version, at: 8)
            start.put(flags, at: 12)
            start.put(UInt64(byteCount), at: 16)
            start.put(UInt64(labelCount), at: 24)
            start.put(UInt64(groupsOffset), at: 32)
            start.put(UInt64(firstsOffset), at: 40)
            start.put(firstsChecksum, at: 48)
            for (index, section) in sections.enumerated() {
                let offset = Format.sectionsOffset + index * Format.sectionByteCount
                start.put(UInt64(section.entryCount), at: offset)
                start.put(UInt64(section.blockCount), at: offset + 8)
                start.put(UInt64(section.nodeCount), at: offset + 16)
                start.put(UInt64(section.nodesOffset), at: offset + 24)
            }
            let checksum = Checksum.of(
                UnsafeRawPointer(start), Format.headerChecksumOffset, kind: ChecksumKind.header,
                place: 0)
            start.put(checksum, at: Format.headerChecksumOffset)
        }
        return Array(bytes.prefix(Format.headerByteCount))
    }
}
