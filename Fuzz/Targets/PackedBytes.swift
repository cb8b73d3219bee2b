// SPDX-License-Identifier: Apache-2.0
import CZlib
import CZstd

/// Bytes as the packers of lists leave them.
enum PackedBytes {
    /// Whether the bytes begin as those of gzip or Zstandard do.
    static func arePacked(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    }

    static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = ZSTD_compress(&packed, packed.count, bytes, bytes.count, 1)
        return Array(packed.prefix(count))
    }

    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        // 31: a gzip header, and the largest window.
        deflateInit2_(&stream, 1, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        defer { deflateEnd(&stream) }
        var packed = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        var bytes = bytes
        return packed.withUnsafeMutableBufferPointer { output in
            bytes.withUnsafeMutableBufferPointer { input in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                deflate(&stream, Z_FINISH)
                return Array(output.prefix(Int(stream.total_out)))
            }
        }
    }
}
