// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKStorage
import PhoneCore

/// The tables of a phone: `calls`, a row for each call, `pushes`, a row for each push, and
/// `blocked`, a row for each call that was refused without a screen (B158).
///
/// A push that is not settled keeps its content: `pending` while no process has it, and `handed`
/// from just before one gets it. So a phone that was killed knows what it must still hand over, and
/// what it must not hand over again.
///
/// SQLite in WAL mode with `synchronous=NORMAL`: a killed process loses nothing that was committed.
/// A loss of power may lose the last transactions before the most recent checkpoint, but damages
/// nothing.
final class PhoneDatabase {
    /// A write of one row.
    enum Write: Sendable {
        case call(RecentCall)
        case push(PushRecord)
        case blocked(BlockedCall)
    }

    static let version = 3
    /// Rows that each table keeps; the oldest go first.
    static let rowLimit = 100_000
    /// How many pushes of earlier runs are remembered by name.
    ///
    /// A push service repeats only what was not acknowledged, which is far less.
    static let earlierPushLimit = 16384

    let database: SQLiteDatabase
    /// What an app had in hand when the phone was killed, oldest first.
    private(set) var lostPushes: [PushRecord] = []
    private let rowLimit: Int
    private let writeCall: SQLiteStatement
    private let writePush: SQLiteStatement
    private let writeBlocked: SQLiteStatement
    private let readCalls: SQLiteStatement
    private let readPushes: SQLiteStatement

    /// Opens the file, makes or checks its tables, and closes what a phone that died has left open.
    ///
    /// Calls without an end get `now`, since a phone that died cannot say when.
    ///
    /// - Throws: ``StoreError``, also for a file of a newer version.
    init(path: String, now: WallTime, rowLimit: Int = rowLimit) throws(StoreError) {
        database = try SQLiteDatabase(path: path)
        self.rowLimit = rowLimit
        try Self.prepareTables(database)
        writeCall = try database.prepare(Self.writeCallSQL)
        writePush = try database.prepare(Self.writePushSQL)
        writeBlocked = try database.prepare(Self.writeBlockedSQL)
        readCalls = try database.prepare(Self.readCallsSQL)
        readPushes = try database.prepare(Self.readPushesSQL)
        try closeWhatIsOpen(now)
    }

    /// Writes all rows in one transaction, or none.
    func write(_ rows: [Write]) throws(StoreError) {
        try database.transaction { () throws(StoreError) in
            try put(rows)
            for table in ["calls", "pushes", "blocked"] {
                try database.execute(
                    "DELETE FROM \(table) WHERE seq <= "
                        + "(SELECT MAX(seq) FROM \(table)) - \(rowLimit)"
                )
            }
        }
    }

    /// Newest first, older than `before` if given.
    func recents(limit: Int, before: RecordID?) throws(StoreError) -> [RecentCall] {
        var calls: [RecentCall] = []
        try readCalls.run([.init(before?.description), .integer(Int64(limit))]) { columns in
            if let call = RecentCall(columns: columns) { calls.append(call) }
        }
        return calls
    }

    /// Newest first, older than `before` if given.
    func pushes(limit: Int, before: DeliveryKey?) throws(StoreError) -> [PushRecord] {
        var pushes: [PushRecord] = []
        let number = before.map { Int64(bitPattern: $0.number) }
        try readPushes.run(
            [.init(before?.id.description), .init(number), .integer(Int64(limit))]
        ) { columns in
            if let push = PushRecord(columns: columns) { pushes.append(push) }
        }
        return pushes
    }

    /// What was taken and not handed over, oldest first.
    func waitingPushes() throws(StoreError) -> [ArrivedPush] {
        var pushes: [ArrivedPush] = []
        try database.prepare(Self.readWaitingSQL).run { columns in
            if let push = ArrivedPush(columns: columns) { pushes.append(push) }
        }
        return pushes
    }

    /// How often each installation of an app reported no call for a push (B126).
    func breachCounts() throws(StoreError) -> [BreachCount] {
        var counts: [BreachCount] = []
        try database.prepare(Self.countBreachesSQL).run { columns in
            guard let bundle = columns[0].text, let generation = columns[1].integer,
                let count = columns[2].integer
            else { return }
            counts.append(
                BreachCount(bundle: bundle, generation: Int(generation), count: Int(count)))
        }
        return counts
    }

    /// Without a transaction of its own.
    func put(_ rows: [Write]) throws(StoreError) {
        for row in rows {
            switch row {
            case .call(let call): try writeCall.run(call.columns)
            case .push(let push): try writePush.run(push.columns)
            case .blocked(let call): try writeBlocked.run(call.columns)
            }
        }
    }

    private static func prepareTables(_ database: SQLiteDatabase) throws(StoreError) {
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        var found = 0
        try database.prepare("PRAGMA user_version").run { found = Int($0[0].integer ?? 0) }
        guard found <= version else {
            throw .newer(path: database.path, version: found, known: version)
        }
        guard found < version else { return }
        try database.transaction { () throws(StoreError) in
            switch found {
            case 0: try database.execute(callsSQL + pushesSQL + blockedSQL)
            case 1: try database.execute(renewPushesSQL + blockedSQL)
            default: try database.execute(blockedSQL)
            }
            try database.execute("PRAGMA user_version = \(version)")
        }
    }

