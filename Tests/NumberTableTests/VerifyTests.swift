// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import NumberTable

/// Tables whose checksums are right and whose parts contradict each other: each would make a search
/// and a walk give different answers.
@Suite struct VerifyTests {
    /// Where the first block of a section and its node are.
    private struct Places {
        var node: Int
        var block: Int
        /// Where the labels of the block begin.
        var labels: Int
        var firsts: Int
        var lowBitCount: Int

        init(_ bytes: [UInt8], _ section: SectionKind) throws {
            let table = try NumberTable(bytes: bytes)
            let sections = [
                table.bytes.removedBlocking, table.bytes.removedIdentification,
                table.bytes.blocking, table.bytes.identification,
            ]
            let parts = sections[section.rawValue]
            node = parts.nodesOffset
            firsts = parts.firstsOffset
            let place = parts.place(try parts.node(0), 0, 0)
            let opened = try Block.open(parts, offset: place.offset, first: place.first)
            block = place.offset
            lowBitCount = opened.lowBitCount
            labels = block + 24 + (opened.count * lowBitCount + 7) / 8
        }
    }

    private func bytes(_ body: (inout NumberTableBuilder) throws -> Void) throws -> [UInt8] {
        var builder = NumberTableBuilder()
        try body(&builder)
        return try builder.finish().allBytes
    }

    private func blocking() throws -> [UInt8] {
        try bytes { builder in
            for number in [1_000, 1_010, 1_020] as [Int64] { try builder.addBlocking(number) }
        }
    }

    private func put(_ number: Int64, _ bytes: inout [UInt8], at offset: Int) {
        for byte in 0..<8 { bytes[offset + byte] = UInt8(number >> (byte * 8) & 0xFF) }
    }

    /// Verifies the bytes once their checksums are right, and gives the words of the error.
    private func words(_ bytes: [UInt8]) throws -> String {
        let table = try NumberTable(bytes: bytes.sealed())
        let error = #expect(throws: NumberTableError.self) { try table.verify() }
        return error?.description ?? ""
    }

    @Test("A gap between the blocks of an index node is found")
    func hole() throws {
        var bytes = try blocking()
        let places = try Places(bytes, .blocking)
        put(2_000, &bytes, at: places.node + 2 * 8)
        #expect(try words(bytes).contains("a gap between its blocks"))
    }

    @Test("A block that begins with another number than its node says is found")
    func blockFirst() throws {
        var bytes = try blocking()
        let places = try Places(bytes, .blocking)
        // One more above each low part.
        bytes[places.block + 8] = bytes[places.block + 8] << 1
        #expect(try words(bytes).contains("begins with another number"))
    }

    @Test("A block with more numbers than it says is found")
    func blockBits() throws {
        var bytes = try blocking()
        let places = try Places(bytes, .blocking)
        bytes[places.block + 23] |= 0x80
        #expect(try words(bytes).contains("more numbers than it says"))
    }

    @Test("A count of blocks that is not theirs is found")
    func countOfBlocks() throws {
        var bytes = try blocking()
        put(2, &bytes, at: 64 + 32 * SectionKind.blocking.rawValue + 8)
        #expect(try words(bytes).contains("as many blocks as the header says"))
    }

    @Test("A label that a number has twice is found")
    func sameEntry() throws {
        var bytes = try bytes { builder in
            try builder.addIdentification(1_000, label: "a")
            try builder.addIdentification(1_000, label: "b")
        }
        let places = try Places(bytes, .identification)
        bytes[places.labels] = 0
        #expect(try words(bytes).contains("the same label twice"))
    }

    @Test("A number that goes on in the next block, and does not begin the first, is found")
    func runCut() throws {
        var bytes = try bytes { builder in
            for label in 0..<200 { try builder.addIdentification(1_000, label: "\(label)") }
        }
        let places = try Places(bytes, .identification)
        #expect(places.lowBitCount == 0)
        // 999, and 126 times the 1,000 that the next block begins with.
        put(999, &bytes, at: places.firsts)
        put(999, &bytes, at: places.node)
        for byte in 0..<16 { bytes[places.block + 8 + byte] = byte == 0 ? 0xFD : 0xFF }
        #expect(try words(bytes).contains("goes on in a block"))
    }

    @Test("A block at the end of all offsets is damage to whoever comes to it")
    func offset() throws {
        var bytes = try blocking()
        let places = try Places(bytes, .blocking)
        for offset in [.max, .max - 0x8000, .min, -4, 0, Int64(bytes.count)] as [Int64] {
            put(offset, &bytes, at: places.node + 144)
            let table = try NumberTable(bytes: bytes.sealed())
            #expect(throws: NumberTableError.self) { try table.blocks(1_000) }
            #expect(throws: NumberTableError.self) {
                var numbers = table.blockingNumbers()
                _ = try numbers.next()
            }
        }
    }
}
