// SPDX-License-Identifier: Apache-2.0

/// The labels that a batch has spelled out, so that each is spelled out about once.
///
/// It forgets a label when another one falls into its slot; that one is then spelled out again,
/// which costs bytes and nothing else.
struct SpelledLabels: Sendable {
    private struct Label {
        var start: Int32
        var count: Int32
    }

    private static let slotBits = 12

    private var labels: [Label] = []
    /// An index into `labels`, and one more; 0 where there is none.
    private var slots = [UInt32](repeating: 0, count: 1 << slotBits)

    mutating func removeAll() {
        guard !labels.isEmpty else { return }
        labels.removeAll(keepingCapacity: true)
        for index in slots.indices { slots[index] = 0 }
    }

    /// Which of the labels this one is, from 0; nil where it must be spelled out.
    ///
    /// - Parameters:
    ///   - label: The one that is looked for.
    ///   - hash: Its ``hash(_:)``.
    ///   - bytes: The batch.
    /// - Returns: Its index, or nil.
    func index(of label: UnsafeBufferPointer<UInt8>, hash: Int, in bytes: [UInt8]) -> Int? {
        let slot = slots[hash]
        guard slot > 0 else { return nil }
        let index = Int(slot) - 1
        let known = labels[index]
        let start = Int(known.start)
        let isEqual = bytes.withUnsafeBufferPointer { bytes in
            let spelled = UnsafeBufferPointer(rebasing: bytes[start..<start + Int(known.count)])
            return Self.areEqual(spelled, label)
        }
        return isEqual ? index : nil
    }

    /// Notes a label that is about to stand in the batch.
    mutating func add(start: Int, count: Int, hash: Int) {
        labels.append(Label(start: Int32(start), count: Int32(count)))
        slots[hash] = UInt32(labels.count)
    }

    /// The slot of a label.
    static func hash(_ label: UnsafeBufferPointer<UInt8>) -> Int {
        let bytes = UnsafeRawBufferPointer(label)
        var hash = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
        var index = 0
        while index + 8 <= bytes.count {
            hash = mix(hash, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        return Int(mix(hash, rest) >> UInt64(64 - slotBits))
    }

    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low
    }

    private static func areEqual(
        _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard a.count == b.count else { return false }
        let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
        var index = 0
        while index + 8 <= a.count {
            guard
                a.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    == b.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            else { return false }
            index += 8
        }
        while index < a.count {
            guard a[index] == b[index] else { return false }
            index += 1
        }
        return true
    }
}
