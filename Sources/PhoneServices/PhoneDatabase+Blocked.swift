// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKStorage

/// The log of calls that were refused without a screen: a table of their own, not Recents (B158).
extension PhoneDatabase {
    /// `blocked_by` is an extension's identifier; NULL is the person's own block list.
    static let blockedSQL = """
        CREATE TABLE blocked (
            seq INTEGER PRIMARY KEY,
            record TEXT NOT NULL UNIQUE,
            at INTEGER NOT NULL,
            app TEXT NOT NULL,
            uuid TEXT NOT NULL,
            handle_kind INTEGER,
            handle TEXT,
            name TEXT,
            blocked_by TEXT
        ) STRICT;

        """

    static let writeBlockedSQL = """
        INSERT INTO blocked (record, at, app, uuid, handle_kind, handle, name, blocked_by)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (record) DO NOTHING
        """

    private static let readBlockedSQL = """
        SELECT record, at, app, uuid, handle_kind, handle, name, blocked_by
        FROM blocked WHERE ?1 IS NULL OR seq < (SELECT seq FROM blocked WHERE record = ?1)
        ORDER BY seq DESC LIMIT ?2
        """

    /// Newest first, older than `before` if given.
    func blockedCalls(limit: Int, before: RecordID?) throws(StoreError) -> [BlockedCall] {
        var calls: [BlockedCall] = []
        try database.prepare(Self.readBlockedSQL).run(
            [.init(before?.description), .integer(Int64(limit))]
        ) { columns in
            if let call = BlockedCall(columns: columns) { calls.append(call) }
        }
        return calls
    }
}

extension BlockedCall {
    var columns: [SQLiteStatement.Value] {
        let source: String? =
            switch blockedBy {
            case .own: nil
            case .directory(let id): id
            }
        return [
            .text(record.description), .integer(at.milliseconds), .text(bundle),
            .text(call.description), .init(handle.map { Int64($0.kind.rawValue) }),
            .init(handle?.value), .init(name), .init(source),
        ]
    }

    /// Nil for a row that no phone has written.
    init?(columns: [SQLiteStatement.Value]) {
        guard columns.count == 8,
            let record = columns[0].text.flatMap(RecordID.init),
            let at = columns[1].integer,
            let bundle = columns[2].text,
            let call = columns[3].text.flatMap(CallID.init)
        else { return nil }
        self.init(
            record: record,
            at: WallTime(milliseconds: at),
            bundle: bundle,
            call: call,
            handle: Handle(kind: columns[4].integer, value: columns[5].text),
            name: columns[6].text,
            blockedBy: columns[7].text.map(BlockedCall.Source.directory) ?? .own
        )
    }
}

extension Handle {
    /// From two columns of a row; nil where the call had none.
    init?(kind: Int64?, value: String?) {
        guard let value else { return nil }
        self.init(kind: kind.flatMap { Kind(rawValue: Int($0)) } ?? .generic, value: value)
    }
}
