// SPDX-License-Identifier: Apache-2.0
import CallModel
import NumberTable
import OCKWire
import PhoneCore
import PhoneHost
import Testing

@Suite("DirectoryLoader")
struct DirectoryLoaderTests {
    private func loader(
        isIncremental: Bool = false, over stack: NumberTableStack? = nil, entryLimit: Int = 100
    ) -> DirectoryLoader {
        DirectoryLoader(
            DirectoryLoadOrder(
                id: DirectoryLoadID(1), extensionID: "com.example.x", app: "com.example",
                isIncremental: isIncremental, entryLimit: entryLimit, memoryLimit: nil,
                memoryWarning: .max),
            over: stack, path: nil)
    }

    private func batch(_ body: (inout EntryBatchWriter) -> Void) -> [UInt8] {
        var writer = EntryBatchWriter()
        body(&writer)
        return writer.take()
    }

    private func request(_ request: DirectoryRequest) throws -> [UInt8] {
        try MessageCoder.encode(request)
    }

    @Test("B140: batches are taken in order, and complete makes their data")
    func complete() throws {
        let loader = loader()
        #expect(try !loader.take(batch { $0.addBlocking(1) }))
        #expect(try !loader.take(batch { $0.addBlocking(2) }))
        #expect(loader.entryCount == 2)
        #expect(try loader.take(request(.complete)))
        let loaded = try loader.finish()
        #expect(loaded.counts == DirectoryCounts(blocking: 2, identification: 0))
        #expect(loaded.layer.isComplete)
        #expect(try loaded.stack.blocks(2))
    }

    @Test("A load of nothing is a load: the data is empty then")
    func empty() throws {
        let loader = loader()
        #expect(try loader.take(request(.complete)))
        #expect(try loader.finish().counts == DirectoryCounts())
    }

    @Test("B144: changes count only where they are allowed and announced before the first entry")
    func incremental() throws {
        let first = loader()
        _ = try first.take(batch { $0.addBlocking(1) })
        let stack = try first.finish().stack
        #expect(!loader(isIncremental: true).isIncrementalAllowed)
        #expect(!loader(over: stack).isIncrementalAllowed)

        let changes = loader(isIncremental: true, over: stack)
        #expect(changes.isIncrementalAllowed)
        _ = try changes.take(request(.confirmIncremental))
        _ = try changes.take(batch { $0.removeBlocking(1) })
        #expect(try changes.finish().counts.total == 0)

        let whole = loader(isIncremental: true, over: stack)
        let removal = #expect(throws: DirectoryBreach.self) {
            try whole.take(batch { $0.removeBlocking(1) })
        }
        #expect(removal?.failure.code == 8)

        let late = loader(isIncremental: true, over: stack)
        _ = try late.take(batch { $0.addBlocking(7) })
        #expect(throws: DirectoryBreach.self) { try late.take(request(.confirmIncremental)) }
        #expect(throws: DirectoryBreach.self) { try loader().take(request(.confirmIncremental)) }
    }

    @Test("A breach names list, index and entry to the extension, and no number to others")
    func words() {
        let number: Int64 = 447_700_900_123
        let batches: [(Int, [UInt8])] = [
            (3, batch { for one in [number, number - 1] { $0.addBlocking(one) } }),
            (4, batch { for one in [number, number] { $0.addBlocking(one) } }),
            (5, batch { for one in 0...Int64(1) { $0.addBlocking(number + one) } }),
            (8, batch { $0.removeBlocking(number) }),
        ]
        for (code, body) in batches {
            let breach = #expect(throws: DirectoryBreach.self) {
                try loader(entryLimit: 1).take(body)
            }
            #expect(breach?.failure.code == code)
            #expect(breach?.failure.words.contains("4477009001") == true)
            #expect(breach?.publicWords.contains("4477009001") == false)
            #expect(breach?.publicWords.contains("blocking") == true)
            #expect(breach?.isDamage == false)
        }
    }

    @Test("What an extension says when it gives up is shown without controls")
    func cancelled() throws {
        let breach = #expect(throws: DirectoryBreach.self) {
            try loader().take(request(.cancel("no\u{1B}[31m list\n")))
        }
        #expect(breach?.failure.code == 2)
        #expect(breach?.failure.words.contains("no[31m list") == true)
        #expect(breach?.publicWords == "the extension gave up")
    }
}
