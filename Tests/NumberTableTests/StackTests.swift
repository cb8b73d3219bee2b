// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import NumberTable

@Suite struct StackTests {
    @Test(
        "A stack of any layers reads as its merge does, by cursor and by look-up", arguments: 1...30
    )
    func merge(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let folder = TemporaryFolder()
        var layers: [NumberTable] = []
        for _ in 0..<1 + random.next(below: 5) {
            var builder = NumberTableBuilder()
            if random.next(below: 5) == 0 { builder.removeAllBlocking() }
            if random.next(below: 5) == 0 { builder.removeAllIdentification() }
            for number in 1...200 as ClosedRange<Int64> {
                switch random.next(below: 6) {
                case 0: try builder.addBlocking(number)
                case 1: builder.removeBlocking(number)
                case 2: builder.removeIdentification(number)
                case 3, 4:
                    let label = random.next(below: 3)
                    try builder.addIdentification(number, label: "\(label)")
                    try builder.addIdentification(number, label: "\(label + 1)")
                default: break
                }
            }
            layers.append(try builder.finish())
        }
        let stack = NumberTableStack(layers)
        let merged = try stack.merge(into: folder.file("merged"))
        #expect(merged.isComplete)
        try merged.verify()
        #expect(try MultimapModel(stack) == MultimapModel(merged))
        for number in 1...200 as ClosedRange<Int64> {
            #expect(try stack.blocks(number) == merged.blocks(number))
            #expect(try stack.labels(of: number) == merged.labels(of: number))
            #expect(try stack.label(of: number) == merged.label(of: number))
        }
        let counts = try stack.counts()
        #expect(counts.blocking == merged.blockingCount)
        #expect(counts.identification == merged.identificationCount)
        #expect(folder.names == ["merged"])
    }

    @Test("A delta is as small as the change: labels that are new at the end are added alone")
    func small() throws {
        func table(_ entries: [(Int64, String)], blocking: [Int64]) throws -> NumberTableStack {
            var builder = NumberTableBuilder()
            builder.removeAllBlocking()
            builder.removeAllIdentification()
            for number in blocking { try builder.addBlocking(number) }
            for (number, label) in entries { try builder.addIdentification(number, label: label) }
            return NumberTableStack([try builder.finish()])
        }
        let old = try table([(1, "a"), (2, "a"), (3, "b"), (3, "c")], blocking: [5, 6])
        let new = try table([(1, "a"), (2, "a"), (2, "b"), (3, "c"), (4, "d")], blocking: [6, 7])
        let delta = try NumberTableStack.delta(from: old, to: new, path: nil)
        #expect(delta.removedIdentificationCount == 1)
        #expect(delta.identificationCount == 3)
        #expect(delta.removedBlockingCount == 1)
        #expect(delta.blockingCount == 1)
        let none = try NumberTableStack.delta(from: new, to: new, path: nil)
        #expect(none.identificationCount + none.blockingCount == 0)
        #expect(none.removedIdentificationCount + none.removedBlockingCount == 0)
    }

    @Test("A whole table on top makes the rest of a stack go; nine layers want a merge")
    func appending() throws {
        var builder = NumberTableBuilder()
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        for number in 1...1_000 as ClosedRange<Int64> { try builder.addBlocking(number * 12_345) }
        let whole = try builder.finish()
        var stack = NumberTableStack([whole])
        #expect(!stack.wantsMerge)
        for number in 1...8 as ClosedRange<Int64> {
            var change = NumberTableBuilder()
            try change.addBlocking(number)
            stack = stack.appending(try change.finish())
        }
        #expect(stack.layers.count == 9)
        #expect(stack.wantsMerge)
        #expect(stack.appending(whole).layers.count == 1)
        #expect(try NumberTableStack().label(of: 5) == nil)
        #expect(try NumberTableStack().blocks(5) == false)
        #expect(try NumberTableStack().labels(of: 5) == [])
    }
}
