// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Takes a batch apart, one operation after the other.
///
/// It lives no longer than the bytes it was given.
struct EntryBatchScanner {
    /// One operation; a label lies in the batch.
    enum Step {
        case addBlocking(Int64)
        case addIdentification(Int64, label: UnsafeBufferPointer<UInt8>)
        case removeBlocking(Int64)
        case removeIdentification(Int64)
        case removeAllBlocking
        case removeAllIdentification
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private var operation = EntryBatch.Operation.addBlocking
    /// How many entries of the run are still to come.
    private var remaining = 0
    /// The last number of each operation.
    private var previous = [Int64](repeating: 0, count: EntryBatch.Operation.allCases.count)
    private var labels: [Range<Int>] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.bytes = bytes
        position = start
    }

    /// The next operation; nil at the end.
    mutating func next() throws(EntryBatchError) -> Step? {
        if remaining == 0 {
            guard position < bytes.count else { return nil }
            try beginRun()
        }
        switch operation {
        case .removeAllBlocking: return .removeAllBlocking
        case .removeAllIdentification: return .removeAllIdentification
        case .addBlocking: return .addBlocking(try number())
        case .removeBlocking: return .removeBlocking(try number())
        case .removeIdentification: return .removeIdentification(try number())
        case .addIdentification:
            let number = try number()
            return .addIdentification(number, label: try label())
        }
    }

    private mutating func beginRun() throws(EntryBatchError) {
        let start = position
        guard let operation = EntryBatch.Operation(rawValue: bytes[start]) else {
            throw .unknownOperation(bytes[start], offset: start)
        }
        self.operation = operation
        position += 1
        guard operation.hasNumber else { return }
        guard bytes.count - position >= 3 else { throw .truncated(offset: start) }
        for index in 0..<3 { remaining |= Int(bytes[position + index]) << (8 * index) }
        position += 3
        guard remaining > 0 else { throw .emptyRun(offset: start) }
    }

    private mutating func number() throws(EntryBatchError) -> Int64 {
        remaining -= 1
        let zigzag = try varint()
        let difference = Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1)
        let index = Int(operation.rawValue)
        previous[index] &+= difference
        return previous[index]
    }

    private mutating func label() throws(EntryBatchError) -> UnsafeBufferPointer<UInt8> {
        let start = position
        let reference = try varint()
        if reference > 0 {
            guard reference <= UInt64(labels.count) else { throw .unknownLabel(offset: start) }
            return UnsafeBufferPointer(rebasing: bytes[labels[Int(reference) - 1]])
        }
        let limit = Limits.directoryLabelByteCount
        let length = try varint()
        guard length <= UInt64(limit) else {
            throw .labelTooLong(Int(clamping: length), limit: limit, offset: start)
        }
        let count = Int(length)
        guard bytes.count - position >= count else { throw .truncated(offset: start) }
        let range = position..<position + count
        let label = UnsafeBufferPointer(rebasing: bytes[range])
        guard isUTF8(label) else { throw .labelNotUTF8(offset: start) }
        position += count
        labels.append(range)
        return label
    }

    private mutating func varint() throws(EntryBatchError) -> UInt64 {
        let start = position
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // The tenth byte holds the 64th bit alone.
            guard shift < 63 || byte <= 1 else { throw .numberTooLarge(offset: start) }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .truncated(offset: start)
    }
}

extension EntryBatch.Operation {
    /// Whether it is said of a number, not of all.
    var hasNumber: Bool { rawValue < Self.removeAllBlocking.rawValue }
}

/// Whether bytes are UTF-8.
private func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return (try? UTF8Span(validating: bytes.span)) != nil
    }
    // What is not UTF-8 is mended, and so differs.
    return String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes)
}
