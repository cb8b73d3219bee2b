// SPDX-License-Identifier: Apache-2.0
import CallModel
import NumberTable
import Testing

@testable import DirectoryLists

@Suite struct ShardTests {
    private let bench: Workbench

    init() throws { bench = try Workbench() }

    private func table(_ entries: [(Int64, isBlocked: Bool, [String])]) throws -> NumberTableStack {
        var builder = NumberTableBuilder()
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        for (number, isBlocked, labels) in entries {
            if isBlocked { try builder.addBlocking(number) }
            for label in labels {
                try Array(label.utf8).withUnsafeBufferPointer { bytes throws(EntryError) in
                    try builder.addIdentification(number, label: bytes)
                }
            }
        }
        return NumberTableStack([try builder.finish()])
    }

    private func numbers(_ numbers: [Int64]) throws -> NumberTableStack {
        try table(numbers.map { ($0, true, []) })
    }

    private func split(
        _ stack: NumberTableStack, limit: Int, shards: Int? = nil
    ) throws(ListError) -> ShardWriter.Result {
        try ShardWriter(stack, folder: bench.folder, limit: limit, shardCount: shards).write()
    }

    private let evens: [Int64] = (1...900).map { $0 * 2 }

    private func contents(_ result: ShardWriter.Result) throws -> [Contents] {
        try result.shards.map { try Contents(of: $0.path) }
    }

    @Test("Shards hold all that the table holds, each number whole in one of them")
    func whole() throws {
        let entries = (1...100).map { number in
            (Int64(number * 7), isBlocked: number % 3 == 0, Array(["a", "b"].prefix(number % 3)))
        }
        let result = try split(try table(entries), limit: 40)
        let parts = try contents(result)
        #expect(parts.flatMap(\.blocking) == entries.filter(\.isBlocked).map(\.0))
        #expect(
            parts.flatMap(\.numbers) == entries.flatMap { entry in entry.2.map { _ in entry.0 } })
        #expect(result.shards.allSatisfy { $0.entryCount <= 40 && $0.isChanged })
        #expect(result.shards.map(\.entryCount).reduce(0, +) == 133)
        for number in entries.map(\.0) {
            let holders = parts.filter {
                $0.blocking.contains(number) || $0.numbers.contains(number)
            }
            #expect(holders.count <= 1)
        }
    }

    @Test("Shards are first three quarters full, and of about the same size")
    func balance() throws {
        let result = try split(try numbers(Array(1...900)), limit: 400)
        #expect(result.shards.map(\.entryCount) == [300, 300, 300])
    }

    @Test("A change touches the shards of its numbers alone")
    func stable() throws {
        let first = try split(try numbers(evens), limit: 400)
        let added = evens + (0..<50).map { Int64($0 * 2 + 1) }
        let second = try split(try numbers(added.sorted()), limit: 400)
        #expect(!second.isNewPlan)
        #expect(second.shards.map(\.isChanged) == [true, false, false])
        #expect(second.shards.map(\.id) == first.shards.map(\.id))
        let third = try split(try numbers(added.sorted()), limit: 400)
        #expect(third.shards.allSatisfy { !$0.isChanged })
    }

    @Test("A shard that outgrows the limit gives its upper part to a new one")
    func growth() throws {
        _ = try split(try numbers(evens), limit: 400)
        let added = evens + (0..<150).map { Int64($0 * 2 + 1) }
        let result = try split(try numbers(added.sorted()), limit: 400)
        #expect(result.shards.map(\.id) == [1, 4, 2, 3])
        #expect(result.shards.map(\.isChanged) == [true, true, false, false])
        #expect(result.shards.map(\.entryCount) == [225, 225, 300, 300])
    }

    @Test("With a number of shards the table is cut evenly, and too few are an error that says so")
    func fixedCount() throws {
        let stack = try numbers(Array(1...900))
        #expect(
            throws: ListError.tooFewShards(entries: 900, shards: 2, needed: 3)
        ) { try split(stack, limit: 400, shards: 2) }
        #expect(bench.names.isEmpty)
        let even = try split(stack, limit: 400, shards: 3)
        #expect(even.shards.map(\.entryCount) == [300, 300, 300])
        // Where no shard is left to be made, all are cut anew.
        let more: [Int64] = Array(1...900) + Array(1_000...1_149)
        let grown = try numbers(more)
        let result = try split(grown, limit: 400, shards: 3)
        #expect(result.isNewPlan)
        #expect(result.shards.map(\.entryCount) == [350, 350, 350])
    }

    @Test("A number with more labels than a shard may hold is an error")
    func largeNumber() throws {
        let stack = try table([(7, isBlocked: false, ["a", "b", "c"])])
        #expect(throws: ListError.numberTooLarge(number: 7, entries: 3, limit: 2)) {
            try split(stack, limit: 2)
        }
    }

    @Test("An empty table is one empty shard")
    func empty() throws {
        let result = try split(try numbers([]), limit: 10)
        #expect(result.shards.map(\.entryCount) == [0])
    }

    @Test(
        "A plan that is not as it was written is an error with the line",
        arguments: [
            ("", 1), ("1\t5\n", 1), ("1\t0\n1\t5\n", 2), ("1\t0\n2\t0\n", 2), ("1\t0\nx\t1\n", 2),
            ("1\t0\n2\n", 2),
        ])
    func badPlans(text: String, line: Int) throws {
        let path = try bench.file(text, "shards.tsv")
        #expect(throws: ListError.badPlan(path: path, line: line)) {
            try split(try numbers([1]), limit: 10)
        }
    }

    @Test("Random tables and changes: all stays within the limit and nothing is lost")
    func random() throws {
        var random = SplitMix64(seed: 143)
        var all: Set<Int64> = []
        for _ in 0..<60 {
            for _ in 0..<Int(random.next() % 40) { all.insert(Int64(1 + random.next() % 2_000)) }
            for number in all where random.next() % 20 == 0 { all.remove(number) }
            let result = try split(try numbers(all.sorted()), limit: 50)
            #expect(try contents(result).flatMap(\.blocking) == all.sorted())
            #expect(result.shards.allSatisfy { $0.entryCount <= 50 })
        }
    }
}
