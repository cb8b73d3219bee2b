// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore
import OCKStorage

/// The gateway's store in one SQLite file.
///
/// Write-ahead log with a full sync on each commit: what was reported as stored survives also a
/// loss of power.
///
/// Sendable because one thread at a time calls it: the loop's before and after the worker's.
final class SQLiteStorage: GatewayStorage, @unchecked Sendable {
    /// Written into the file; a greater one there is a newer release's.
    static let version = 3

    private let path: String
    /// Nil once it is closed.
    private var database: SQLiteDatabase?
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens the file or makes it, of mode 0600.
    ///
    /// - Throws: ``GatewayError/store(_:)``, with a newer release's file among the reasons.
    init(_ path: String) throws(GatewayError) {
        self.path = path
        do {
            let database = try SQLiteDatabase(path: path)
            self.database = database
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try prepare(database)
        } catch {
            throw .store(error)
        }
    }

    private func prepare(_ database: SQLiteDatabase) throws(StoreError) {
        var found: Int64 = 0
        try run("PRAGMA user_version") { found = $0[0].integer ?? 0 }
        guard found <= Self.version else {
            throw .newer(path: path, version: Int(found), known: Self.version)
        }
        guard found < Self.version else { return }
        try database.transaction { () throws(StoreError) in
            switch found {
            case 0: try database.execute(Self.schema)
            case 1: try database.execute(Self.migrationFrom1)
            default: try database.execute(Self.migrationFrom2)
            }
            try database.execute("PRAGMA user_version = \(Self.version)")
        }
    }

    /// From version 1, which had VoIP tokens alone, and none that had ended.
    private static let migrationFrom1 = """
        ALTER TABLE token RENAME TO token1;
        ALTER TABLE push RENAME TO push1;
        DROP INDEX push_device;
        \(tables)
        INSERT INTO token SELECT bytes, device, bundle, environment, 'voip', NULL, NULL FROM token1;
        INSERT INTO push SELECT key, device, bundle, environment, 'voip', id, payload, expiration,
            expires, unixepoch() * 1000, 10, NULL, NULL, NULL FROM push1;
        DROP TABLE token1;
        DROP TABLE push1;
        """

    /// From version 2, in which a push did not say what it replaces.
    private static let migrationFrom2 = """
        ALTER TABLE push ADD COLUMN bundle_from INTEGER;
        ALTER TABLE push ADD COLUMN collapse_from INTEGER;
        """

    private static let schema = """
        CREATE TABLE activation (code_hash BLOB PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
        CREATE TABLE device (id TEXT PRIMARY KEY, secret_hash BLOB NOT NULL) STRICT;
        \(tables)
        """

    /// Those that version 1 did not have like this.
    private static let tables = """
        CREATE TABLE token (
            bytes BLOB PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
            environment TEXT NOT NULL, kind TEXT NOT NULL,
            end_cause TEXT, end_time INTEGER) STRICT;
        CREATE INDEX token_device ON token (device);
        CREATE TABLE push (
            key INTEGER PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
            environment TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, payload BLOB NOT NULL,
            expiration INTEGER, expires INTEGER NOT NULL, accepted INTEGER NOT NULL,
            priority INTEGER NOT NULL, collapse TEXT,
            bundle_from INTEGER, collapse_from INTEGER) STRICT;
        CREATE INDEX push_device ON push (device);
        """

    func load() throws(GatewayError) -> StoredState {
        var state = StoredState()
        do {
            try run("SELECT code_hash, expires FROM activation") {
                if let code = StoredActivation(row: $0) { state.activations.append(code) }
            }
            try run("SELECT id, secret_hash FROM device") {
                if let device = StoredDevice(row: $0) { state.devices.append(device) }
            }
            try run(
                "SELECT bytes, device, bundle, environment, kind, end_cause, end_time FROM token"
            ) {
                if let token = StoredToken(row: $0) { state.tokens.append(token) }
            }
            let columns =
                "key, device, bundle, environment, kind, id, payload, expiration, expires, "
                + "accepted, priority, collapse, bundle_from, collapse_from"
            try run("SELECT \(columns) FROM push") {
                if let push = StoredPush(row: $0) { state.pushes.append(push) }
            }
        } catch {
            throw .store(error)
        }
        return state
    }

    /// On a full disk the log is written into the file first, which may give its room back.
    func commit(_ changes: [StoredChange]) throws(GatewayError) {
        do throws(StoreError) {
            do throws(StoreError) {
                try carryOut(changes)
            } catch {
                guard case .full = error else { throw error }
                try database?.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                try carryOut(changes)
            }
        } catch {
            throw .store(error)
        }
    }

    private func carryOut(_ changes: [StoredChange]) throws(StoreError) {
        try database?.transaction { () throws(StoreError) in
            for change in changes { try apply(change) }
        }
    }

    func close() {
        statements = [:]
        database = nil
    }

    /// Lets the file grow to so many pages and no more, as a full disk would.
    func limitPages(to count: Int) throws(GatewayError) {
        do {
            try run("PRAGMA max_page_count = \(count)")
        } catch {
            throw .store(error)
        }
    }

    private func apply(_ change: StoredChange) throws(StoreError) {
        switch change {
        case .addActivation(let code):
            try run("INSERT OR REPLACE INTO activation VALUES (?, ?)", code.values)
        case .removeActivation(let codeHash):
            try run("DELETE FROM activation WHERE code_hash = ?", [.blob(codeHash)])
        case .addDevice(let device):
            try run("INSERT OR REPLACE INTO device VALUES (?, ?)", device.values)
        case .removeDevice(let id):
            try run("DELETE FROM device WHERE id = ?", [.text(id.description)])
            try run("DELETE FROM token WHERE device = ?", [.text(id.description)])
            try run("DELETE FROM push WHERE device = ?", [.text(id.description)])
        case .addToken(let token):
            try run("INSERT OR REPLACE INTO token VALUES (?, ?, ?, ?, ?, ?, ?)", token.values)
        case .endToken(let bytes, let end):
            try run(
                "UPDATE token SET end_cause = ?, end_time = ? WHERE bytes = ?",
                [.text(end.cause.rawValue), .integer(end.at.milliseconds), .blob(bytes)])
        case .removeToken(let bytes):
            try run("DELETE FROM token WHERE bytes = ?", [.blob(bytes)])
        case .addPush(let push):
            try run(
                "INSERT OR REPLACE INTO push VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                push.values)
        case .removePush(let key):
            try run("DELETE FROM push WHERE key = ?", [key.value])
        case .addKey, .revokeKey:
            // Keys are files of their own (``KeyFolder``), so that no gateway must run to add one.
            break
        }
    }

    /// Runs one of a few statements, which stay prepared.
    private func run(
        _ text: String,
        _ values: [SQLiteStatement.Value] = [],
        row: ([SQLiteStatement.Value]) -> Void = { _ in }
    ) throws(StoreError) {
        if statements[text] == nil { statements[text] = try database?.prepare(text) }
        try statements[text]?.run(values, row: row)
    }
}
