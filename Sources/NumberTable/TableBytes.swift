// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The bytes of a table, mapped or in memory, and what of its index is held ready.
///
/// `@unchecked Sendable` because nothing changes after `init`, and all memory is its own.
@usableFromInline
final class TableBytes: @unchecked Sendable {
    let path: String
    let start: UnsafeRawPointer
    let byteCount: Int
    let header: TableHeader
    let labels: Labels
    let removedBlocking: Section
    let removedIdentification: Section
    let blocking: Section
    let identification: Section
    private let isMapped: Bool

    /// Maps a file.
    ///
    /// Whoever cuts a mapped file ends its readers with SIGBUS; replace files by rename alone.
    convenience init(path: String) throws(NumberTableError) {
        var facts = stat()
        // Who writes into a pipe would be let go on, and end as the pipe is closed again.
        if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw .system(operation: "opening as a table", path: path, code: EINVAL)
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw systemError("opening", path) }
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, path: path)
    }

    /// Maps an open file, which may be closed then.
    init(descriptor: Int32, path: String) throws(NumberTableError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw systemError("looking at", path) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw .system(operation: "opening as a table", path: path, code: EINVAL)
        }
        let size = Int(facts.st_size)
        let headerSize = Format.headerByteCount + Format.slackByteCount
        guard size >= headerSize else { throw try Self.tooShort(descriptor, size, path) }
        // What an open needs is read rather than touched: one wait for the disk, not one a page.
        let head = UnsafeMutableRawBufferPointer.allocate(byteCount: headerSize, alignment: 16)
        defer { head.deallocate() }
        try readFully(descriptor, into: head, at: 0, path: path)
        guard let headStart = head.baseAddress else { throw .notATable(path: path) }
        let header = try TableHeader(UnsafeRawPointer(headStart), fileByteCount: size, path: path)
        let firsts = UnsafeMutableRawBufferPointer.allocate(
            byteCount: header.nodeCount * 8 + Format.slackByteCount, alignment: 64)
        defer { firsts.deallocate() }
        try readFully(descriptor, into: firsts, at: header.firstsOffset, path: path)
        guard let mapped = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0),
            mapped != MAP_FAILED
        else { throw systemError("mapping", path) }
        // A look-up touches few pages, each elsewhere; cursors ask for what comes next themselves.
        madvise(mapped, size, MADV_RANDOM)
        let sections: [Section]
        do throws(NumberTableError) {
            sections = try Self.sections(
                header, firsts: UnsafeRawBufferPointer(firsts), start: UnsafeRawPointer(mapped),
                path: path)
        } catch {
            munmap(mapped, size)
            throw error
        }
        self.path = path
        start = UnsafeRawPointer(mapped)
        byteCount = size
        self.header = header
        labels = Self.labels(header, start)
        removedBlocking = sections[0]
        removedIdentification = sections[1]
        blocking = sections[2]
        identification = sections[3]
        isMapped = true
    }

    /// Copies bytes.
    init(bytes: UnsafeRawBufferPointer) throws(NumberTableError) {
        let path = "the table in memory"
        let headerSize = Format.headerByteCount + Format.slackByteCount
        guard bytes.count >= headerSize, let source = bytes.baseAddress else {
            let isPart = zip(bytes, Format.magic).allSatisfy { $0 == $1 } && !bytes.isEmpty
            guard isPart else { throw .notATable(path: path) }
            throw .damaged(path: path, offset: bytes.count, rule: "the header is cut off")
        }
        let header = try TableHeader(source, fileByteCount: bytes.count, path: path)
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 64)
        copy.copyMemory(from: source, byteCount: bytes.count)
        let firsts = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(copy) + header.firstsOffset,
            count: header.nodeCount * 8 + Format.slackByteCount)
        let sections: [Section]
        do throws(NumberTableError) {
            sections = try Self.sections(
                header, firsts: firsts, start: UnsafeRawPointer(copy), path: path)
        } catch {
            copy.deallocate()
            throw error
        }
        self.path = path
        start = UnsafeRawPointer(copy)
        byteCount = bytes.count
        self.header = header
        labels = Self.labels(header, start)
        removedBlocking = sections[0]
        removedIdentification = sections[1]
        blocking = sections[2]
        identification = sections[3]
        isMapped = false
    }

    deinit {
        for section in [removedBlocking, removedIdentification, blocking, identification] {
            section.tree.deallocate()
            section.checked.deallocate()
        }
        labels.checked.deallocate()
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: start), byteCount)
        } else {
            start.deallocate()
        }
    }

    /// What is wrong with a file that is shorter than a header.
    private static func tooShort(
        _ descriptor: Int32, _ size: Int, _ path: String
    ) throws(NumberTableError) -> NumberTableError {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { bytes.deallocate() }
        try readFully(descriptor, into: bytes, at: 0, path: path)
        let isPart = size > 0 && zip(bytes, Format.magic).allSatisfy { $0 == $1 }
        return isPart
            ? .damaged(path: path, offset: size, rule: "the header is cut off")
            : .notATable(path: path)
    }

    /// Checks the first numbers of the nodes and makes a tree over those of each section.
    private static func sections(
        _ header: TableHeader, firsts: UnsafeRawBufferPointer, start: UnsafeRawPointer, path: String
    ) throws(NumberTableError) -> [Section] {
        guard let words = firsts.baseAddress else { throw .notATable(path: path) }
        let checksum = Checksum.of(
            words, header.nodeCount * 8 + Format.slackByteCount, kind: ChecksumKind.firsts, place: 0
        )
        guard checksum == header.firstsChecksum else {
            throw .damaged(
                path: path, offset: header.firstsOffset,
                rule: "the checksum of the nodes' first numbers does not fit")
        }
        var sections: [Section] = []
        var done = 0
        for kind in SectionKind.allCases {
            let section = header.sections[kind.rawValue]
            sections.append(
                Section(
                    kind: kind, entryCount: section.entryCount, nodeCount: section.nodeCount,
                    nodesOffset: section.nodesOffset,
                    firstsOffset: header.firstsOffset + done * 8,
                    tree: FirstsTree(words + done * 8, count: section.nodeCount), start: start,
                    limit: header.byteCount - Format.slackByteCount,
                    checked: CheckedParts(count: section.nodeCount)))
            done += section.nodeCount
        }
        return sections
    }

    private static func labels(_ header: TableHeader, _ start: UnsafeRawPointer) -> Labels {
        Labels(
            count: header.labelCount, start: start,
            limit: header.byteCount - Format.slackByteCount, groupsOffset: header.groupsOffset,
            checked: CheckedParts(count: (header.groupCount + 31) / 32))
    }

    /// Does something with the table, and names the table in the error.
    @inline(__always)
    func read<R>(_ body: (TableBytes) throws(Damage) -> R) throws(NumberTableError) -> R {
        do throws(Damage) {
            return try body(self)
        } catch {
            throw self.error(error)
        }
    }

    /// The error that names the table.
    ///
    /// Out of line, so that what is fast stays small.
    @inline(never)
    func error(_ damage: Damage) -> NumberTableError {
        .damaged(path: path, offset: damage.offset, rule: damage.rule.words)
    }

    /// Asks the system to read what comes at that offset, if the file is mapped.
    func willNeed(_ offset: Int, _ count: Int) {
        guard isMapped, offset < byteCount else { return }
        let page = offset & ~0xFFFF
        madvise(
            UnsafeMutableRawPointer(mutating: start + page), min(count, byteCount - page),
            MADV_WILLNEED)
    }
}
