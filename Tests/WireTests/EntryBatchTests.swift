// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKWire

@Suite struct EntryBatchTests {
    private static let extremes: [Int64] = [0, 1, -1, .max, .min, .max - 1, .min + 1, 1 << 62]

    private static func number(_ random: inout SplitMix64) -> Int64 {
        switch random.next(below: 4) {
        case 0: extremes[Int(random.next(below: UInt64(extremes.count)))]
        case 1: Int64(bitPattern: random.next())
        default: 14_085_550_000 + Int64(random.next(below: 10_000))
        }
    }

    private static func label(_ random: inout SplitMix64) -> [UInt8] {
        switch random.next(below: 6) {
        case 0: []
        case 1: [UInt8](repeating: 0x41, count: Limits.directoryLabelByteCount)
        case 2: Array("客服 \(random.next(below: 9))".utf8)
        case 3: Array("\0\u{202E}x".utf8)
        default: Array("Pizza \(random.next(below: 40))".utf8)
        }
    }

    private static func step(_ random: inout SplitMix64) -> EntryStep {
        switch random.next(below: 20) {
        case 0: .removeAllBlocking
        case 1: .removeAllIdentification
        case 2, 3: .removeBlocking(number(&random))
        case 4, 5: .removeIdentification(number(&random))
        case 6..<10: .addBlocking(number(&random))
        default: .addIdentification(number(&random), label(&random))
        }
    }

    @Test("What is written is read, in the same order, over any cut into batches")
    func roundTrip() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            let steps = (0..<random.next(below: 300)).map { _ in Self.step(&random) }
            var writer = EntryBatchWriter()
            var read: [EntryStep] = []
            for step in steps {
                step.write(to: &writer)
                if random.next(below: 50) == 0 { read += readBatch(writer.take()).steps }
            }
            read += readBatch(writer.take()).steps
            #expect(read == steps, "seed \(seed)")
            #expect(writer.isEmpty)
        }
    }

    @Test("A batch is full at 64 KiB, and never holds more than one entry past that")
    func full() {
        var writer = EntryBatchWriter()
        let label = [UInt8](repeating: 0x5A, count: Limits.directoryLabelByteCount - 1)
        var count: Int64 = 0
        while !writer.isFull {
            let distinct = label + [UInt8(truncatingIfNeeded: count)]
            EntryStep.addIdentification(count << 50, distinct).write(to: &writer)
            count += 1
        }
        let body = writer.take()
        #expect((65_536..<65_536 + 1_100).contains(body.count))
        #expect(readBatch(body).steps.count == Int(count))
        #expect(!writer.isFull)
    }

    @Test("Ascending numbers with a label that was there take five bytes each, or fewer")
    func size() {
        var writer = EntryBatchWriter()
        let labels = (0..<100).map { Array("Label of some length \($0)".utf8) }
        for index in 0..<10_000 {
            let number = 14_085_550_000 + Int64(index) * 1_000
            EntryStep.addIdentification(number, labels[index % 100]).write(to: &writer)
        }
        #expect(writer.take().count < 5 * 10_000)
    }

    @Test("Labels that share a slot, and more labels than slots, come through")
    func manyLabels() {
        var writer = EntryBatchWriter()
        let steps = (0..<20_000).map { index in
            EntryStep.addIdentification(Int64(index), Array("\(index % 9_000)".utf8))
        }
        steps.forEach { $0.write(to: &writer) }
        #expect(readBatch(writer.take()).steps == steps)
    }

    @Test("A sink that throws gets nothing more, and its error is passed on")
    func sinkFails() throws {
        var writer = EntryBatchWriter()
        for number in 1...10 as ClosedRange<Int64> { writer.addBlocking(number) }
        let body = writer.take()
        var sink = RecordingSink()
        sink.limit = 3
        do throws(EntryBatchFailure<RecordingSink.Full>) {
            _ = try EntryBatchReader().read(body, into: &sink)
            Issue.record("the sink's error is lost")
        } catch {
            guard case .sink(RecordingSink.Full()) = error else {
                Issue.record("another error: \(error)")
                return
            }
        }
        #expect(sink.steps == [.addBlocking(1), .addBlocking(2), .addBlocking(3)])
    }
}
