// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@Suite struct DeadlineTableTests {
    @Test("Deadlines come by time, equal ones in the order in which they were set")
    func order() {
        var table = DeadlineTable<String>()
        for (name, time) in [("c", 5), ("a", 2), ("b", 2), ("d", 9), ("a2", 2)] {
            table.set(name, to: MonotonicTime(nanoseconds: Int64(time)))
        }
        table.remove("b")
        table.set("c", to: MonotonicTime(nanoseconds: 1))
        var seen: [String] = []
        while let name = table.popDue(at: MonotonicTime(nanoseconds: 8)) { seen.append(name) }
        #expect(seen == ["c", "a", "a2"])
        #expect(table.first == MonotonicTime(nanoseconds: 9))
    }

    @Test(
        "Against a plain sorted list, over random changes", arguments: 1...20 as ClosedRange<UInt64>
    )
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var table = DeadlineTable<UInt64>()
        var list: [(time: Int64, name: UInt64)] = []
        for _ in 0..<500 {
            let name = random.next(below: 30)
            switch random.next(below: 4) {
            case 0:
                table.remove(name)
                list.removeAll { $0.name == name }
            case 1:
                let now = Int64(random.next(below: 50))
                let due = list.enumerated().filter { $0.element.time <= now }
                    .min { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
                #expect(table.popDue(at: MonotonicTime(nanoseconds: now)) == due?.element.name)
                if let due { list.remove(at: due.offset) }
            default:
                let time = Int64(random.next(below: 50))
                table.set(name, to: MonotonicTime(nanoseconds: time))
                list.removeAll { $0.name == name }
                list.append((time, name))
            }
            #expect(table.count == list.count)
        }
    }
}
