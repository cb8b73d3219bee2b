// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("PhoneDatabase")
struct PhoneDatabaseTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/phone.sqlite" }
    private static let now = WallTime(milliseconds: 99_000)

    init() throws { folder = try TemporaryFolder() }

    private func open(rowLimit: Int = PhoneDatabase.rowLimit) throws -> PhoneDatabase {
        try PhoneDatabase(path: path, now: Self.now, rowLimit: rowLimit)
    }

    @Test("Every field of a call comes back, newest first, and a second write replaces the first")
    func calls() throws {
        let database = try open()
        try database.write([.call(Sample.call(1)), .call(Sample.call(2, ended: true))])
        var bare = Sample.call(3)
        bare.handle = nil
        bare.name = nil
        bare.isOutgoing = true
        try database.write([.call(bare), .call(Sample.call(1, ended: true))])
        let expected = [bare, Sample.call(2, ended: true), Sample.call(1, ended: true)]
        #expect(try database.recents(limit: 10, before: nil) == expected)
        #expect(try database.recents(limit: 1, before: bare.record) == [expected[1]])
        #expect(try database.recents(limit: 10, before: expected[2].record).isEmpty)
        #expect(try database.recents(limit: 10, before: RecordID(high: 0, low: 0)).isEmpty)
    }

    @Test("Each outcome of a push comes back, and each number of an apns-id has one row")
    func pushes() throws {
        let outcomes: [PushOutcome] = [
            .pending, .rang(CallID(high: 1, low: 1)), .refused(.filteredByDoNotDisturb),
            .notRequired, .notReported, .notInstalled, .notStarted, .appEnded, .dropped, .handed,
            .expired, .lost,
        ]
        var rows = outcomes.enumerated().map { Sample.push($0, $1) }
        var again = Sample.push(3, .dropped)
        again.number = .max
        rows.append(again)
        let database = try open()
        try database.write(rows.dropLast().map { .push(Sample.push(Int($0.id.low))) })
        try database.write(rows.map { .push($0) })
        #expect(try database.pushes(limit: 100, before: nil) == rows.reversed())
        #expect(try database.pushes(limit: 1, before: again.key) == [rows[rows.count - 2]])
    }

    @Test("Calls that a phone that died left open are closed by the next, as failed")
    func closing() throws {
        do {
            let database = try open()
            try database.write([
                .call(Sample.call(1)), .call(Sample.call(2, ended: true)),
            ])
        }
        let database = try open()
        let calls = try database.recents(limit: 10, before: nil)
        #expect(calls.map(\.outcome) == [.ended, .failed])
        #expect(calls[1].ended == Self.now)
    }

    @Test("Only the newest rows are kept")
    func rowLimit() throws {
        let database = try open(rowLimit: 10)
        for number in 1...25 {
            try database.write([.push(Sample.push(number)), .call(Sample.call(number))])
        }
        let expected = Array((16...25).reversed())
        #expect(try database.pushes(limit: 100, before: nil).map { Int($0.id.low) } == expected)
        #expect(try database.recents(limit: 100, before: nil).map { Int($0.call.low) } == expected)
    }

    @Test("A store of a newer version is left alone and named")
    func newer() throws {
        do {
            let database = try SQLiteDatabase(path: path)
            try database.execute("PRAGMA user_version = 7")
        }
        #expect(throws: StoreError.newer(path: path, version: 7, known: 3)) { try open() }
    }

    @Test("A file that is no database is named as damaged")
    func damaged() throws {
        try folder.write(String(repeating: "not a database ", count: 100), "phone.sqlite")
        #expect(throws: StoreError.damaged(path: path)) { try open() }
    }

    @Test("A folder that is not there is named as not writable")
    func noFolder() {
        let path = "\(folder.path)/none/phone.sqlite"
        #expect(throws: StoreError.notWritable(path: path)) {
            try PhoneDatabase(path: path, now: Self.now)
        }
    }

    @Test("A full disk fails the write as a whole, and what was there stays")
    func full() throws {
        let database = try open()
        try database.write([.call(Sample.call(1, ended: true))])
        try database.database.execute("PRAGMA max_page_count = 1")
        #expect(throws: StoreError.full(path: path)) {
            try database.write((2...500).map { .call(Sample.call($0)) })
        }
        #expect(try database.recents(limit: 10, before: nil) == [Sample.call(1, ended: true)])
    }

    @Test("The file is for its user alone")
    func mode() throws {
        _ = try open()
        var facts = stat()
        #expect(stat(path, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
    }

    @Test("A phone killed at any moment loses nothing committed and keeps nothing half-written")
    func killed() async throws {
        for count in [0, 1, 7, 40] {
            let path = "\(folder.path)/killed-\(count).sqlite"
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, count = count as Int] in
                let now = WallTime(milliseconds: 1)
                let database = try PhoneDatabase(path: path, now: now)
                for number in 0..<count { try database.write([.call(Sample.call(number))]) }
                try database.database.execute("BEGIN IMMEDIATE")
                try database.put([.call(Sample.call(count)), .push(Sample.push(1))])
                raise(SIGKILL)
            }
            let database = try PhoneDatabase(path: path, now: Self.now)
            let calls = try database.recents(limit: 100, before: nil)
            #expect(calls.map { Int($0.call.low) } == (0..<count).reversed())
            #expect(calls.allSatisfy { $0.outcome == .failed && $0.ended == Self.now })
            #expect(try database.pushes(limit: 100, before: nil).isEmpty)
        }
    }
}
