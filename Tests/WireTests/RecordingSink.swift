// SPDX-License-Identifier: Apache-2.0
import OCKWire

/// What is done with one entry of a directory.
enum EntryStep: Equatable {
    case addBlocking(Int64)
    case addIdentification(Int64, [UInt8])
    case removeBlocking(Int64)
    case removeIdentification(Int64)
    case removeAllBlocking
    case removeAllIdentification

    func write(to writer: inout EntryBatchWriter) {
        switch self {
        case .addBlocking(let number): writer.addBlocking(number)
        case .addIdentification(let number, let label):
            label.withUnsafeBufferPointer { writer.addIdentification(number, label: $0) }
        case .removeBlocking(let number): writer.removeBlocking(number)
        case .removeIdentification(let number): writer.removeIdentification(number)
        case .removeAllBlocking: writer.removeAllBlocking()
        case .removeAllIdentification: writer.removeAllIdentification()
        }
    }
}

/// A sink that keeps what it gets, and takes no more than a number of steps.
struct RecordingSink: EntrySink, ~Copyable {
    struct Full: Error, Equatable {}

    var steps: [EntryStep] = []
    var limit = Int.max

    private mutating func take(_ step: EntryStep) throws(Full) {
        guard steps.count < limit else { throw Full() }
        steps.append(step)
    }

    mutating func addBlocking(_ number: Int64) throws(Full) { try take(.addBlocking(number)) }
    mutating func addIdentification(
        _ number: Int64, label: UnsafeBufferPointer<UInt8>
    ) throws(Full) {
        try take(.addIdentification(number, Array(label)))
    }
    mutating func removeBlocking(_ number: Int64) throws(Full) {
        try take(.removeBlocking(number))
    }
    mutating func removeIdentification(_ number: Int64) throws(Full) {
        try take(.removeIdentification(number))
    }
    mutating func removeAllBlocking() throws(Full) { try take(.removeAllBlocking) }
    mutating func removeAllIdentification() throws(Full) { try take(.removeAllIdentification) }
}

/// What a body says, or what is wrong with it.
func readBatch(_ body: [UInt8]) -> (steps: [EntryStep], error: EntryBatchError?) {
    var sink = RecordingSink()
    do throws(EntryBatchFailure<RecordingSink.Full>) {
        _ = try EntryBatchReader().read(body, into: &sink)
        return (sink.steps, nil)
    } catch {
        guard case .batch(let error) = error else { return (sink.steps, nil) }
        return (sink.steps, error)
    }
}
