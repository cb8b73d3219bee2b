// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage
import Testing

/// A folder that goes with its test.
final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/storage-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit { Files.removeTree(path) }
}

@Suite struct SQLiteTests {
    @Test("Values of each kind come back as they were bound, also empty ones")
    func values() throws {
        let folder = try Folder()
        let database = try SQLiteDatabase(path: folder.path + "/a.sqlite")
        try database.execute("CREATE TABLE t (v)")
        let values: [SQLiteStatement.Value] = [
            .null, .integer(.min), .text("Zoë\u{0}🎈"), .text(""), .blob([0, 255]), .blob([]),
        ]
        let insert = try database.prepare("INSERT INTO t VALUES (?)")
        for value in values { try insert.run([value]) }
        var seen: [SQLiteStatement.Value] = []
        try database.prepare("SELECT v FROM t ORDER BY rowid").run { seen += $0 }
        #expect(seen == values)
    }

    @Test("A transaction is all or nothing")
    func transaction() throws {
        let folder = try Folder()
        let database = try SQLiteDatabase(path: folder.path + "/a.sqlite")
        try database.execute("CREATE TABLE t (v UNIQUE)")
        #expect(throws: StoreError.self) {
            try database.transaction { () throws(StoreError) in
                try database.execute("INSERT INTO t VALUES (1)")
                try database.execute("INSERT INTO t VALUES (1)")
            }
        }
        var count: [SQLiteStatement.Value] = []
        try database.prepare("SELECT count(*) FROM t").run { count = $0 }
        #expect(count == [.integer(0)])
    }

    @Test("A file that is removed or replaced while it is open takes no more: it would be lost")
    func gone() throws {
        let folder = try Folder()
        let path = folder.path + "/a.sqlite"
        let database = try SQLiteDatabase(path: path)
        try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (v)")
        let insert = { () throws(StoreError) in try database.execute("INSERT INTO t VALUES (1)") }
        try database.transaction(insert)
        try #require(unlink(path) == 0)
        #expect(throws: StoreError.gone(path: path)) { try database.transaction(insert) }
        try Files.writeWhole([], to: path)
        #expect(throws: StoreError.gone(path: path)) { try database.transaction(insert) }
    }

    @Test("A file that is no database, and a folder that is not there, are named")
    func unusable() throws {
        let folder = try Folder()
        let path = folder.path + "/text"
        try Files.writeWhole(Array(repeating: 65, count: 4096), to: path)
        #expect(throws: StoreError.damaged(path: path)) {
            try SQLiteDatabase(path: path).execute("CREATE TABLE t (v)")
        }
        let missing = folder.path + "/none/a"
        #expect(throws: StoreError.notWritable(path: missing)) { try SQLiteDatabase(path: missing) }
        // Not every failure is one of permissions.
        let loop = folder.path + "/loop"
        try #require(symlink(loop, loop) == 0)
        let words = String(cString: strerror(ELOOP))
        #expect(throws: StoreError.failed(path: loop, code: 14, words: words)) {
            try SQLiteDatabase(path: loop)
        }
    }
}

@Suite struct FilesTests {
    @Test("A file is written whole and private, in place of the old one")
    func whole() throws {
        let folder = try Folder()
        let path = folder.path + "/secret"
        try Files.writeWhole([1], to: path)
        try Files.writeWhole([2, 3], to: path)
        #expect(try Files.read(path, limit: 2) == [2, 3])
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        #expect(try Files.names(in: folder.path) == ["secret"])
    }

    @Test("A file over the limit, and one that is no file, are refused before they are read")
    func limits() throws {
        let folder = try Folder()
        let path = folder.path + "/big"
        try Files.writeWhole([1, 2, 3], to: path)
        #expect(throws: FileError.self) { try Files.read(path, limit: 2) }
        #expect(throws: FileError.self) { try Files.read(folder.path, limit: 2) }
        #expect(throws: FileError.self) { try Files.read("/dev/zero", limit: 2) }
    }

    @Test("A private folder is made with those above it, and closed to others")
    func folders() throws {
        let folder = try Folder()
        let path = folder.path + "/a/b"
        try Files.makePrivateFolder(path)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
        try Files.writeWhole([], to: path + "/file")
        #expect(throws: FileError.self) { try Files.makePrivateFolder(path + "/file") }
    }

    @Test("An empty folder is closed to others; one that holds something is not ours to close")
    func openFolders() throws {
        let folder = try Folder()
        let path = folder.path + "/open"
        try #require(mkdir(path, 0o755) == 0)
        try Files.makePrivateFolder(path)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o700)
        try Files.writeWhole([], to: path + "/file")
        try #require(chmod(path, 0o755) == 0)
        let link = folder.path + "/link"
        try #require(symlink(path, link) == 0)
        #expect(throws: FileError.self) { try Files.makePrivateFolder(link) }
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o755)
    }
}
