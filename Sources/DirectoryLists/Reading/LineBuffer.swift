// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The bytes of a list from a place on, and where lines end among them.
///
/// Offsets count from ``head``, which moves when bytes are consumed, and whose address changes
/// whenever more are looked for.
final class LineBuffer {
    /// The longest line, and the longest record with line breaks in quotes.
    static let lineByteCountMax = 1 << 20

    /// Where a line ends.
    enum End {
        /// The offset of its line feed.
        case at(Int)
        /// The list ends without one; the offset of its end.
        case endOfList(Int)
        /// Not within the longest line.
        case beyondLimit
    }

    private let source: any ByteSource
    private let base: UnsafeMutablePointer<UInt8>
    private let capacity = lineByteCountMax + chunkByteCount
    private var start = 0
    private var end = 0
    private var isAtEnd = false

    private static let chunkByteCount = 256 * 1024

    init(_ source: any ByteSource) {
        self.source = source
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    var head: UnsafePointer<UInt8> { UnsafePointer(base + start) }

    /// The bytes that are there already.
    var count: Int { end - start }

    /// Looks for the line feed at the offset or behind it.
    func lineEnd(from offset: Int) throws(ListError) -> End {
        var searched = offset
        while true {
            if searched < count, let found = memchr(head + searched, 0x0A, count - searched) {
                let position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - head
                return position <= Self.lineByteCountMax ? .at(position) : .beyondLimit
            }
            searched = max(searched, count)
            if count > Self.lineByteCountMax { return .beyondLimit }
            guard try readMore() else { return .endOfList(count) }
        }
    }

    /// Takes bytes away, so that the head stands behind them.
    func consume(_ count: Int) { start += count }

    /// Takes away all up to the next line feed, and that too, however far it is.
    func skipLine() throws(ListError) {
        while true {
            if count > 0, let found = memchr(head, 0x0A, count) {
                start += UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - head + 1
                return
            }
            start = end
            guard try readMore() else { return }
        }
    }

    /// The first bytes, as many as are wanted and there are; they stay.
    func peek(_ wanted: Int) throws(ListError) -> [UInt8] {
        while count < wanted, try readMore() {}
        return Array(UnsafeBufferPointer(start: head, count: min(wanted, count)))
    }

    /// Whether the list has been read to its end.
    var hasAll: Bool { isAtEnd }

    /// - Returns: False at the end.
    private func readMore() throws(ListError) -> Bool {
        if isAtEnd { return false }
        if start > 0 {
            memmove(base, base + start, end - start)
            end -= start
            start = 0
        }
        let room = min(Self.chunkByteCount, capacity - end)
        let read = try source.read(
            into: UnsafeMutableRawBufferPointer(start: base + end, count: room))
        end += read
        isAtEnd = read == 0
        return !isAtEnd
    }
}
