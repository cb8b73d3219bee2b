// SPDX-License-Identifier: Apache-2.0
@testable import NumberTable

/// A generator whose sequence is its seed's for all time (SplitMix64).
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// A directory as plain collections: what every table and stack is compared with.
struct MultimapModel: Equatable {
    var blocking: Set<Int64> = []
    var labels: [Int64: [String]] = [:]

    var identificationCount: Int { labels.values.reduce(0) { $0 + $1.count } }

    var entries: [Entry] {
        labels.keys.sorted().flatMap { number in
            (labels[number] ?? []).map { Entry(number: number, label: $0) }
        }
    }

    struct Entry: Equatable {
        var number: Int64
        var label: String
    }

    /// A directory with so many of each, numbers dense or sparse, some with several labels.
    static func random(count: Int, spread: Int, _ random: inout SeededRandom) -> MultimapModel {
        var model = MultimapModel()
        for _ in 0..<count {
            model.blocking.insert(Int64(1 + random.next(below: spread)))
            let number = Int64(1 + random.next(below: spread))
            let label = "label \(random.next(below: 40))"
            if !(model.labels[number] ?? []).contains(label) {
                model.labels[number, default: []].append(label)
            }
        }
        return model
    }

    /// Writes the model as a whole table, the two lists mixed.
    func table(
        path: String? = nil, _ random: inout SeededRandom
    ) throws -> NumberTable {
        var builder = try NumberTableBuilder(optionalPath: path)
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        var numbers = blocking.sorted()[...]
        var entries = entries[...]
        while !numbers.isEmpty || !entries.isEmpty {
            if entries.isEmpty || (!numbers.isEmpty && random.next(below: 2) == 0) {
                try builder.addBlocking(numbers.removeFirst())
            } else {
                let entry = entries.removeFirst()
                try builder.addIdentification(entry.number, label: entry.label)
            }
        }
        return try builder.finish()
    }
}

extension MultimapModel {
    /// What a table holds, read by its cursors.
    init(_ table: NumberTable) throws {
        var numbers = table.blockingNumbers()
        while let number = try numbers.next() { blocking.insert(number) }
        var entries = table.identificationEntries()
        while let entry = try entries.next() {
            labels[entry.number, default: []].append(entry.label)
        }
    }

    /// What stands in a stack, read by its cursors.
    init(_ stack: NumberTableStack) throws {
        var numbers = stack.blockingNumbers()
        while let number = try numbers.next() { blocking.insert(number) }
        var entries = stack.identificationEntries()
        while let entry = try entries.next() {
            labels[entry.number, default: []].append(entry.label)
        }
    }
}
