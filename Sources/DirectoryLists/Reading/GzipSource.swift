// SPDX-License-Identifier: Apache-2.0
import CZlib

/// What a gzip file holds (RFC 1952), all its members one after another.
final class GzipSource: ByteSource {
    private let source: any ByteSource
    private let list: String
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: inputByteCount)
    /// Compressed bytes that came from the source.
    private var takenCount = 0
    private var isBetweenMembers = false
    /// Whether the decoder may hold output that had no room.
    private var holdsOutput = false

    private static let inputByteCount = 64 * 1024

    /// Messages call it `list`.
    init(_ source: any ByteSource, list: String) {
        self.source = source
        self.list = list
        stream.initialize(to: z_stream())
        let code = CZlib_start_gzip(stream)
        precondition(code == Z_OK, "zlib does not start: \(code)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        input.deallocate()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ListError) -> Int {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        let room = stream.pointee.avail_out
        while true {
            if stream.pointee.avail_in == 0, !holdsOutput, try !refill() { return 0 }
            if isBetweenMembers, try !startMember() { continue }
            let code = inflate(stream, Z_NO_FLUSH)
            let count = Int(room - stream.pointee.avail_out)
            isBetweenMembers = code == Z_STREAM_END
            holdsOutput = stream.pointee.avail_out == 0 && !isBetweenMembers
            switch code {
            case Z_OK, Z_STREAM_END, Z_BUF_ERROR: break
            default: throw corrupt(stream.pointee.msg.map { String(cString: $0) })
            }
            if count > 0 { return count }
        }
    }

    /// The first compressed byte that has not been used.
    private var offset: Int { takenCount - Int(stream.pointee.avail_in) }

    /// - Returns: False where the data ends as it should.
    private func refill() throws(ListError) -> Bool {
        let buffer = UnsafeMutableRawBufferPointer(start: input, count: Self.inputByteCount)
        let count = try source.read(into: buffer)
        takenCount += count
        stream.pointee.next_in = input
        stream.pointee.avail_in = UInt32(count)
        if count > 0 { return true }
        guard isBetweenMembers else {
            throw .truncated(list: list, compression: .gzip, offset: takenCount)
        }
        return false
    }

    /// Goes on to the next member, or over the zeros that tapes and block devices put behind.
    ///
    /// - Returns: False where the byte at hand begins none.
    private func startMember() throws(ListError) -> Bool {
        guard let next = stream.pointee.next_in else { return false }
        if next.pointee == 0 {
            stream.pointee.next_in = next + 1
            stream.pointee.avail_in -= 1
            return false
        }
        guard next.pointee == 0x1F else { throw corrupt("bytes that are not gzip's follow") }
        inflateReset(stream)
        isBetweenMembers = false
        return true
    }

    private func corrupt(_ words: String?) -> ListError {
        .corrupt(
            list: list, compression: .gzip, offset: offset, reason: words ?? "invalid data")
    }
}
