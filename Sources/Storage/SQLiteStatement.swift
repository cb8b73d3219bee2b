// SPDX-License-Identifier: Apache-2.0
import CSQLite

/// A prepared statement of one database, which it keeps open.
package final class SQLiteStatement {
    private let handle: OpaquePointer
    private let database: SQLiteDatabase

    init(_ handle: OpaquePointer, database: SQLiteDatabase) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// A value of a column or parameter.
    package enum Value: Equatable {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])

        package init(_ text: String?) { self = text.map(Value.text) ?? .null }
        package init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }

        package var integer: Int64? {
            if case .integer(let number) = self { return number }
            return nil
        }
        package var blob: [UInt8]? {
            if case .blob(let bytes) = self { return bytes }
            return nil
        }
        package var text: String? {
            if case .text(let text) = self { return text }
            return nil
        }
    }

    /// Runs the statement, and gives each row to `row`.
    package func run(
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
        case .blob(let bytes):
            // An empty array has no address, and a null one would bind NULL.
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : sqlite3_bind_blob(
                    handle, index, bytes, Int32(bytes.count), CSQLite_transient())
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
        case SQLITE_BLOB:
            .blob(
                Array(
                    UnsafeRawBufferPointer(
                        start: sqlite3_column_blob(handle, index),
                        count: Int(sqlite3_column_bytes(handle, index)))))
        default: .null
        }
    }
}
