// SPDX-License-Identifier: Apache-2.0
import CNghttp2

/// The header fields of a request, in buffers that are used again for the next one.
///
/// Names and fixed values are not copied here, since they stand in the program; nghttp2 copies all
/// when the request is submitted. The fields that begin with a colon come first (RFC 9113 §8.3).
package struct HTTP2RequestFields {
    /// What the header compression may remember of a field (RFC 7541 §6.2).
    package enum Indexing {
        /// As nghttp2 thinks best: all but `:path`, `authorization` and a few more are remembered.
        case byDefault
        /// The value is not remembered, here or by a proxy.
        case never
    }

    private struct Field {
        /// Nil where the name lies in `bytes`, before the value.
        var name: UnsafePointer<UInt8>?
        var nameCount: Int
        /// Nil where the value lies in `bytes`.
        var value: UnsafePointer<UInt8>?
        var valueCount: Int
        var flags: UInt8
    }

    private var bytes: [UInt8] = []
    private var fields: [Field] = []

    package init() {
        bytes.reserveCapacity(512)
        fields.reserveCapacity(16)
    }

    /// Forgets the fields and keeps the room.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    /// Adds a field whose value stands in the program.
    package mutating func append(_ name: StaticString, _ value: StaticString) {
        fields.append(
            Field(
                name: name.utf8Start, nameCount: name.utf8CodeUnitCount,
                value: value.utf8Start, valueCount: value.utf8CodeUnitCount,
                flags: Self.flags(.byDefault)))
    }

    /// Adds a field whose value is the parts, one after the other.
    package mutating func append(
        _ name: StaticString, _ value: some Sequence<UInt8>,
        then more: some Sequence<UInt8> = EmptyCollection(), indexing: Indexing = .byDefault
    ) {
        let start = bytes.count
        bytes.append(contentsOf: value)
        bytes.append(contentsOf: more)
        fields.append(
            Field(
                name: name.utf8Start, nameCount: name.utf8CodeUnitCount, value: nil,
                valueCount: bytes.count - start, flags: Self.flags(indexing)))
    }

    /// Adds a field whose name is not known to the program; in lower case.
    package mutating func append(_ header: HTTP2Header) {
        let start = bytes.count
        bytes.append(contentsOf: header.name.utf8)
        let middle = bytes.count
        bytes.append(contentsOf: header.value.utf8)
        fields.append(
            Field(
                name: nil, nameCount: middle - start, value: nil, valueCount: bytes.count - middle,
                flags: Self.flags(.byDefault)))
    }

    private static func flags(_ indexing: Indexing) -> UInt8 {
        switch indexing {
        case .byDefault: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
        case .never: UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue)
        }
    }

    /// Hands the fields over for the length of a call.
    func withFields<Result>(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: fields.count) { list in
                var position = bytes.baseAddress
                for (index, field) in fields.enumerated() {
                    let name = field.name ?? position
                    if field.name == nil { position = position.map { $0 + field.nameCount } }
                    let value = field.value ?? position
                    if field.value == nil { position = position.map { $0 + field.valueCount } }
                    // nghttp2 declares the pointers mutable, but does not write through them.
                    list.initializeElement(
                        at: index,
                        to: nghttp2_nv(
                            name: UnsafeMutablePointer(mutating: name),
                            value: UnsafeMutablePointer(mutating: value),
                            namelen: field.nameCount, valuelen: field.valueCount,
                            flags: field.flags))
                }
                return body(UnsafePointer(list.baseAddress), fields.count)
            }
        }
    }
}
