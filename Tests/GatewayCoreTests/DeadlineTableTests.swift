// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

@Suite struct DeadlineTableTests {
    private func time(_ number: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: number) }

    @Test("Deadlines come soonest first, equal ones in the order in which they were set")
    func order() {
        var table = DeadlineTable<String>()
        for (name, at) in [("c", 2), ("a", 1), ("d", 2), ("b", 1)] {
            table.set(name, to: time(Int64(at)))
        }
        #expect(table.first == time(1))
        #expect(table.popDue(at: time(0)) == nil)
        var names: [String] = []
        while let name = table.popDue(at: time(2)) { names.append(name) }
        #expect(names == ["a", "b", "c", "d"])
    }

    @Test(
        "Against a plain list, any sequence of settings and removals gives the same",
        arguments: 1...20)
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var table = DeadlineTable<UInt64>()
        var list: [(name: UInt64, time: Int64, order: Int)] = []
        for step in 0..<2000 {
            let name = random.next(below: 40)
            switch random.next(below: 4) {
            case 0, 1:
                let at = Int64(random.next(below: 50))
                table.set(name, to: time(at))
                list.removeAll { $0.name == name }
                list.append((name, at, step))
            case 2:
                table.remove(name)
                list.removeAll { $0.name == name }
            default:
                let now = Int64(random.next(below: 50))
                let first = list.min { ($0.time, $0.order) < ($1.time, $1.order) }
                let due = first.flatMap { $0.time <= now ? $0.name : nil }
                #expect(table.popDue(at: time(now)) == due)
                list.removeAll { $0.name == due }
            }
            #expect(table.count == list.count)
            #expect(table.first == list.map(\.time).min().map(time))
        }
    }
}
