// SPDX-License-Identifier: Apache-2.0
import CSQLite

/// What SQLite said no to.
struct SQLiteError: Error, Equatable, CustomStringConvertible {
    /// The extended result code.
    var code: Int32
    var words: String

    var description: String { "\(words) (SQLite \(code))" }
}

/// Owns a connection to a database and its prepared statements.
///
/// One thread at a time uses it; SQLite's own mutex is on all the same (SQLITE_OPEN_FULLMUTEX).
final class SQLiteDatabase {
    private var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]

    /// Opens the file, made with the process's umask if it is missing.
    init(_ path: String) throws(SQLiteError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let outcome = sqlite3_open_v2(path, &handle, flags, nil)
        guard outcome == SQLITE_OK else {
            let error = failure(outcome)
            sqlite3_close_v2(handle)
            handle = nil
            throw error
        }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 2000)
    }

    deinit { close() }

    /// Finishes the log and gives the file back.
    ///
    /// Twice is once.
    func close() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Runs statements that give no rows and take no values.
    func execute(_ text: String) throws(SQLiteError) {
        let outcome = sqlite3_exec(handle, text, nil, nil, nil)
        guard outcome == SQLITE_OK else { throw failure(outcome) }
    }

    /// Runs one statement with values and gives each row to `row`.
    ///
    /// Statements stay prepared: `text` must be one of a few.
    func run(
        _ text: String,
        _ values: [SQLiteValue] = [],
        row: (SQLiteRow) -> Void = { _ in }
    ) throws(SQLiteError) {
        let statement = try prepared(text)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() {
            let outcome = value.bind(to: statement, at: Int32(index + 1))
            guard outcome == SQLITE_OK else { throw failure(outcome) }
        }
        while true {
            let outcome = sqlite3_step(statement)
            if outcome == SQLITE_DONE { return }
            guard outcome == SQLITE_ROW else { throw failure(outcome) }
            row(SQLiteRow(statement: statement))
        }
    }

    private func prepared(_ text: String) throws(SQLiteError) -> OpaquePointer? {
        if let statement = statements[text] { return statement }
        var statement: OpaquePointer?
        let outcome = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
        guard outcome == SQLITE_OK else { throw failure(outcome) }
        statements[text] = statement
        return statement
    }

    private func failure(_ code: Int32) -> SQLiteError {
        let words = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        return SQLiteError(code: code, words: words.map { String(cString: $0) } ?? "unknown error")
    }
}

/// A value of a column.
enum SQLiteValue {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case null

    fileprivate func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
        switch self {
        case .integer(let value): sqlite3_bind_int64(statement, index, value)
        case .text(let value):
            sqlite3_bind_text(statement, index, value, -1, CSQLite_transient())
        case .blob(let value):
            // An empty array has no address, and a null one would bind NULL.
            value.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob(
                    statement,
                    index,
                    value,
                    Int32(value.count),
                    CSQLite_transient()
                )
        case .null: sqlite3_bind_null(statement, index)
        }
    }
}

/// A row of a result, valid during the call that gives it.
///
/// Columns count from 0.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer?

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    func blob(_ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(statement, column))
        guard count > 0, let bytes = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
