// SPDX-License-Identifier: Apache-2.0
import OCKStorage

/// The device tokens of a provider's server, in one SQLite file.
///
/// Sendable because one thread at a time calls it: the loop's before and after the worker's.
final class TokenStore: @unchecked Sendable {
    /// Written into the file; a greater one there is a newer release's.
    static let version = 1
    static let countMax = 1_000_000
    static let countPerUserMax = 100

    /// What became of a registration.
    enum Addition: Sendable, Hashable {
        case new
        case known
        case tooManyForUser
        case full
    }

    private let path: String
    /// Nil once it is closed.
    private var database: SQLiteDatabase?
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens the file or makes it, of mode 0600.
    init(_ path: String) throws(StoreError) {
        self.path = path
        let database = try SQLiteDatabase(path: path)
        self.database = database
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        var found: Int64 = 0
        try run("PRAGMA user_version") { found = $0.first?.integer ?? 0 }
        guard found <= Self.version else {
            throw .newer(path: path, version: Int(found), known: Self.version)
        }
        guard found == 0 else { return }
        try database.transaction { () throws(StoreError) in
            try database.execute(Self.schema)
            try database.execute("PRAGMA user_version = \(Self.version)")
        }
    }

    private static let schema = """
        CREATE TABLE token (
            token TEXT PRIMARY KEY, user TEXT NOT NULL, bundle TEXT NOT NULL,
            environment TEXT NOT NULL, registered INTEGER NOT NULL) STRICT;
        CREATE INDEX token_user ON token (user);
        """

    /// Adds a token, or moves it to another user.
    func add(_ entry: StoredRegistration) throws(StoreError) -> Addition {
        var isKnown = false
        let new = entry.registration
        try run("SELECT user FROM token WHERE token = ?", [.text(new.token)]) {
            isKnown = $0.first?.text == new.user
        }
        if !isKnown {
            let count = try count("SELECT count(*) FROM token WHERE user = ?", [.text(new.user)])
            guard count < Self.countPerUserMax else { return .tooManyForUser }
            guard try self.count("SELECT count(*) FROM token", []) < Self.countMax else {
                return .full
            }
        }
        try database?.transaction { () throws(StoreError) in
            try run(
                "INSERT OR REPLACE INTO token VALUES (?, ?, ?, ?, ?)",
                [
                    .text(new.token), .text(new.user), .text(new.bundle),
                    .text(new.environment.rawValue), .integer(entry.registeredAt),
                ])
        }
        return isKnown ? .known : .new
    }

    /// Removes a token; false if there is none.
    func remove(_ token: String) throws(StoreError) -> Bool {
        let known = try count("SELECT count(*) FROM token WHERE token = ?", [.text(token)])
        try database?.transaction { () throws(StoreError) in
            try run("DELETE FROM token WHERE token = ?", [.text(token)])
        }
        return known > 0
    }

    /// Removes a token that is dead, unless it was registered after that became known.
    ///
    /// - Returns: Whether it was removed.
    func remove(_ token: String, registeredBy time: Int64) throws(StoreError) -> Bool {
        let known = try count(
            "SELECT count(*) FROM token WHERE token = ? AND registered <= ?",
            [.text(token), .integer(time)])
        guard known > 0 else { return false }
        try database?.transaction { () throws(StoreError) in
            try run(
                "DELETE FROM token WHERE token = ? AND registered <= ?",
                [.text(token), .integer(time)])
        }
        return true
    }

    /// The tokens of a user, or of all, the oldest first.
    func registrations(of user: String?, limit: Int) throws(StoreError) -> [StoredRegistration] {
        var found: [StoredRegistration] = []
        let columns = "SELECT token, user, bundle, environment, registered FROM token"
        let order = "ORDER BY registered, token LIMIT ?"
        if let user {
            try run(
                "\(columns) WHERE user = ? \(order)", [.text(user), .integer(Int64(limit))]
            ) { if let entry = Self.entry($0) { found.append(entry) } }
        } else {
            try run("\(columns) \(order)", [.integer(Int64(limit))]) {
                if let entry = Self.entry($0) { found.append(entry) }
            }
        }
        return found
    }

    func close() {
        statements = [:]
        database = nil
    }

    private static func entry(_ row: [SQLiteStatement.Value]) -> StoredRegistration? {
        guard row.count == 5, let token = row[0].text, let user = row[1].text,
            let bundle = row[2].text,
            let environment = TokenEnvironment(rawValue: row[3].text ?? ""),
            let registered = row[4].integer
        else { return nil }
        return StoredRegistration(
            registration: TokenRegistration(
                user: user, bundle: bundle, environment: environment, token: token),
            registeredAt: registered)
    }

    private func count(
        _ text: String, _ values: [SQLiteStatement.Value]
    ) throws(StoreError) -> Int {
        var count: Int64 = 0
        try run(text, values) { count = $0.first?.integer ?? 0 }
        return Int(count)
    }

    /// Runs one of a few statements, which stay prepared.
    private func run(
        _ text: String, _ values: [SQLiteStatement.Value] = [],
        row: ([SQLiteStatement.Value]) -> Void = { _ in }
    ) throws(StoreError) {
        if statements[text] == nil { statements[text] = try database?.prepare(text) }
        try statements[text]?.run(values, row: row)
    }
}
