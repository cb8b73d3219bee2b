// SPDX-License-Identifier: Apache-2.0
import PhoneNumbers

/// Numbers that wait for libphonenumber, which reads them on all processors at once.
final class NationalQueue {
    /// A line whose number waits.
    struct Waiting {
        var kind: EntryKind
        var line: Int
        fileprivate var numberStart: Int
        fileprivate var numberCount: Int
        fileprivate var labelStart: Int
        fileprivate var labelCount: Int
    }

    /// Enough for each thread to be worth its start.
    private static let countMax = 32 * 1024
    private static let byteCountMax = 8 << 20

    private let numbers: NationalNumbers
    private let threadCount: Int
    private var waiting: [Waiting] = []
    private let bytes = ByteStore()

    init(region: Region?, isStrict: Bool, threadCount: Int) {
        numbers = NationalNumbers(region: region, isStrict: isStrict)
        self.threadCount = threadCount
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// Whether what waits should be read before more is added.
    var isFull: Bool { waiting.count >= Self.countMax || bytes.count >= Self.byteCountMax }

    func add(_ kind: EntryKind, line: Int, number: ListBytes, label: ListBytes) {
        waiting.append(
            Waiting(
                kind: kind, line: line, numberStart: bytes.count, numberCount: number.count,
                labelStart: bytes.count + number.count, labelCount: label.count))
        bytes.append(number)
        bytes.append(label)
    }

    /// Reads what waits and gives it in the order in which it was added; the queue is empty then.
    func drain(
        _ body: (Waiting, Result<Int64, RejectReason>, _ number: ListBytes, _ label: ListBytes)
            throws(ListError) -> Void
    ) throws(ListError) {
        let results = read()
        for (index, line) in waiting.enumerated() {
            try body(
                line, results[index],
                ListBytes(start: bytes.base + line.numberStart, count: line.numberCount),
                ListBytes(start: bytes.base + line.labelStart, count: line.labelCount))
        }
        waiting.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }

    private func read() -> [Result<Int64, RejectReason>] {
        // A thread costs more than a few numbers.
        let threadCount = min(threadCount, max(1, waiting.count / 256))
        let share = (waiting.count + threadCount - 1) / threadCount
        var results = [Result<Int64, RejectReason>](
            repeating: .failure(.notANumber), count: waiting.count)
        results.withUnsafeMutableBufferPointer { results in
            let work = NationalWork(
                results: results, waiting: waiting, base: bytes.base, numbers: numbers)
            inThreads(threadCount) { piece in
                let start = min(piece * share, work.waiting.count)
                work.read(start..<min(start + share, work.waiting.count))
            }
        }
        return results
    }
}

extension RejectReason: Error {}

/// Sendable because each thread writes results of its own and reads what nobody changes until the
/// caller, who waits for all, goes on.
private struct NationalWork: @unchecked Sendable {
    let results: UnsafeMutableBufferPointer<Result<Int64, RejectReason>>
    let waiting: [NationalQueue.Waiting]
    let base: UnsafePointer<UInt8>
    let numbers: NationalNumbers

    func read(_ range: Range<Int>) {
        for index in range {
            let line = waiting[index]
            results[index] = numbers.number(
                ListBytes(start: base + line.numberStart, count: line.numberCount))
        }
    }
}
