// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import NumberTable

@Suite struct DamageTests {
    /// A small layer with something in each section, as bytes.
    static func layer(entryCount: Int = 25) throws -> [UInt8] {
        var builder = NumberTableBuilder()
        for index in 1...entryCount {
            try builder.addBlocking(Int64(index * 1_000_003))
            try builder.addIdentification(Int64(index * 7), label: "label \(index % 11)")
            if index % 3 == 0 { try builder.addIdentification(Int64(index * 7), label: "second") }
            builder.removeBlocking(Int64(index * 11))
            builder.removeIdentification(Int64(index * index))
        }
        return try builder.finish().allBytes
    }

    @Test("A table that was cut at any byte is refused, in memory and as a file")
    func cuts() throws {
        let bytes = try Self.layer()
        let folder = TemporaryFolder()
        for count in 0..<bytes.count {
            let cut = Array(bytes[..<count])
            #expect(throws: NumberTableError.self) { try NumberTable(bytes: cut) }
            guard count % 97 == 0 || count == 255 || count == 256 else { continue }
            let path = folder.file("cut")
            cut.write(to: path)
            let error = #expect(throws: NumberTableError.self) { try NumberTable(path: path) }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test("Any bit that is flipped gives an error or the right answer")
    func flips() throws {
        let bytes = try Self.layer()
        let good = try NumberTable(bytes: bytes)
        let model = try MultimapModel(good)
        var refused = 0
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            guard let table = try? NumberTable(bytes: changed) else {
                refused += 1
                continue
            }
            for number in [7, 8, 21, 70] as [Int64] {
                if let labels = try? table.labels(of: number) {
                    #expect(labels == model.labels[number] ?? [], "bit \(bit)")
                }
                if let label = try? table.withLabel(of: number, { Array($0) }) {
                    #expect(label == Array((model.labels[number]?.first ?? "").utf8))
                }
            }
            if let blocks = try? table.blocks(5_000_015) { #expect(blocks, "bit \(bit)") }
            if let blocks = try? table.blocks(5_000_016) { #expect(!blocks, "bit \(bit)") }
            guard bit % 8 == bit / 8 % 8 else { continue }
            if let read = try? MultimapModel(table) { #expect(read == model, "bit \(bit)") }
        }
        // All of the header, and all first numbers.
        #expect(refused > 256 * 8)
    }

    @Test("Bytes with right checksums but wild contents never take a reader out of the table")
    func wild() throws {
        let bytes = try Self.layer(entryCount: 200)
        var opened = 0
        for seed in 1...1_500 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            var changed = bytes
            for _ in 0...random.next(below: 6) {
                changed[random.next(below: changed.count)] = UInt8(random.next(below: 256))
            }
            guard let table = try? NumberTable(bytes: changed.sealed()) else { continue }
            opened += 1
            _ = try? table.verify()
            _ = try? MultimapModel(table)
            for _ in 0..<20 {
                let number = Int64(random.next(below: 3_000))
                _ = try? table.blocks(number * 1_000)
                _ = try? table.label(of: number)
                _ = try? table.labels(of: number)
            }
        }
        #expect(opened > 300)
    }

    @Test("A file of another kind, version or with other flags is refused in words")
    func others() throws {
        let bytes = try Self.layer()
        var other = bytes
        other[0] = 0x50
        let notATable = #expect(throws: NumberTableError.self) { try NumberTable(bytes: other) }
        #expect(notATable == .notATable(path: "the table in memory"))
        other = bytes
        other[8] = 2
        let version = #expect(throws: NumberTableError.self) { try NumberTable(bytes: other) }
        #expect(version?.description.contains("format version 2") == true)
        other = bytes
        other[12] = 8
        let flags = #expect(throws: NumberTableError.self) {
            try NumberTable(bytes: other.sealed())
        }
        #expect(flags?.description.contains("flags 0x8") == true)
        for path in ["/dev/null", "/", "/no/such/file"] {
            #expect(throws: NumberTableError.self) { try NumberTable(path: path) }
        }
    }

    @Test("An error of a look-up names the file, the place and the rule")
    func words() throws {
        let folder = TemporaryFolder()
        let path = folder.file("table")
        var bytes = try Self.layer()
        let good = try NumberTable(bytes: bytes)
        let place = try #require(try good.bytes.blocking.block(of: 1_000_003))
        bytes[place.offset + 9] ^= 1
        bytes.write(to: path)
        let table = try NumberTable(path: path)
        let error = #expect(throws: NumberTableError.self) { try table.blocks(1_000_003) }
        #expect(
            error
                == .damaged(
                    path: path, offset: place.offset, rule: "the checksum of a block does not fit"))
        #expect(try table.labels(of: 7) == ["label 1"])
        #expect(throws: NumberTableError.self) { try table.verify() }
    }
}
