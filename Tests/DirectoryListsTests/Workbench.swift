// SPDX-License-Identifier: Apache-2.0
import CZlib
import CZstd
import Glibc
import NumberTable
import Testing

@testable import DirectoryLists

/// A folder for lists and tables, which goes with it.
final class Workbench {
    let folder: String

    init() throws {
        var template = Array("/tmp/opencallkit-lists-XXXXXX".utf8CString)
        folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// What is in the folder.
    var names: [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Writes a file and gives its path.
    func file(_ bytes: [UInt8], _ name: String = "list") throws -> String {
        let path = path(name)
        let file = try #require(fopen(path, "w"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
        return path
    }

    func file(_ text: String, _ name: String = "list") throws -> String {
        try file(Array(text.utf8), name)
    }

    func bytes(of name: String) throws -> [UInt8] {
        let file = try #require(fopen(path(name), "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 24)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
        let name = "packed-\(names.count)"
        let file = try #require(gzopen(path(name), "w"))
        #expect(gzwrite(file, bytes, UInt32(bytes.count)) == bytes.count)
        gzclose(file)
        defer { unlink(path(name)) }
        return try self.bytes(of: name)
    }

    /// With a checksum behind it, as `zstd` writes one.
    func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let context = ZSTD_createCCtx()
        defer { ZSTD_freeCCtx(context) }
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        let count = ZSTD_compress2(context, &packed, packed.count, bytes, bytes.count)
        return Array(packed.prefix(count))
    }

    // MARK: Building

    /// Builds a table of one list.
    func build(
        _ text: String, _ options: BuildOptions = BuildOptions(), list: ListOptions = .labelled,
        log: RejectLog? = nil
    ) throws -> Built {
        try build([(Array(text.utf8), list)], options, log: log)
    }

    func build(
        _ lists: [(bytes: [UInt8], options: ListOptions)],
        _ options: BuildOptions = BuildOptions(), log: RejectLog? = nil
    ) throws -> Built {
        let sources = try lists.enumerated().map { index, list in
            ListBuilder.Source(path: try file(list.bytes, "list\(index)"), options: list.options)
        }
        let summary = try ListBuilder(options, log: log).build(sources, to: path("out.table"))
        return Built(summary: summary, contents: try Contents(of: path("out.table")))
    }

    /// Builds a table of lists without a file.
    func buildInMemory(
        _ lists: [(bytes: [UInt8], options: ListOptions)], _ options: BuildOptions
    ) throws -> Built {
        let readers = try lists.enumerated().map { index, list in
            let source = MemorySource(list.bytes)
            return (
                reader: try ListReader(source, name: "list\(index)", list.options),
                options: list.options
            )
        }
        let (table, summary) = try ListBuilder(options).build(readers, folder: folder)
        return Built(summary: summary, contents: try Contents(of: table))
    }

    struct Built {
        var summary: BuildSummary
        var contents: Contents

        func count(_ reason: RejectReason) -> Int { summary.dropped[reason]?.count ?? 0 }
    }
}

extension ListOptions {
    /// Numbers without a label of their own get one.
    static var labelled: ListOptions {
        var options = ListOptions()
        options.label = Array("x".utf8)
        return options
    }

    static var blocking: ListOptions {
        var options = ListOptions()
        options.kind = .blocking
        return options
    }
}

/// What a table holds, read through its cursors.
struct Contents: Equatable {
    struct Entry: Hashable {
        var number: Int64
        var label: String
    }

    var blocking: [Int64] = []
    var identification: [Entry] = []

    init() {}

    init(of path: String) throws { try self.init(of: try NumberTable(path: path)) }

    init(of table: NumberTable) throws {
        try table.verify()
        #expect(table.isComplete)
        var numbers = table.blockingNumbers()
        while let number = try numbers.next() { blocking.append(number) }
        var entries = table.identificationEntries()
        while let entry = try entries.next() {
            identification.append(Entry(number: entry.number, label: entry.label))
        }
    }

    var numbers: [Int64] { identification.map(\.number) }

    var labels: [String] { identification.map(\.label) }
}
