// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// The gateway's store in one SQLite file.
///
/// Write-ahead log with a full sync on each commit: what was reported as stored survives also the machine.
///
/// Sendable because one thread at a time calls it, and SQLite's own mutex is on.
final class SQLiteStorage: GatewayStorage, @unchecked Sendable {
    /// Written into the file; a greater one there is a newer release's.
    static let version = 1

    private let path: String
    private let database: SQLiteDatabase

    /// Opens the file or makes it, of mode 0600.
    ///
    /// - Throws: ``GatewayError/storeTooNew(path:version:supported:)``, or what else is wrong with it.
    init(_ path: String) throws(GatewayError) {
        self.path = path
        // SQLite gives its files the mode of the main one.
        try PrivateFiles.touch(path)
        do {
            database = try SQLiteDatabase(path)
            try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        } catch {
            throw .store(path: path, reason: error.description)
        }
        try prepare()
    }

    private func prepare() throws(GatewayError) {
        var found = 0
        try named { () throws(SQLiteError) in
            try database.run("PRAGMA user_version") { found = Int($0.integer(0)) }
        }
        guard found <= Self.version else {
            throw .storeTooNew(path: path, version: found, supported: Self.version)
        }
        guard found == 0 else { return }
        try named { () throws(SQLiteError) in
            try database.execute(Self.schema + "PRAGMA user_version = \(Self.version); COMMIT")
        }
    }

    private static let schema = """
        BEGIN;
        CREATE TABLE activation (code_hash BLOB PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
        CREATE TABLE device (id TEXT PRIMARY KEY, secret_hash BLOB NOT NULL) STRICT;
        CREATE TABLE token (
            bytes BLOB PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
            environment TEXT NOT NULL, UNIQUE (device, bundle, environment)) STRICT;
        CREATE TABLE push (
            key INTEGER PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
            environment TEXT NOT NULL, id TEXT NOT NULL, payload BLOB NOT NULL,
            expiration INTEGER, expires INTEGER NOT NULL) STRICT;
        CREATE INDEX push_device ON push (device);

        """

    func load() throws(GatewayError) -> StoredState {
        var state = StoredState()
        try named { () throws(SQLiteError) in
            try database.run("SELECT code_hash, expires FROM activation") { row in
                let expires = WallTime(milliseconds: row.integer(1))
                state.activations.append(
                    StoredActivation(codeHash: row.blob(0), expires: expires)
                )
            }
            try database.run("SELECT id, secret_hash FROM device") { row in
                guard let id = DeviceID(row.text(0)) else { return }
                state.devices.append(StoredDevice(id: id, secretHash: row.blob(1)))
            }
            try database.run("SELECT bytes, device, bundle, environment FROM token") { row in
                guard let device = DeviceID(row.text(1)), let app = row.app(2) else { return }
                state.tokens.append(StoredToken(bytes: row.blob(0), device: device, app: app))
            }
            try database.run(
                """
                SELECT key, device, bundle, environment, id, payload, expiration, expires FROM push
                """
            ) { row in
                if let push = row.push { state.pushes.append(push) }
            }
        }
        return state
    }

    func commit(_ changes: [StoredChange]) throws(GatewayError) {
        try named { () throws(SQLiteError) in
            try database.execute("BEGIN IMMEDIATE")
            do throws(SQLiteError) {
                for change in changes { try apply(change) }
                try database.execute("COMMIT")
            } catch {
                // Some failures have rolled back already; then this says so, and nothing is wrong.
                try? database.execute("ROLLBACK")
                throw error
            }
        }
    }

    func close() { database.close() }

    /// Lets the file grow no more than a little, as a full disk would.
    func limitPages() throws(GatewayError) {
        try named { () throws(SQLiteError) in
            try database.run("PRAGMA max_page_count = 24") { _ in }
        }
    }

    private func apply(_ change: StoredChange) throws(SQLiteError) {
        switch change {
        case .addActivation(let code):
            try database.run(
                "INSERT OR REPLACE INTO activation VALUES (?, ?)",
                [.blob(code.codeHash), .integer(code.expires.milliseconds)]
            )
        case .removeActivation(let codeHash):
            try database.run("DELETE FROM activation WHERE code_hash = ?", [.blob(codeHash)])
        case .addDevice(let device):
            try database.run(
                "INSERT OR REPLACE INTO device VALUES (?, ?)",
                [.text(device.id.description), .blob(device.secretHash)]
            )
        case .removeDevice(let id):
            for text in [
                "DELETE FROM device WHERE id = ?", "DELETE FROM token WHERE device = ?",
                "DELETE FROM push WHERE device = ?",
            ] { try database.run(text, [.text(id.description)]) }
        case .addToken(let token):
            try database.run(
                "INSERT OR REPLACE INTO token VALUES (?, ?, ?, ?)",
                [.blob(token.bytes), .text(token.device.description)] + values(token.app)
            )
        case .removeToken(let bytes):
            try database.run("DELETE FROM token WHERE bytes = ?", [.blob(bytes)])
        case .addPush(let push):
            try database.run(
                "INSERT OR REPLACE INTO push VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [.integer(Int64(bitPattern: push.key.number)), .text(push.device.description)]
                    + values(push.app)
                    + [
                        .text(push.id.description), .blob(push.payload),
                        push.expiration.map(SQLiteValue.integer) ?? .null,
                        .integer(push.expires.milliseconds),
                    ]
            )
        case .removePush(let key):
            try database.run(
                "DELETE FROM push WHERE key = ?",
                [.integer(Int64(bitPattern: key.number))]
            )
        }
    }

    private func values(_ app: AppKey) -> [SQLiteValue] {
        [.text(app.bundle), .text(app.environment.rawValue)]
    }

    private func named(_ body: () throws(SQLiteError) -> Void) throws(GatewayError) {
        do {
            try body()
        } catch {
            throw .store(path: path, reason: error.description)
        }
    }
}

extension SQLiteRow {
    /// A bundle and, in the next column, an environment.
    fileprivate func app(_ column: Int32) -> AppKey? {
        APNsEnvironment(rawValue: text(column + 1)).map {
            AppKey(bundle: text(column), environment: $0)
        }
    }

    fileprivate var push: StoredPush? {
        guard let device = DeviceID(text(1)), let app = app(2), let id = PushID(text(4)) else {
            return nil
        }
        return StoredPush(
            key: PushKey(number: UInt64(bitPattern: integer(0))),
            device: device,
            app: app,
            id: id,
            payload: blob(5),
            expiration: optionalInteger(6),
            expires: WallTime(milliseconds: integer(7))
        )
    }
}
