// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKStorage
import PhoneCore
import Testing

@testable import PhoneServices

/// What a phone that was killed knows of pushes when it is started again.
@Suite("Stored pushes")
struct StoredPushTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/phone.sqlite" }
    private static let now = WallTime(milliseconds: 99_000)
    private static let content = PushContent(
        payload: Bytes([123, 125]), accepted: WallTime(milliseconds: 900), expiration: 0)

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> PhoneDatabase { try PhoneDatabase(path: path, now: Self.now) }

    private static func push(_ number: Int, _ outcome: PushOutcome = .pending) -> PushRecord {
        var push = Sample.push(number, outcome)
        push.number = UInt64(number)
        push.content = content
        return push
    }

    private func outcomes(_ database: PhoneDatabase) throws -> [PushOutcome] {
        try database.pushes(limit: 10, before: nil).reversed().map(\.outcome)
    }

    @Test("What was not handed over comes back whole and in order; what an app had is lost")
    func restart() throws {
        do {
            let database = try open()
            try database.write([
                .push(Self.push(1)), .push(Self.push(2)), .push(Self.push(3)), .push(Self.push(4)),
            ])
            var handed = Sample.push(2, .handed)
            handed.number = 2
            var settled = Sample.push(3, .notRequired)
            settled.number = 3
            try database.write([.push(handed), .push(settled)])
            #expect(database.lostPushes.isEmpty)
        }
        let database = try open()
        let waiting = try database.waitingPushes()
        #expect(waiting.map(\.number) == [1, 4])
        #expect(waiting.first?.content == Self.content)
        #expect(waiting.first?.origin == .earlierRun(received: Sample.push(1).received))
        #expect(database.lostPushes.map(\.number) == [2])
        #expect(try outcomes(database) == [.pending, .lost, .notRequired, .pending])
    }

    @Test("A mark that is taken back leaves the push to be handed over")
    func takenBack() throws {
        do {
            let database = try open()
            try database.write([.push(Self.push(1, .handed))])
            var waits = Self.push(1)
            waits.content = nil
            try database.write([.push(waits)])
        }
        #expect(try open().waitingPushes().map(\.number) == [1])
    }

    @Test("A push that is lost is lost once: the start after the next does not count it again")
    func lostOnce() throws {
        do { try open().write([.push(Self.push(1, .handed))]) }
        #expect(try open().lostPushes.count == 1)
        #expect(try open().lostPushes.isEmpty)
    }

    @Test("A settled push keeps no payload on the disk")
    func payloadGone() throws {
        let database = try open()
        try database.write([.push(Self.push(1)), .push(Sample.push(2, .dropped))])
        var settled = Sample.push(1, .notReported)
        settled.number = 1
        try database.write([.push(settled)])
        var count: Int64?
        try database.database.prepare("SELECT COUNT(*) FROM pushes WHERE payload IS NOT NULL")
            .run { count = $0[0].integer }
        #expect(count == 0)
    }

    @Test("B126: breaches are counted for each installation of an app, over all runs")
    func breaches() throws {
        do {
            let database = try open()
            for (number, generation) in [(1, 1), (2, 2), (3, 2), (4, 2)] {
                var push = Sample.push(number, number == 4 ? .notRequired : .notReported)
                push.generation = generation
                try database.write([.push(push)])
            }
        }
        let bundle = Sample.push(1).bundle
        #expect(
            try open().breachCounts() == [
                BreachCount(bundle: bundle, generation: 1, count: 1),
                BreachCount(bundle: bundle, generation: 2, count: 2),
            ])
    }

    @Test("A store of the first version is taken over; what was open in it has no content")
    func firstVersion() throws {
        do {
            let old = try SQLiteDatabase(path: path)
            try old.execute(
                """
                CREATE TABLE calls (seq INTEGER PRIMARY KEY, record TEXT NOT NULL UNIQUE,
                    uuid TEXT NOT NULL, app TEXT NOT NULL, handle_kind INTEGER, handle TEXT,
                    name TEXT, direction TEXT NOT NULL, video INTEGER NOT NULL,
                    began INTEGER NOT NULL, connected INTEGER, ended INTEGER, outcome TEXT) STRICT;
                CREATE TABLE pushes (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                    app TEXT NOT NULL, received INTEGER NOT NULL, outcome TEXT NOT NULL,
                    call TEXT, error INTEGER) STRICT;
                INSERT INTO pushes (id, app, received, outcome) VALUES
                    ('\(Sample.push(1).id)', 'com.example.hotline', 1000, 'pending'),
                    ('\(Sample.push(2).id)', 'com.example.hotline', 1000, 'notReported');
                PRAGMA user_version = 1;
                """)
        }
        let database = try open()
        let rows = try database.pushes(limit: 10, before: nil)
        #expect(rows.map(\.id) == [Sample.push(2).id, Sample.push(1).id])
        #expect(rows.map(\.outcome) == [.notReported, .appEnded])
        #expect(try database.waitingPushes().isEmpty)
    }

    @Test("A phone killed at any point hands over what has no mark, and nothing that has one")
    func killed() async throws {
        for steps in 0...3 {
            let path = "\(folder.path)/killed-\(steps).sqlite"
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, steps = steps as Int] in
                let database = try PhoneDatabase(path: path, now: WallTime(milliseconds: 1))
                let outcomes: [PushOutcome] = [.pending, .handed, .notRequired]
                for outcome in outcomes.prefix(steps) {
                    try database.write([.push(Self.push(1, outcome))])
                }
                raise(SIGKILL)
            }
            let database = try PhoneDatabase(path: path, now: Self.now)
            #expect(try database.waitingPushes().count == (steps == 1 ? 1 : 0))
            #expect(database.lostPushes.count == (steps == 2 ? 1 : 0))
        }
    }

    @Test("On a full disk a push is not taken, and one that was taken is still there")
    func full() throws {
        do {
            let database = try open()
            try database.write([.push(Self.push(1))])
            try database.database.execute("PRAGMA max_page_count = 1")
            #expect(throws: StoreError.full(path: path)) {
                try database.write((2...500).map { .push(Self.push($0)) })
            }
        }
        #expect(try open().waitingPushes().map(\.number) == [1])
    }
}
