// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where a list's bytes come from, in order, each once.
package protocol ByteSource: AnyObject {
    /// Puts bytes into the buffer, which has room for one at least.
    ///
    /// - Returns: How many; 0 at the end and from then on.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError) -> Int
}

extension ByteSource {
    /// Reads until the buffer is full or the end has come.
    ///
    /// - Returns: How many bytes there are.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(ListError) -> Int {
        var count = 0
        while count < buffer.count {
            let part = try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if part == 0 { break }
            count += part
        }
        return count
    }
}

/// A file's bytes, a pipe's, or those of standard input.
final class FileSource: ByteSource {
    /// What messages call it.
    let name: String
    /// Nil for what has no length beforehand, such as a pipe.
    let byteCount: Int?
    private(set) var readCount = 0
    private let descriptor: Int32
    private let isOurs: Bool

    /// The path `-` is standard input.
    init(path: String) throws(ListError) {
        isOurs = path != "-"
        name = isOurs ? path : "standard input"
        descriptor = isOurs ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
        guard descriptor >= 0 else { throw .unreadable(list: name, reason: errno) }
        var facts = stat()
        let reason: Int32? = fstat(descriptor, &facts) == 0 ? nil : errno
        let isFile = facts.st_mode & S_IFMT == S_IFREG
        byteCount = isFile ? Int(facts.st_size) : nil
        if let reason { throw .unreadable(list: name, reason: reason) }
        if facts.st_mode & S_IFMT == S_IFDIR { throw .unreadable(list: name, reason: EISDIR) }
        if isFile { posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL) }
    }

    deinit {
        if isOurs, descriptor >= 0 { close(descriptor) }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 {
                readCount += count
                return count
            }
            guard errno == EINTR else { throw .unreadable(list: name, reason: errno) }
        }
    }
}

/// Bytes that are in memory already.
final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - position)
        buffer.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }
}

/// Lets one look at the first bytes of a source before they are read.
final class PeekingSource: ByteSource {
    private let source: any ByteSource
    private var waiting: [UInt8] = []

    init(_ source: any ByteSource) { self.source = source }

    /// The next bytes, which stay; fewer than the count only where the list ends.
    func peek(_ count: Int) throws(ListError) -> ArraySlice<UInt8> {
        if waiting.count < count {
            var more = [UInt8](repeating: 0, count: count - waiting.count)
            let added: Result<Int, ListError> = more.withUnsafeMutableBytes { bytes in
                Result { () throws(ListError) in try source.fill(bytes) }
            }
            waiting += more.prefix(try added.get())
        }
        return waiting.prefix(count)
    }

    /// Takes the next bytes, which have been looked at, away.
    func skip(_ count: Int) { waiting.removeFirst(count) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError) -> Int {
        guard !waiting.isEmpty else { return try source.read(into: buffer) }
        let count = min(buffer.count, waiting.count)
        buffer.copyBytes(from: waiting.prefix(count))
        waiting.removeFirst(count)
        return count
    }
}
