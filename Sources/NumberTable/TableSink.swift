// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where a builder's bytes go: a new file beside its final path, or memory.
///
/// The file takes its name by a rename, when it is whole and safe on the disk. A sink that goes
/// before leaves nothing.
final class TableSink {
    private static let bufferByteCount = 256 * 1024

    /// The final path; nil for memory.
    let path: String?
    private let temporary: String
    private(set) var descriptor: Int32 = -1
    private var buffer: UnsafeMutableRawBufferPointer
    private var used = 0
    private var written = 0
    private var isCommitted = false

    /// Bytes in memory.
    init() {
        path = nil
        temporary = ""
        buffer = .allocate(byteCount: 4096, alignment: 64)
        leaveHeader()
    }

    /// A file that will stand at that path, or memory if there is none.
    convenience init(optionalPath path: String?) throws(NumberTableError) {
        if let path { try self.init(path: path) } else { self.init() }
    }

    /// A file that will stand at that path.
    init(path: String) throws(NumberTableError) {
        try Self.checkTarget(path)
        let folder = folder(of: path)
        var attempt = 0
        var name: String
        repeat {
            name = "\(folder)/.\(fileName(of: path)).\(getpid()).\(attempt).partial"
            descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            attempt += 1
        } while descriptor < 0 && errno == EEXIST && attempt < 10_000
        guard descriptor >= 0 else { throw systemError("making", name) }
        self.path = path
        temporary = name
        buffer = .allocate(byteCount: Self.bufferByteCount, alignment: 64)
        leaveHeader()
    }

    /// A rename would put a file in the place of a device or a pipe, for everyone.
    private static func checkTarget(_ path: String) throws(NumberTableError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw .system(operation: "writing a table to", path: path, code: EISDIR)
        default: throw .system(operation: "writing a table to", path: path, code: EINVAL)
        }
    }

    /// Leaves room for the header, which comes last.
    private func leaveHeader() {
        buffer.baseAddress?.initializeMemory(
            as: UInt8.self, repeating: 0, count: Format.headerByteCount)
        used = Format.headerByteCount
    }

    deinit {
        buffer.deallocate()
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isCommitted { unlink(temporary) }
    }

    /// How many bytes there are so far.
    var offset: Int { written + used }

    /// The name for errors.
    var name: String { path ?? "the table in memory" }

    /// Room for so many bytes, which are not initialised; ``advance(by:)`` makes them count.
    func room(_ count: Int) throws(NumberTableError) -> UnsafeMutableRawPointer {
        if buffer.count - used < count { try makeRoom(count) }
        guard let start = buffer.baseAddress else { throw systemError("allocating for", name) }
        return start + used
    }

    func advance(by count: Int) { used += count }

    @inline(never)
    private func makeRoom(_ count: Int) throws(NumberTableError) {
        if descriptor >= 0 { try flush() }
        guard buffer.count - used < count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(used + count, buffer.count * 2), alignment: 64)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<used]))
        buffer.deallocate()
        buffer = larger
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws(NumberTableError) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        try room(bytes.count).copyMemory(from: source, byteCount: bytes.count)
        advance(by: bytes.count)
    }

    /// Adds zeros up to a multiple of the alignment.
    func align(_ alignment: Int) throws(NumberTableError) {
        try appendZeros((alignment - offset % alignment) % alignment)
    }

    func appendZeros(_ count: Int) throws(NumberTableError) {
        guard count > 0 else { return }
        try room(count).initializeMemory(as: UInt8.self, repeating: 0, count: count)
        advance(by: count)
    }

    private func flush() throws(NumberTableError) {
        try writeFully(
            descriptor, UnsafeRawBufferPointer(rebasing: buffer[..<used]), path: name)
        written += used
        used = 0
    }

    /// Puts the header over the first bytes, and opens what was written.
    ///
    /// Unless `isFinal`, the file takes no name and goes with the sink.
    func finish(header: [UInt8], isFinal: Bool) throws(NumberTableError) -> TableBytes {
        guard let path else {
            buffer.copyBytes(from: header)
            return try TableBytes(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<used]))
        }
        try flush()
        let count = header.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == header.count else { throw systemError("writing", name) }
        if isFinal { try commit(path) }
        return try TableBytes(descriptor: descriptor, path: path)
    }

    private func commit(_ path: String) throws(NumberTableError) {
        guard fsync(descriptor) == 0 else { throw systemError("writing", path) }
        guard rename(temporary, path) == 0 else { throw systemError("renaming to", path) }
        isCommitted = true
        syncFolder(folder(of: path))
    }
}
