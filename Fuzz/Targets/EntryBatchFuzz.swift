// SPDX-License-Identifier: Apache-2.0
import OCKWire

/// Batches of directory entries: what is read can be written and read again.
enum EntryBatchFuzz {
    static func check(_ body: [UInt8]) throws(FuzzFinding) {
        var first = Copying()
        let isWhole = first.read(body)
        try require(first.count < max(body.count, 1), "more operations than bytes")
        // A session begins another batch here; labels that take each other's place may grow much.
        guard !first.writer.isFull else { return }
        var second = Copying()
        try require(
            second.read(first.writer.take()), "what was written of a batch cannot be read")
        try require(
            second.count == first.count, "a batch has another length once written and read")
        guard isWhole else { return }
        var third = Copying()
        let again = second.writer.take()
        try require(third.read(again), "a batch cannot be read once more")
        try require(third.writer.take() == again, "a batch changes when it is written and read")
    }

    /// Writes what it reads.
    private struct Copying: EntrySink {
        var writer = EntryBatchWriter()
        var count = 0

        /// Whether the body was a good batch.
        ///
        /// What came before the first bad byte has been taken.
        mutating func read(_ body: [UInt8]) -> Bool {
            (try? EntryBatchReader().read(body, into: &self)) != nil
        }

        mutating func addBlocking(_ number: Int64) {
            count += 1
            writer.addBlocking(number)
        }
        mutating func addIdentification(_ number: Int64, label: UnsafeBufferPointer<UInt8>) {
            count += 1
            writer.addIdentification(number, label: label)
        }
        mutating func removeBlocking(_ number: Int64) {
            count += 1
            writer.removeBlocking(number)
        }
        mutating func removeIdentification(_ number: Int64) {
            count += 1
            writer.removeIdentification(number)
        }
        mutating func removeAllBlocking() {
            count += 1
            writer.removeAllBlocking()
        }
        mutating func removeAllIdentification() {
            count += 1
            writer.removeAllIdentification()
        }
    }
}
