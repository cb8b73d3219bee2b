// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Collects the fields of the header block that is just being read, of whichever session.
///
/// An array grows by so many checks for each of a dozen fields that it costs as much as all else
/// that is ours in a request; so the stream's arrays get the fields together. Emptied before
/// another session reads.
struct HeaderCollector {
    private let text: UnsafeMutableRawBufferPointer
    private let fields: UnsafeMutableBufferPointer<HeaderList.Field>
    private var byteCount = 0
    private var fieldCount = 0

    /// Room for the longest list that is allowed.
    init(_ limits: HTTP2Limits) {
        text = .allocate(byteCount: max(1, limits.maximumHeaderListByteCount), alignment: 1)
        fields = .allocate(capacity: max(1, limits.maximumHeaderCount))
    }

    func free() {
        text.deallocate()
        fields.deallocate()
    }

    var isEmpty: Bool { fieldCount == 0 }

    /// Adds a field; the stream has checked that it is within the limits.
    mutating func add(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) {
        let nameEnd = byteCount + name.count
        let end = nameEnd + value.count
        precondition(end <= text.count && fieldCount < fields.count, "a header beyond its limits")
        if let start = text.baseAddress, let name = name.baseAddress {
            memcpy(start + byteCount, name, nameEnd - byteCount)
        }
        if let start = text.baseAddress, let value = value.baseAddress {
            memcpy(start + nameEnd, value, end - nameEnd)
        }
        fields.initializeElement(
            at: fieldCount, to: HeaderList.Field(start: byteCount, nameEnd: nameEnd, end: end))
        byteCount = end
        fieldCount += 1
    }

    /// Moves what was collected to the end of a list.
    mutating func move(to list: inout HeaderList) {
        list.append(
            text: UnsafeBufferPointer(
                rebasing: text.assumingMemoryBound(to: UInt8.self)[..<byteCount]),
            fields: UnsafeMutableBufferPointer(rebasing: fields[..<fieldCount]))
        removeAll()
    }

    mutating func removeAll() {
        byteCount = 0
        fieldCount = 0
    }
}
