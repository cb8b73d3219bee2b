// SPDX-License-Identifier: Apache-2.0

/// Bytes at an address that one may keep until more are added or it goes away.
final class ByteStore {
    private(set) var count = 0
    private var capacity = 256
    private var bytes: UnsafeMutablePointer<UInt8>

    init() { bytes = .allocate(capacity: capacity) }

    deinit { bytes.deallocate() }

    var base: UnsafePointer<UInt8> { UnsafePointer(bytes) }

    var last: UInt8? { count > 0 ? bytes[count - 1] : nil }

    var byteCount: Int { capacity }

    func removeAll() { count = 0 }

    func removeLast() { count -= 1 }

    func append(_ byte: UInt8) {
        reserve(1)
        bytes[count] = byte
        count += 1
    }

    func append(_ added: ListBytes) {
        guard let start = added.baseAddress else { return }
        reserve(added.count)
        (bytes + count).update(from: start, count: added.count)
        count += added.count
    }

    func append(_ added: [UInt8]) { added.withUnsafeBufferPointer { append($0) } }

    private func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = max(capacity * 2, count + more)
        let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        grown.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = grown
    }
}
