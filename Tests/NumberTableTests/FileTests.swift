// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import NumberTable

@Suite struct FileTests {
    @Test("A file appears whole when it is finished, and nothing before or beside it")
    func appears() throws {
        let folder = TemporaryFolder()
        let path = folder.file("table")
        var random = SeededRandom(seed: 5)
        let model = MultimapModel.random(count: 5_000, spread: 1 << 40, &random)
        var builder = try NumberTableBuilder(path: path)
        for number in model.blocking.sorted() { try builder.addBlocking(number) }
        #expect(access(path, F_OK) != 0)
        #expect(folder.names.count == 1)
        let table = try builder.finish()
        #expect(folder.names == ["table"])
        #expect(try MultimapModel(table).blocking == model.blocking)
        #expect(try MultimapModel(NumberTable(path: path)).blocking == model.blocking)
        #expect(try NumberTable(path: path).byteCount == table.byteCount)
    }

    @Test("A table takes the place of no pipe, device or folder")
    func unfit() throws {
        let folder = TemporaryFolder()
        mkfifo(folder.file("pipe"), 0o600)
        mkdir(folder.file("folder"), 0o700)
        symlink(folder.file("pipe"), folder.file("link"))
        for (name, code) in [("pipe", EINVAL), ("link", EINVAL), ("folder", EISDIR)] {
            let path = folder.file(name)
            let error = #expect(throws: NumberTableError.self) {
                _ = try NumberTableBuilder(path: path)
            }
            #expect(
                error == .system(operation: "writing a table to", path: path, code: code))
        }
        #expect(folder.names.sorted() == ["folder", "link", "pipe"])
        rmdir(folder.file("folder"))
    }

    @Test("A builder that goes unfinished leaves nothing, and what was there before stays")
    func abandoned() throws {
        let folder = TemporaryFolder()
        [1, 2, 3].write(to: folder.file("table"))
        do {
            var builder = try NumberTableBuilder(path: folder.file("table"))
            for number in 1...100_000 as ClosedRange<Int64> { try builder.addBlocking(number * 99) }
            #expect(folder.names.count == 2)
        }
        #expect(folder.names == ["table"])
        #expect(access(folder.file("table"), F_OK) == 0)
    }

    @Test("A disk that fills up at any write gives an error and no file", arguments: 0...2)
    func full(writes: Int) throws {
        let folder = TemporaryFolder()
        let disk = open("/dev/full", O_WRONLY)
        defer { close(disk) }
        var builder = try NumberTableBuilder(path: folder.file("table"))
        let error = #expect(throws: NumberTableError.self) {
            do {
                for number in 1...300_000 as ClosedRange<Int64> {
                    // Some 250 KB are written at a time.
                    if number == writes * 100_000 + 1 { dup2(disk, builder.sink.descriptor) }
                    try builder.addBlocking(number * 1_000_000)
                }
                _ = try builder.finish(isFinal: true)
            } catch EntryError.file(let error) {
                throw error
            }
        }
        guard case .system("writing", folder.file("table"), ENOSPC)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("No space left") == true)
    }

    @Test("A folder that is not there, or a path that is a folder, is named in the error")
    func noFolder() {
        let folder = TemporaryFolder()
        let path = folder.file("missing/table")
        let error = #expect(throws: NumberTableError.self) {
            _ = try NumberTableBuilder(path: path)
        }
        #expect(error?.description.contains("No such file") == true)
        #expect(error?.description.contains(folder.path) == true)
        let isFolder = #expect(throws: NumberTableError.self) {
            try NumberTableBuilder(path: folder.path).finish()
        }
        #expect(isFolder?.description.contains(folder.path) == true)
    }

    @Test("A file that is replaced while it is open stays as it was for those who opened it")
    func replaced() throws {
        let folder = TemporaryFolder()
        let path = folder.file("table")
        var first = try NumberTableBuilder(path: path)
        try first.addBlocking(1)
        let old = try first.finish()
        var second = try NumberTableBuilder(path: path)
        try second.addBlocking(2)
        _ = try second.finish()
        #expect(try old.blocks(1))
        #expect(try !NumberTable(path: path).blocks(1))
        #expect(folder.names == ["table"])
    }
}
