// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc

/// One SQLite connection.
///
/// It may move from one thread to another, but is used by one at a time.
package final class SQLiteDatabase {
    package let path: String
    private let handle: OpaquePointer

    /// Opens or makes the file (0600).
    package init(path: String) throws(StoreError) {
        self.path = path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError(opening: path, errno) }
        close(descriptor)
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            defer { sqlite3_close_v2(handle) }
            throw Self.error(code, handle, path)
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        // A reader of another process, such as the sqlite3 tool, holds the file for a moment at
        // most.
        sqlite3_busy_timeout(handle, 2000)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that give no rows.
    package func execute(_ sql: String) throws(StoreError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    package func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var statement: OpaquePointer?
        try check(
            sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else {
            throw .failed(path: path, code: SQLITE_MISUSE, words: "empty statement")
        }
        return SQLiteStatement(statement, database: self)
    }

    /// Runs `body` in one transaction: all of it, or nothing.
    ///
    /// - Throws: ``StoreError/gone(path:)`` if the path leads to this file no more; else SQLite
    ///   would go on writing where nobody reads.
    package func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        var hasMoved: Int32 = 0
        try check(sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved))
        guard hasMoved == 0 else { throw .gone(path: path) }
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
        throw Self.error(code, handle, path)
    }

    private static func error(
        _ code: Int32,
        _ handle: OpaquePointer?,
        _ path: String
    ) -> StoreError {
        let words = String(cString: sqlite3_errmsg(handle))
        switch code & 0xFF {
        // A log or journal that cannot be made beside the file, for whatever the system says.
        case SQLITE_CANTOPEN where sqlite3_system_errno(handle) != 0:
            return StoreError(opening: path, sqlite3_system_errno(handle))
        case SQLITE_FULL: return .full(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged(path: path)
        case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM: return .notWritable(path: path)
        default: return .failed(path: path, code: code, words: words)
        }
    }
}
