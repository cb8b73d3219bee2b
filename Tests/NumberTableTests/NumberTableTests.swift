// SPDX-License-Identifier: Apache-2.0
import NumberTable
import Testing

@Suite struct NumberTableTests {
    @Test(
        "A table holds what was added, by cursor and by look-up", arguments: 1...40 as ClosedRange)
    func holds(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let spread = [30, 2_000, 1_000_000, 1 << 40, 1 << 62][seed % 5]
        let model = MultimapModel.random(count: seed * seed, spread: spread, &random)
        let table = try model.table(&random)
        try table.verify()
        #expect(try MultimapModel(table) == model)
        #expect(table.isComplete)
        #expect(table.blockingCount == model.blocking.count)
        #expect(table.identificationCount == model.identificationCount)
        for number in model.blocking.union(model.labels.keys) {
            for number in [number - 1, number, number + 1] {
                #expect(try table.blocks(number) == model.blocking.contains(number))
                #expect(try table.labels(of: number) == model.labels[number] ?? [])
                #expect(try table.label(of: number) == model.labels[number]?.first)
            }
        }
    }

    @Test("One table answers many tasks at once, each part being checked by whoever comes first")
    func tasks() async throws {
        var random = SeededRandom(seed: 8)
        let model = MultimapModel.random(count: 3_000, spread: 1 << 35, &random)
        let table = try model.table(&random)
        let expected = model.labels
        let wrong = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    expected.count { number, labels in
                        (try? table.labels(of: number)) != labels
                            || (try? table.label(of: number)) != labels.first
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
