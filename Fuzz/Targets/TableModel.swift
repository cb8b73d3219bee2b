// SPDX-License-Identifier: Apache-2.0
import NumberTable

/// What a table or a stack holds, as plain collections.
struct TableModel {
    private(set) var blocking: Set<Int64> = []
    private(set) var labels: [Int64: [[UInt8]]] = [:]
    private(set) var removedBlocking: Set<Int64> = []
    private(set) var removedIdentification: Set<Int64> = []

    var entryCount: Int { labels.values.reduce(0) { $0 + $1.count } }

    init(_ table: NumberTable) throws(NumberTableError) {
        var numbers = table.blockingNumbers()
        while let number = try numbers.next() { blocking.insert(number) }
        numbers = table.removedBlockingNumbers()
        while let number = try numbers.next() { removedBlocking.insert(number) }
        numbers = table.removedIdentificationNumbers()
        while let number = try numbers.next() { removedIdentification.insert(number) }
        var entries = table.identificationEntries()
        while let entry = try entries.next() { add(entry) }
    }

    init(_ stack: NumberTableStack) throws(NumberTableError) {
        var numbers = stack.blockingNumbers()
        while let number = try numbers.next() { blocking.insert(number) }
        var entries = stack.identificationEntries()
        while let entry = try entries.next() { add(entry) }
    }

    private mutating func add(_ entry: IdentificationEntry) {
        labels[entry.number, default: []].append(entry.withLabel { Array($0) })
    }

    /// Puts a layer on top: it clears or removes first, and adds what is not there.
    mutating func apply(_ change: TableModel, _ layer: NumberTable) {
        blocking = layer.clearsBlocking ? [] : blocking.subtracting(change.removedBlocking)
        blocking.formUnion(change.blocking)
        if layer.clearsIdentification { labels = [:] }
        for number in change.removedIdentification { labels[number] = nil }
        for (number, added) in change.labels {
            var all = labels[number] ?? []
            for label in added where !all.contains(label) { all.append(label) }
            labels[number] = all
        }
    }
}
