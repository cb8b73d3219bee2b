// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc

/// Why the store cannot be used.
package enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file was written by a newer OpenCallKit. Use that one, or move the file away.
    case newer(path: String, version: Int, known: Int)
    /// The disk is full. Free some space.
    case full(path: String)
    /// Another process holds the file. Stop it.
    case busy(path: String)
    /// The file is no database or is damaged. Move it away; a new one is made.
    case damaged(path: String)
    /// The folder or file does not let us write.
    case notWritable(path: String)
    /// Anything else, with SQLite's extended code and words.
    case failed(path: String, code: Int32, words: String)

    package var description: String {
        switch self {
        case .newer(let path, let version, let known):
            "\(path) has version \(version) and this phone knows up to \(known): use the newer "
                + "OpenCallKit, or move the file away to start with empty Recents"
        case .full(let path): "no space is left for \(path): free some"
        case .busy(let path): "\(path) is held by another process: stop it"
        case .damaged(let path):
            "\(path) is damaged or no database: move it away, and a new one is made"
        case .notWritable(let path):
            "\(path) cannot be written: choose another folder with --home, or mend its permissions"
        case .failed(let path, let code, let words): "\(path) fails: \(words) (SQLite \(code))"
        }
    }
}

/// One SQLite connection.
///
/// It may move from one thread to another, but is used by one at a time.
final class SQLiteDatabase {
    let path: String
    private let handle: OpaquePointer

    /// Opens or makes the file (0600).
    init(path: String) throws(StoreError) {
        self.path = path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENOSPC ? .full(path: path) : .notWritable(path: path)
        }
        close(descriptor)
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw Self.error(code, "cannot open", path)
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        // A reader of another process, such as the sqlite3 tool, holds the file for a moment at most.
        sqlite3_busy_timeout(handle, 2000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(StoreError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var statement: OpaquePointer?
        try check(
            sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else {
            throw .failed(path: path, code: SQLITE_MISUSE, words: "empty statement")
        }
        return SQLiteStatement(statement, database: self)
    }

    /// Runs `body` in one transaction: all of it, or nothing.
    func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try execute("BEGIN IMMEDIATE")
        do {
            try body()
            try execute("COMMIT")
        } catch {
            // A full disk may have rolled it back already.
            try? execute("ROLLBACK")
            throw error
        }
    }

    func check(_ code: Int32) throws(StoreError) {
        guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
        throw Self.error(code, String(cString: sqlite3_errmsg(handle)), path)
    }

    private static func error(_ code: Int32, _ words: String, _ path: String) -> StoreError {
        switch code & 0xFF {
        case SQLITE_FULL: .full(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(path: path)
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: .notWritable(path: path)
        default: .failed(path: path, code: code, words: words)
        }
    }
}

/// A prepared statement of one database, which it keeps open.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: SQLiteDatabase

    init(_ handle: OpaquePointer, database: SQLiteDatabase) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// A value of a column or parameter.
    enum Value: Equatable {
        case null
        case integer(Int64)
        case text(String)

        init(_ text: String?) { self = text.map(Value.text) ?? .null }
        init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }

        var integer: Int64? {
            if case .integer(let number) = self { return number }
            return nil
        }
        var text: String? {
            if case .text(let text) = self { return text }
            return nil
        }
    }

    /// Runs the statement, and gives each row to `row`.
    func run(
        _ parameters: [Value] = [],
        row: ([Value]) -> Void = { _ in }
    ) throws(StoreError) {
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        for (index, value) in parameters.enumerated() {
            try database.check(bind(value, at: Int32(index + 1)))
        }
        while true {
            let code = sqlite3_step(handle)
            guard code == SQLITE_ROW else {
                try database.check(code)
                return
            }
            row((0..<sqlite3_column_count(handle)).map(column))
        }
    }

    private func bind(_ value: Value, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .text(let text):
            sqlite3_bind_text(handle, index, text, Int32(text.utf8.count), CSQLite_transient())
        }
    }

    private func column(_ index: Int32) -> Value {
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, index))
        case SQLITE_TEXT:
            .text(
                String(
                    decoding: UnsafeBufferPointer(
                        start: sqlite3_column_text(handle, index),
                        count: Int(sqlite3_column_bytes(handle, index))
                    ),
                    as: UTF8.self
                )
            )
        default: .null
        }
    }
}
