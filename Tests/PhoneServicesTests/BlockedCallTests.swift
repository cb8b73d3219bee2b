// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("The log of blocked calls")
struct BlockedCallTests {
    private static let now = WallTime(milliseconds: 99_000)
    private let folder: TemporaryFolder
    private let stage: LoopStage
    private var path: String { "\(folder.path)/phone.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
    }

    private func call(_ number: Int, by source: BlockedCall.Source = .own) -> BlockedCall {
        BlockedCall(
            record: RecordID(high: 7, low: UInt64(number)),
            at: WallTime(milliseconds: Int64(number)),
            bundle: "com.example.hotline",
            call: CallID(high: 8, low: UInt64(number)),
            handle: Handle(kind: .phoneNumber, value: "+4420794600\(number)"),
            name: "Sales \(number)",
            blockedBy: source)
    }

    @Test("B158: every field of a blocked call comes back, newest first, and none is in Recents")
    func fields() throws {
        var bare = call(3)
        bare.handle = nil
        bare.name = nil
        let calls = [call(1), call(2, by: .directory("com.example.spam.numbers")), bare]
        do {
            let database = try PhoneDatabase(path: path, now: Self.now)
            try database.write(calls.map { .blocked($0) })
            #expect(try database.recents(limit: 10, before: nil).isEmpty)
        }
        let database = try PhoneDatabase(path: path, now: Self.now)
        #expect(try database.blockedCalls(limit: 10, before: nil) == calls.reversed())
        #expect(try database.blockedCalls(limit: 1, before: bare.record) == [calls[1]])
        #expect(try database.blockedCalls(limit: 10, before: calls[0].record).isEmpty)
        #expect(
            try database.blockedCalls(limit: 10, before: RecordID(high: 0, low: 0)).isEmpty)
    }

    @Test("Only the newest rows are kept")
    func bounded() throws {
        let database = try PhoneDatabase(path: path, now: Self.now, rowLimit: 10)
        for number in 1...25 { try database.write([.blocked(call(number))]) }
        #expect(
            try database.blockedCalls(limit: 100, before: nil).map(\.at.milliseconds)
                == (16...25).reversed())
    }

    @Test("A store of the version before keeps its calls and gets the log")
    func migration() throws {
        do {
            let database = try PhoneDatabase(path: path, now: Self.now)
            try database.write([.call(Sample.call(1, ended: true))])
            try database.database.execute("DROP TABLE blocked; PRAGMA user_version = 2")
        }
        let database = try PhoneDatabase(path: path, now: Self.now)
        try database.write([.blocked(call(1))])
        #expect(try database.blockedCalls(limit: 10, before: nil) == [call(1)])
        #expect(try database.recents(limit: 10, before: nil) == [Sample.call(1, ended: true)])
    }

    @Test("A read of the log sees all that was recorded before it")
    func order() throws {
        let store = try RecentsStore(path: path, worker: stage.worker, now: Self.now)
        for number in 1...20 { store.record(call(number)) }
        let rows = try stage.wait("the rows did not come") {
            store.blockedCalls(limit: 100, before: nil, completion: $0)
        }
        #expect(try rows.get() == (1...20).reversed().map { call($0) })
    }
}
