// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKWire

@Suite struct EntryBatchErrorTests {
    struct Case: CustomTestStringConvertible {
        var body: [UInt8]
        var error: EntryBatchError?

        init(_ body: [UInt8], _ error: EntryBatchError?) {
            self.body = body
            self.error = error
        }

        var testDescription: String { "\(body) \(error.map { "\($0)" } ?? "")" }
    }

    @Test(
        "Bytes that are no batch are named with their place",
        arguments: [
            Case([1], nil),
            Case([1, 4, 5], nil),
            Case([1, 0, 1, 0, 0, 2], nil),
            Case([], .notABatch),
            Case([0x7B, 0x7D], .notABatch),
            Case([1, 6], .unknownOperation(6, offset: 1)),
            Case([1, 4, 0xFF], .unknownOperation(0xFF, offset: 2)),
            Case([1, 0], .truncated(offset: 1)),
            Case([1, 0, 1, 0], .truncated(offset: 1)),
            Case([1, 0, 0, 0, 0], .emptyRun(offset: 1)),
            Case([1, 0, 2, 0, 0, 2], .truncated(offset: 6)),
            Case([1, 0, 1, 0, 0, 0x80], .truncated(offset: 5)),
            Case(
                [1, 0, 1, 0, 0] + [UInt8](repeating: 0x80, count: 9) + [2],
                .numberTooLarge(offset: 5)),
            Case([1, 1, 1, 0, 0, 2], .truncated(offset: 6)),
            Case([1, 1, 1, 0, 0, 2, 1], .unknownLabel(offset: 6)),
            Case([1, 1, 1, 0, 0, 2, 0, 2, 0x41], .truncated(offset: 6)),
            Case([1, 1, 1, 0, 0, 2, 0, 1, 0xFF], .labelNotUTF8(offset: 6)),
            Case([1, 1, 1, 0, 0, 2, 0, 3, 0xED, 0xA0, 0x80], .labelNotUTF8(offset: 6)),
            Case(
                [1, 1, 1, 0, 0, 2, 0, 0x81, 0x08],
                .labelTooLong(1025, limit: 1024, offset: 6)),
            Case(
                [1, 1, 1, 0, 0, 2, 0] + [UInt8](repeating: 0xFF, count: 9) + [1],
                .labelTooLong(.max, limit: 1024, offset: 6)),
        ])
    func errors(_ example: Case) {
        #expect(readBatch(example.body).error == example.error)
    }

    @Test("A body over 1 MiB is refused before it is read")
    func limit() {
        let count = Limits.directoryBatchByteCount
        let body: [UInt8] = [1] + [UInt8](repeating: 4, count: count)
        #expect(readBatch(body).error == .tooLong(count + 1, limit: count))
        #expect(readBatch([UInt8](body.dropLast())).steps.count == count - 1)
    }

    @Test("Each error says what to do next")
    func words() {
        let error = EntryBatchError.labelNotUTF8(offset: 12)
        #expect(
            "\(error)"
                == "a batch of directory entries is broken: the label at byte 12 is not UTF-8; "
                + "build the extension and the phone from the same release")
    }

    private static func batch() -> [UInt8] {
        var writer = EntryBatchWriter()
        let steps: [EntryStep] = [
            .removeAllBlocking, .addBlocking(14_085_550_100), .addBlocking(14_085_550_101),
            .addIdentification(441_632_960_000, Array("Bäcker".utf8)),
            .addIdentification(441_632_960_001, Array("Bäcker".utf8)),
            .removeIdentification(.max), .removeBlocking(.min), .removeAllIdentification,
        ]
        steps.forEach { $0.write(to: &writer) }
        return writer.take()
    }

    @Test("A batch that is cut gives the steps before the cut, and an error unless it fits")
    func cut() {
        let body = Self.batch()
        let whole = readBatch(body).steps
        for count in 0..<body.count {
            let (steps, error) = readBatch([UInt8](body[..<count]))
            #expect(steps == Array(whole.prefix(steps.count)))
            #expect(error != nil || steps.count < whole.count)
        }
    }

    @Test("Changed and random bytes never trap, and never give more steps than bytes")
    func anyBytes() {
        let body = Self.batch()
        for seed in 1...5_000 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var bytes = body
            for _ in 0...random.next(below: 4) {
                bytes[Int(random.next(below: UInt64(bytes.count)))] = UInt8(
                    random.next(below: 256))
            }
            #expect(readBatch(bytes).steps.count < bytes.count)
            let noise: [UInt8] =
                [1]
                + (0..<random.next(below: 64)).map { _ in
                    UInt8(random.next(below: random.next(below: 2) == 0 ? 7 : 256))
                }
            #expect(readBatch(noise).steps.count < noise.count)
        }
    }
}
