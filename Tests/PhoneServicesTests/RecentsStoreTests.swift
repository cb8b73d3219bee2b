// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import CallModel
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("RecentsStore")
struct RecentsStoreTests {
    private let folder: TemporaryFolder
    private let stage: LoopStage
    private var path: String { "\(folder.path)/phone.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
    }

    private func open() throws -> RecentsStore {
        try RecentsStore(path: path, worker: stage.worker, now: WallTime(milliseconds: 5))
    }

    @Test("Completions come in the order of the writes, and a read sees all before it")
    func order() throws {
        let store = try open()
        var done: [Int] = []
        for number in 0..<100 {
            store.record(Sample.call(number)) { isSafe in
                #expect(isSafe)
                done.append(number)
            }
        }
        let rows = try stage.wait("the rows did not come") {
            store.recents(limit: 1000, before: nil, completion: $0)
        }
        #expect(try rows.get().count == 100)
        stage.run("a completion did not come") { done.count == 100 }
        #expect(done == Array(0..<100))
    }

    @Test("A push of this run is not one of an earlier run; after the next start it is")
    func earlierRun() throws {
        do {
            let store = try open()
            let isSafe = try stage.wait("the write did not end") {
                store.record(Sample.push(1), completion: $0)
            }
            #expect(isSafe)
            #expect(!store.isFromEarlierRun(Sample.push(1).key))
        }
        let store = try open()
        #expect(store.isFromEarlierRun(Sample.push(1).key))
        #expect(!store.isFromEarlierRun(Sample.push(2).key))
    }

    @Test("What waits when the phone ends is written before the worker has ended")
    func flush() throws {
        do {
            let store = try open()
            for number in 0..<10 { store.record(Sample.call(number, ended: true), completion: nil) }
            store.flush()
            stage.worker.shutdown()
        }
        let database = try PhoneDatabase(path: path, now: WallTime(milliseconds: 9))
        #expect(try database.recents(limit: 100, before: nil).count == 10)
    }

    @Test("A write that fails says so to its completion, and once in words")
    func failure() throws {
        let store = try open()
        var words: [String] = []
        store.onProblem = { words.append($0) }
        let other = try SQLiteDatabase(path: path)
        try other.execute("DROP TABLE pushes")
        for _ in 0..<3 {
            let isSafe = try stage.wait("the write did not end") {
                store.record(Sample.push(1), completion: $0)
            }
            #expect(!isSafe)
        }
        #expect(words.count == 1)
    }
}
