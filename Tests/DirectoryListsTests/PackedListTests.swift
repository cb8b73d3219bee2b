// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DirectoryLists

@Suite struct PackedListTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// The bytes that a source gives, and what ended them.
    private func bytes(_ packed: [UInt8], _ compression: Compression) -> ([UInt8], ListError?) {
        let source: any ByteSource =
            compression == .gzip
            ? GzipSource(MemorySource(packed), list: "l")
            : ZstdSource(MemorySource(packed), list: "l")
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 100)
        do throws(ListError) {
            while true {
                let read: Result<Int, ListError> = chunk.withUnsafeMutableBytes { buffer in
                    Result { () throws(ListError) in try source.read(into: buffer) }
                }
                let count = try read.get()
                if count == 0 { return (result, nil) }
                result += chunk.prefix(count)
            }
        } catch {
            return (result, error)
        }
    }

    private func packed(_ bytes: [UInt8], _ compression: Compression) throws -> [UInt8] {
        compression == .gzip ? try bench.gzipped(bytes) : bench.zstd(bytes)
    }

    private let text = Array(
        (0..<2_000).map { "+\(49_301_000_000 + $0 * 7919),label\n" }.joined().utf8)

    @Test("What was packed comes out again", arguments: [Compression.gzip, .zstd])
    func whole(compression: Compression) throws {
        for bytes in [[], [1], text, text + text, [UInt8](repeating: 65, count: 300_000)] {
            let (found, error) =
                bytes.isEmpty
                ? ([], nil)
                : self.bytes(
                    try packed(bytes, compression), compression)
            #expect(found == bytes)
            #expect(error == nil)
        }
    }

    @Test("Parts one behind another are one list", arguments: [Compression.gzip, .zstd])
    func parts(compression: Compression) throws {
        let part = try packed(text, compression)
        let (found, error) = bytes(part + part, compression)
        #expect(found == text + text)
        #expect(error == nil)
    }

    @Test("Cut anywhere, it is told at which byte", arguments: [Compression.gzip, .zstd])
    func truncated(compression: Compression) throws {
        let whole = try packed(text, compression)
        for count in stride(from: 4, to: whole.count, by: 97) + [whole.count - 1] {
            let (_, error) = bytes(Array(whole.prefix(count)), compression)
            #expect(error == .truncated(list: "l", compression: compression, offset: count))
        }
    }

    @Test("Damage is an error, or changes nothing", arguments: [Compression.gzip, .zstd])
    func damaged(compression: Compression) throws {
        let whole = try packed(text, compression)
        for index in stride(from: 0, to: whole.count, by: 13) {
            var damaged = whole
            damaged[index] ^= 0x55
            let (found, error) = bytes(damaged, compression)
            #expect(error != nil || found == text, "byte \(index)")
        }
        let (found, error) = bytes(whole + Array("no gzip".utf8), compression)
        #expect(found == text)
        guard case .corrupt("l", compression, _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A truncated list leaves no table, and the one that was there stays")
    func noTable() throws {
        let options = ListOptions.blocking
        let old = try bench.build([(Array("+4930123456\n".utf8), options)])
        let whole = try bench.gzipped(text)
        #expect(throws: ListError.self) {
            try bench.build([(Array(whole.dropLast(9)), options)])
        }
        #expect(try Contents(of: bench.path("out.table")) == old.contents)
        #expect(bench.names == ["list0", "out.table"])
        #expect(try bench.build([(whole, options)]).contents.blocking.count == 2_000)
    }
}
