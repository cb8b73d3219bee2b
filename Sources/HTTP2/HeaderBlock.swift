// SPDX-License-Identifier: Apache-2.0
import CNghttp2

/// Header fields on their way to nghttp2, which copies them.
struct HeaderBlock {
    private var bytes: [UInt8] = []
    private var ends: [(name: Int, value: Int)] = []

    init() {
        bytes.reserveCapacity(256)
        ends.reserveCapacity(8)
    }

    mutating func append(_ name: String, _ value: String) {
        bytes.append(contentsOf: name.utf8)
        let nameEnd = bytes.count
        bytes.append(contentsOf: value.utf8)
        ends.append((nameEnd, bytes.count))
    }

    mutating func append(_ headers: [HTTP2Header]) {
        for header in headers { append(header.name, header.value) }
    }

    /// Hands the fields over for the length of a call.
    func withFields<Result>(
        _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
    ) -> Result {
        // nghttp2 declares the pointers mutable, but does not write through them.
        bytes.withUnsafeBufferPointer { bytes in
            var fields: [nghttp2_nv] = []
            fields.reserveCapacity(ends.count)
            var start = 0
            let base = UnsafeMutablePointer(mutating: bytes.baseAddress)
            for end in ends {
                fields.append(
                    nghttp2_nv(
                        name: base.map { $0 + start },
                        value: base.map { $0 + end.name },
                        namelen: end.name - start, valuelen: end.value - end.name,
                        flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
                start = end.value
            }
            return body(fields, fields.count)
        }
    }
}
