// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Why reading a batch ended early.
package enum EntryBatchFailure<SinkFailure: Error>: Error {
    /// The bytes are not as they should be.
    case batch(EntryBatchError)
    /// The sink would not take an entry.
    case sink(SinkFailure)
}

/// Reads batches of directory entries.
///
/// It takes any bytes: what is wrong with them is an ``EntryBatchError``. Its memory is bounded by
/// that of the batch.
package struct EntryBatchReader: Sendable {
    private let limit: Int

    /// - Parameter limit: How many bytes a body may have.
    package init(limit: Int = Limits.directoryBatchByteCount) { self.limit = limit }

    /// Hands all operations of one body to a sink, in order.
    ///
    /// - Returns: How many there were.
    /// - Throws: The first failure. What came before it has been handed over.
    package func read<Sink: EntrySink & ~Copyable>(
        _ body: [UInt8],
        into sink: inout Sink
    ) throws(EntryBatchFailure<Sink.Failure>) -> Int {
        guard body.count <= limit else { throw .batch(.tooLong(body.count, limit: limit)) }
        guard body.first == EntryBatch.mark else { throw .batch(.notABatch) }
        return try body.withUnsafeBufferPointer {
            (bytes) throws(EntryBatchFailure<Sink.Failure>) -> Int in
            var scanner = EntryBatchScanner(bytes, from: 1)
            var count = 0
            while let operation = try Self.next(&scanner, Sink.Failure.self) {
                do throws(Sink.Failure) {
                    try Self.hand(operation, to: &sink)
                } catch {
                    throw .sink(error)
                }
                count += 1
            }
            return count
        }
    }

    private static func next<SinkFailure>(
        _ scanner: inout EntryBatchScanner,
        _: SinkFailure.Type
    ) throws(EntryBatchFailure<SinkFailure>) -> EntryBatchScanner.Step? {
        do throws(EntryBatchError) {
            return try scanner.next()
        } catch {
            throw .batch(error)
        }
    }

    private static func hand<Sink: EntrySink & ~Copyable>(
        _ step: EntryBatchScanner.Step,
        to sink: inout Sink
    ) throws(Sink.Failure) {
        switch step {
        case .addBlocking(let number): try sink.addBlocking(number)
        case .addIdentification(let number, let label):
            try sink.addIdentification(number, label: label)
        case .removeBlocking(let number): try sink.removeBlocking(number)
        case .removeIdentification(let number): try sink.removeIdentification(number)
        case .removeAllBlocking: try sink.removeAllBlocking()
        case .removeAllIdentification: try sink.removeAllIdentification()
        }
    }
}
