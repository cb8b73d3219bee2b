// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import NumberTable

@Suite struct DirectoryLoadTests {
    @Test("Loads one after the other leave what a multimap holds", arguments: 1...40 as ClosedRange)
    func history(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var model = MultimapModel()
        var stack = NumberTableStack()
        for round in 0..<8 {
            let isIncremental = round > 0 && random.next(below: 5) > 0
            let old = stack
            let before = model
            let result = try load(over: stack, isIncremental, &model, &random)
            stack = result.stack
            #expect(try MultimapModel(stack) == model)
            #expect(result.blocking == model.blocking.count)
            #expect(result.identification == model.identificationCount)
            let counts = try stack.counts()
            #expect(counts.blocking == model.blocking.count)
            #expect(counts.identification == model.identificationCount)
            try result.layer.verify()
            for number in 0...130 as ClosedRange<Int64> {
                #expect(try stack.blocks(number) == model.blocking.contains(number))
                #expect(try stack.labels(of: number) == model.labels[number] ?? [])
                #expect(try stack.label(of: number) == model.labels[number]?.first)
            }
            let delta = try NumberTableStack.delta(from: old, to: stack, path: nil)
            #expect(try MultimapModel(NumberTableStack(old.layers + [delta])) == model)
            let back = try NumberTableStack.delta(from: stack, to: old, path: nil)
            #expect(try MultimapModel(NumberTableStack(stack.layers + [back])) == before)
        }
    }

    private struct Outcome {
        var layer: NumberTable
        var stack: NumberTableStack
        var blocking: Int
        var identification: Int
    }

    /// One load of random operations, all legal, done to the model too.
    private func load(
        over base: NumberTableStack, _ isIncremental: Bool, _ model: inout MultimapModel,
        _ random: inout SeededRandom
    ) throws -> Outcome {
        var load = try DirectoryLoad(over: base, isIncremental: isIncremental, path: nil)
        if !isIncremental { model = MultimapModel() }
        var lastBlocking: Int64 = 0
        var lastNumber: Int64 = 0
        for _ in 0..<random.next(below: 120) {
            switch random.next(below: isIncremental ? 20 : 10) {
            case 0...4:
                let number = lastBlocking + 1 + Int64(random.next(below: 4))
                guard !model.blocking.contains(number) else { continue }
                try load.addBlocking(number)
                model.blocking.insert(number)
                lastBlocking = number
            case 5...9:
                let number = max(1, lastNumber + Int64(random.next(below: 4)))
                let label = "\(random.next(below: 5))"
                guard model.labels[number]?.contains(label) != true else { continue }
                try load.addIdentification(number, label: label)
                model.labels[number, default: []].append(label)
                lastNumber = number
            case 10...14:
                let number = Int64(random.next(below: 120))
                try load.removeBlocking(number)
                model.blocking.remove(number)
            case 15...18:
                let number = Int64(random.next(below: 120))
                try load.removeIdentification(number)
                model.labels[number] = nil
            default:
                if random.next(below: 4) == 0 {
                    try load.removeAllBlocking()
                    model.blocking = []
                } else if random.next(below: 3) == 0 {
                    try load.removeAllIdentification()
                    model.labels = [:]
                }
            }
        }
        let result = try load.finish()
        return Outcome(
            layer: result.layer, stack: result.stack, blocking: result.blocking,
            identification: result.identification)
    }
}

extension DirectoryLoad {
    mutating func addIdentification(_ number: Int64, label: String) throws(EntryError) {
        let bytes = Array(label.utf8)
        let result: Result<Void, EntryError> = bytes.withUnsafeBufferPointer { bytes in
            do throws(EntryError) {
                return .success(try addIdentification(number, label: bytes))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }
}
