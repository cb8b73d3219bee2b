// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Packs the entries of a call directory into batches, in the order of the calls.
///
/// It holds one batch. Once ``isFull`` is true after a call, send what ``take()`` gives.
package struct EntryBatchWriter: Sendable {
    /// When a batch is to be sent: large enough that its frame costs little, small enough that a
    /// load is stopped soon after its first bad entry.
    package static let fullByteCount = 64 * 1024

    /// The most that one call appends: a run's head, a number, a label's length and the label.
    private static let entryByteCountMax = 4 + 10 + 3 + Limits.directoryLabelByteCount

    private var bytes: [UInt8] = []
    private var run: EntryBatch.Operation?
    private var runCount = 0
    /// Where the run's count is to be filled in.
    private var countStart = 0
    /// The last number of each operation.
    private var previous = [Int64](repeating: 0, count: EntryBatch.Operation.allCases.count)
    private var labels = SpelledLabels()

    package init() { begin() }

    /// Whether there is nothing to send.
    package var isEmpty: Bool { bytes.count == 1 }
    /// Whether the batch is to be sent now.
    package var isFull: Bool { bytes.count >= Self.fullByteCount }

    package mutating func addBlocking(_ number: Int64) {
        append(number, .addBlocking)
    }

    /// - Parameters:
    ///   - number: Any; the phone judges it.
    ///   - label: UTF-8 of at most ``CallModel/Limits/directoryLabelByteCount`` bytes, which it is
    ///     the caller's to see to.
    package mutating func addIdentification(_ number: Int64, label: UnsafeBufferPointer<UInt8>) {
        precondition(label.count <= Limits.directoryLabelByteCount, "the caller cuts labels")
        append(number, .addIdentification)
        let hash = SpelledLabels.hash(label)
        if let index = labels.index(of: label, hash: hash, in: bytes) {
            appendVarint(UInt64(index) + 1)
            return
        }
        bytes.append(0)
        appendVarint(UInt64(label.count))
        labels.add(start: bytes.count, count: label.count, hash: hash)
        bytes.append(contentsOf: label)
    }

    package mutating func removeBlocking(_ number: Int64) {
        append(number, .removeBlocking)
    }

    package mutating func removeIdentification(_ number: Int64) {
        append(number, .removeIdentification)
    }

    package mutating func removeAllBlocking() {
        endRun()
        bytes.append(EntryBatch.Operation.removeAllBlocking.rawValue)
    }

    package mutating func removeAllIdentification() {
        endRun()
        bytes.append(EntryBatch.Operation.removeAllIdentification.rawValue)
    }

    /// The batch as a frame's body; the next one is begun.
    package mutating func take() -> [UInt8] {
        endRun()
        defer { begin() }
        return bytes
    }

    private mutating func begin() {
        bytes = []
        bytes.reserveCapacity(Self.fullByteCount + Self.entryByteCountMax)
        bytes.append(EntryBatch.mark)
        for index in previous.indices { previous[index] = 0 }
        labels.removeAll()
    }

    private mutating func append(_ number: Int64, _ operation: EntryBatch.Operation) {
        if run != operation || runCount == EntryBatch.runCountMax {
            endRun()
            run = operation
            bytes.append(operation.rawValue)
            countStart = bytes.count
            for _ in 0..<3 { bytes.append(0) }
        }
        runCount += 1
        let index = Int(operation.rawValue)
        let difference = number &- previous[index]
        previous[index] = number
        appendVarint(UInt64(bitPattern: difference << 1 ^ difference >> 63))
    }

    private mutating func endRun() {
        guard run != nil else { return }
        for index in 0..<3 {
            bytes[countStart + index] = UInt8(truncatingIfNeeded: runCount >> (8 * index))
        }
        run = nil
        runCount = 0
    }

    private mutating func appendVarint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}
