// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import OCKNetworking

/// A body that nghttp2 fetches piece by piece, as the peer's flow control allows.
final class OutgoingBody {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// What nghttp2 calls; it does not own the body, which lives as long as its stream.
    var provider: nghttp2_data_provider {
        nghttp2_data_provider(
            source: nghttp2_data_source(ptr: CallbackContext.pointer(to: self)),
            read_callback: { _, _, buffer, capacity, flags, source, _ in
                let body = CallbackContext.object(OutgoingBody.self, from: source?.pointee.ptr)
                let count = body.copy(
                    to: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
                if body.isAtEnd { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
                return count
            })
    }

    private var isAtEnd: Bool { offset == bytes.count }

    private func copy(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = bytes[offset..<min(bytes.count, offset + buffer.count)]
        buffer.copyBytes(from: piece)
        offset += piece.count
        return piece.count
    }
}
