// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import NumberTable

/// The rules of a load, each broken once.
@Suite struct LoadRuleTests {
    /// Numbers 10 and 20 are blocked, 10 has the labels a and b.
    private func base() throws -> NumberTableStack {
        var load = try DirectoryLoad(over: nil, isIncremental: false, path: nil)
        try load.addBlocking(10)
        try load.addBlocking(20)
        try load.addIdentification(10, label: "a")
        try load.addIdentification(10, label: "b")
        return try load.finish().stack
    }

    @Test("A removal in a load that is not incremental is 8 (B146)")
    func unexpected() throws {
        var load = try DirectoryLoad(over: base(), isIncremental: false, path: nil)
        #expect(throws: EntryError.unexpectedRemoval(.blocking, number: 10)) {
            try load.removeBlocking(10)
        }
        #expect(throws: EntryError.unexpectedRemoval(.identification, number: 11)) {
            try load.removeIdentification(11)
        }
        #expect(throws: EntryError.unexpectedRemoval(.blocking, number: nil)) {
            try load.removeAllBlocking()
        }
        let error = #expect(throws: EntryError.self) { try load.removeAllIdentification() }
        #expect(error?.callDirectoryErrorCode == 8)
    }

    @Test("A load that is not incremental forgets what stood, an incremental one keeps it (B144)")
    func forgets() throws {
        for isIncremental in [false, true] {
            var load = try DirectoryLoad(over: base(), isIncremental: isIncremental, path: nil)
            try load.addBlocking(15)
            let result = try load.finish()
            #expect(result.layer.isComplete == !isIncremental)
            #expect(result.stack.layers.count == (isIncremental ? 2 : 1))
            #expect(result.blocking == (isIncremental ? 3 : 1))
            #expect(result.identification == (isIncremental ? 2 : 0))
            #expect(try result.stack.blocks(10) == isIncremental)
        }
    }

    @Test("What stands already is a duplicate (4) in an incremental load, unless it was removed")
    func duplicates() throws {
        var load = try DirectoryLoad(over: base(), isIncremental: true, path: nil)
        let blocked = EntryPlace(list: .blocking, index: 0, totalIndex: 0)
        #expect(throws: EntryError.duplicate(blocked, number: 10, label: nil)) {
            try load.addBlocking(10)
        }
        load = try DirectoryLoad(over: base(), isIncremental: true, path: nil)
        try load.addIdentification(10, label: "c")
        let labelled = EntryPlace(list: .identification, index: 1, totalIndex: 1)
        #expect(throws: EntryError.duplicate(labelled, number: 10, label: "b")) {
            try load.addIdentification(10, label: "b")
        }
        load = try DirectoryLoad(over: base(), isIncremental: true, path: nil)
        try load.removeBlocking(10)
        try load.removeIdentification(10)
        try load.addBlocking(10)
        try load.addIdentification(10, label: "b")
        let stack = try load.finish().stack
        #expect(try stack.labels(of: 10) == ["b"])
        #expect(try stack.counts() == .init(blocking: 2, identification: 1))
    }

    @Test("The limit holds for what stands after the load, so room that is made counts (5, B142)")
    func limit() throws {
        var load = try DirectoryLoad(
            over: base(), isIncremental: true, entryLimit: 5, path: nil)
        try load.addBlocking(30)
        try load.addBlocking(31)
        try load.removeBlocking(10)
        #expect(try load.finish().blocking == 3)
        let folder = TemporaryFolder()
        var over = try DirectoryLoad(
            over: base(), isIncremental: true, entryLimit: 5, path: folder.file("layer"))
        try over.addBlocking(30)
        try over.addBlocking(31)
        var error: EntryError?
        do throws(EntryError) { _ = try over.finish() } catch let thrown { error = thrown }
        let place = EntryPlace(list: .blocking, index: 1, totalIndex: 1)
        #expect(error == .tooMany(place, number: 31, limit: 5))
        #expect(folder.names == [])
    }

    @Test("Without the limit's last entry a load passes, with one more it fails (B142)")
    func millions() throws {
        var load = try DirectoryLoad(
            over: nil, isIncremental: false, entryLimit: 19_999, path: nil)
        for number in 1...19_998 as ClosedRange<Int64> { try load.addBlocking(number) }
        try load.addIdentification(5, label: "a")
        let error = #expect(throws: EntryError.self) { try load.addIdentification(6, label: "a") }
        #expect(
            error
                == .tooMany(
                    EntryPlace(list: .identification, index: 1, totalIndex: 19_999), number: 6,
                    limit: 19_999))
    }

    @Test("What is added and removed in one load is gone, and comes again only further on")
    func addedAndRemoved() throws {
        let folder = TemporaryFolder()
        var load = try DirectoryLoad(
            over: base(), isIncremental: true, path: folder.file("layer"))
        try load.addBlocking(5)
        try load.addIdentification(5, label: "x")
        try load.addIdentification(5, label: "y")
        try load.removeBlocking(5)
        try load.removeIdentification(5)
        try load.addIdentification(5, label: "x")
        #expect(throws: EntryError.self) { try load.addBlocking(5) }
        let result = try load.finish()
        #expect(try !result.stack.blocks(5))
        #expect(try result.stack.labels(of: 5) == ["x"])
        #expect(result.layer.blockingCount == 0)
        #expect(result.layer.removedBlockingCount == 0)
        #expect(folder.names == ["layer"])
    }

    @Test("An incremental load over nothing is a whole table")
    func nothing() throws {
        var load = try DirectoryLoad(over: nil, isIncremental: true, path: nil)
        try load.removeBlocking(3)
        try load.addBlocking(4)
        let result = try load.finish()
        #expect(result.layer.isComplete)
        #expect(result.blocking == 1)
    }
}

extension LoadRuleTests {
    @Test("Thousands of labels of one number, half of them in each of two layers, are told apart")
    func crowded() throws {
        let folder = TemporaryFolder()
        var first = try DirectoryLoad(over: nil, isIncremental: false, path: nil)
        for index in 0..<2_000 { try first.addIdentification(7, label: "\(index)") }
        let stack = try first.finish().stack
        var second = try DirectoryLoad(over: stack, isIncremental: true, path: nil)
        for index in 2_000..<4_000 { try second.addIdentification(7, label: "\(index)") }
        let both = try second.finish()
        #expect(both.identification == 4_000)
        let expected = (0..<4_000).map { "\($0)" }
        #expect(try both.stack.labels(of: 7) == expected)
        #expect(try both.stack.merge(into: folder.file("merged")).labels(of: 7) == expected)
        var third = try DirectoryLoad(over: both.stack, isIncremental: true, path: nil)
        let error = #expect(throws: EntryError.self) {
            try third.addIdentification(7, label: "1321")
        }
        #expect(error?.callDirectoryErrorCode == 4)
        third = try DirectoryLoad(over: both.stack, isIncremental: true, path: nil)
        try third.removeIdentification(7)
        #expect(try third.finish().identification == 0)
    }
}