    private func closeWhatIsOpen(_ now: WallTime) throws(StoreError) {
        let failed = CallOutcome.failed.rawValue
        let cut = try database.prepare(
            "UPDATE calls SET ended = MAX(began, ?), outcome = '\(failed)' WHERE ended IS NULL"
        )
        try database.prepare(Self.readHandedSQL).run { columns in
            guard var push = PushRecord(columns: columns) else { return }
            push.outcome = .lost
            lostPushes.append(push)
        }
        let pushes = try database.prepare(
            "UPDATE pushes SET outcome = 'lost', payload = NULL WHERE outcome = 'handed'"
        )
        try database.transaction { () throws(StoreError) in
            try cut.run([.integer(now.milliseconds)])
            try pushes.run()
        }
    }

    /// Times are milliseconds since 1970 UTC; identifiers are UUIDs in upper case.
    private static let callsSQL = """
        CREATE TABLE calls (
            seq INTEGER PRIMARY KEY,
            record TEXT NOT NULL UNIQUE,
            uuid TEXT NOT NULL,
            app TEXT NOT NULL,
            handle_kind INTEGER,
            handle TEXT,
            name TEXT,
            direction TEXT NOT NULL,
            video INTEGER NOT NULL,
            began INTEGER NOT NULL,
            connected INTEGER,
            ended INTEGER,
            outcome TEXT
        ) STRICT;
        CREATE INDEX calls_open ON calls (seq) WHERE ended IS NULL;

        """

    /// A number is the bits of an unsigned one; expirations are UNIX seconds.
    private static let pushesSQL = """
        CREATE TABLE pushes (
            seq INTEGER PRIMARY KEY,
            id TEXT NOT NULL,
            number INTEGER NOT NULL,
            app TEXT NOT NULL,
            received INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            call TEXT,
            error INTEGER,
            generation INTEGER NOT NULL,
            payload BLOB,
            accepted INTEGER,
            expiration INTEGER,
            UNIQUE (id, number)
        ) STRICT;
        CREATE INDEX pushes_open ON pushes (seq) WHERE payload IS NOT NULL;
        """

    /// From version 1, which kept no content: what was not settled then cannot be handed over.
    private static let renewPushesSQL = """
        ALTER TABLE pushes RENAME TO pushes_1;
        \(pushesSQL)
        INSERT INTO pushes (seq, id, number, app, received, outcome, call, error, generation)
            SELECT seq, id, 0, app, received,
                CASE outcome WHEN 'pending' THEN 'appEnded' ELSE outcome END, call, error, -1
            FROM pushes_1;
        DROP TABLE pushes_1;
        """

    private static let writeCallSQL = """
        INSERT INTO calls (record, uuid, app, handle_kind, handle, name, direction, video, began,
            connected, ended, outcome)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (record) DO UPDATE SET
            handle_kind = excluded.handle_kind, handle = excluded.handle, name = excluded.name,
            video = excluded.video, began = excluded.began, connected = excluded.connected,
            ended = excluded.ended, outcome = excluded.outcome
        """

    private static let writePushSQL = """
        INSERT INTO pushes (id, number, app, received, outcome, call, error, generation, payload,
            accepted, expiration)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id, number) DO UPDATE SET
            outcome = excluded.outcome, call = excluded.call, error = excluded.error,
            payload = CASE WHEN excluded.outcome IN ('pending', 'handed')
                THEN COALESCE(excluded.payload, payload) END
        """

    private static let readCallsSQL = """
        SELECT record, uuid, app, handle_kind, handle, name, direction, video, began, connected,
            ended, outcome
        FROM calls WHERE ?1 IS NULL OR seq < (SELECT seq FROM calls WHERE record = ?1)
        ORDER BY seq DESC LIMIT ?2
        """

    private static let readPushesSQL = """
        SELECT id, number, app, received, outcome, call, error, generation
        FROM pushes
        WHERE ?1 IS NULL OR seq < (SELECT seq FROM pushes WHERE id = ?1 AND number = ?2)
        ORDER BY seq DESC LIMIT ?3
        """

    private static let countBreachesSQL = """
        SELECT app, generation, COUNT(*) FROM pushes WHERE outcome = 'notReported'
        GROUP BY app, generation ORDER BY app, generation
        """

    private static let readHandedSQL = """
        SELECT id, number, app, received, outcome, call, error, generation
        FROM pushes WHERE payload IS NOT NULL AND outcome = 'handed' ORDER BY seq
        """

    private static let readWaitingSQL = """
        SELECT id, number, app, received, payload, accepted, expiration
        FROM pushes WHERE payload IS NOT NULL AND outcome = 'pending' ORDER BY seq
        """
}
