// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Sorted runs on disk, one behind another in one file that has no name, so that nothing is left
/// however the process ends.
final class RunFile {
    private let descriptor: Int32
    private let folder: String
    private var length = 0
    private var buffer = ByteStore()
    private static let bufferByteCount = 256 * 1024

    /// The folder must have room for the entries, at about 40 bytes each.
    init(in folder: String) throws(ListError) {
        self.folder = folder
        var template = Array("\(folder)/.opencallkit-sort-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw .scratch(folder: folder, reason: errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Where the next run will begin, once the one before is flushed.
    var end: Int { length }

    func append(_ entry: SortedEntry) throws(ListError) {
        append(entry.key)
        append(UInt64(entry.line) << 24 | UInt64(entry.label.count))
        buffer.append(entry.label)
        if buffer.count >= Self.bufferByteCount { try flush() }
    }

    func flush() throws(ListError) {
        var written = 0
        while written < buffer.count {
            let count = write(descriptor, buffer.base + written, buffer.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .scratch(folder: folder, reason: count == 0 ? ENOSPC : errno)
            }
            written += count
        }
        length += written
        buffer.removeAll()
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(ListError) -> Int {
        while true {
            let count = pread(descriptor, bytes.baseAddress, bytes.count, offset)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .scratch(folder: folder, reason: errno) }
        }
    }

    private func append(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) {
            buffer.append($0.assumingMemoryBound(to: UInt8.self))
        }
    }
}

/// One run of a file.
final class RunReader: SortedEntries {
    private let file: RunFile
    private var offset: Int
    private let end: Int
    private let buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var count = 0

    /// The run lies in that range of the file; the buffer holds the longest label.
    init(_ file: RunFile, _ range: Range<Int>, bufferByteCount: Int) {
        self.file = file
        offset = range.lowerBound
        end = range.upperBound
        buffer = .allocate(byteCount: bufferByteCount, alignment: 8)
    }

    deinit { buffer.deallocate() }

    func next() throws(ListError) -> SortedEntry? {
        if count - start < 16, try !refill(16) { return nil }
        let key = UInt64(littleEndian: word(at: start))
        let rest = UInt64(littleEndian: word(at: start + 8))
        let labelCount = Int(rest & 0xFF_FFFF)
        if count - start < 16 + labelCount { _ = try refill(16 + labelCount) }
        let label = UnsafeRawBufferPointer(rebasing: buffer[start + 16..<start + 16 + labelCount])
        start += 16 + labelCount
        return SortedEntry(
            key: key, line: Int(rest >> 24), label: label.assumingMemoryBound(to: UInt8.self))
    }

    private func word(at position: Int) -> UInt64 {
        buffer.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// Sees to it that so many bytes are there.
    ///
    /// - Returns: False at the run's end.
    private func refill(_ wanted: Int) throws(ListError) -> Bool {
        if start > 0, let base = buffer.baseAddress {
            memmove(base, base + start, count - start)
            count -= start
            start = 0
        }
        while count < wanted {
            let room = min(buffer.count - count, end - offset)
            guard room > 0 else {
                precondition(count == 0, "a run ends within an entry")
                return false
            }
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + room])
            let read = try file.read(into: part, at: offset)
            precondition(read > 0, "the file of runs is shorter than was written")
            count += read
            offset += read
        }
        return true
    }
}
