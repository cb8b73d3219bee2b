// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKWire

@Suite struct FrameTests {
    @Test("Frames come out whole, however the bytes are cut", arguments: [1, 2, 3, 5, 7, 64, 1000])
    func cut(size: Int) throws {
        let bodies = (1...20).map { [UInt8](repeating: UInt8($0), count: $0 * 13) }
        let stream = try bodies.flatMap { try frame($0) }
        var reader = FrameReader()
        var seen: [[UInt8]] = []
        for start in stride(from: 0, to: stream.count, by: size) {
            reader.append(stream[start..<min(start + size, stream.count)])
            while let body = try reader.next() { seen.append(body) }
        }
        #expect(seen == bodies)
    }

    @Test("A length over the limit is refused before its bytes are read; so is an empty frame")
    func limits() {
        var reader = FrameReader()
        reader.append([0, 1, 0, 1])
        #expect(throws: FrameError.tooLong(65537, limit: 65536)) { try reader.next() }
        var empty = FrameReader()
        empty.append([0, 0, 0, 0])
        #expect(throws: FrameError.empty) { try empty.next() }
        #expect(throws: FrameError.tooLong(65537, limit: 65536)) {
            try frame([UInt8](repeating: 0, count: 65537))
        }
    }

    @Test("Random bytes never trap the reader, and it never holds more than a frame")
    func randomBytes() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var reader = FrameReader(limit: 64)
            reading: for _ in 0..<100 {
                reader.append(
                    (0..<random.next(below: 40)).map { _ in
                        random.next(below: 3) == 0 ? UInt8(random.next(below: 256)) : 0
                    })
                do {
                    while let body = try reader.next() { #expect((1...64).contains(body.count)) }
                } catch {
                    break reading
                }
            }
        }
    }
}
