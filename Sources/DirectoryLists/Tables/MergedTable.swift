// SPDX-License-Identifier: Apache-2.0
import NumberTable

/// What stands in a table and the deltas over it, number by number: both lists at once.
struct MergedTable {
    /// All that stands for one number.
    struct Number {
        var number: Int64
        var isBlocked: Bool
        var labels: [[UInt8]]

        var entryCount: Int { labels.count + (isBlocked ? 1 : 0) }
    }

    private var blocking: StackNumberCursor
    private var identification: StackIdentificationCursor
    private var nextBlocked: Int64?
    private var nextEntry: IdentificationEntry?
    private var hasBegun = false

    init(_ stack: NumberTableStack) {
        blocking = stack.blockingNumbers()
        identification = stack.identificationEntries()
    }

    /// The next number; they ascend.
    mutating func next() throws(ListError) -> Number? {
        do throws(NumberTableError) {
            return try step()
        } catch {
            throw .table(path: "", error)
        }
    }

    private mutating func step() throws(NumberTableError) -> Number? {
        if !hasBegun {
            hasBegun = true
            nextBlocked = try blocking.next()
            nextEntry = try identification.next()
        }
        let candidates = [nextBlocked, nextEntry?.number].compactMap(\.self)
        guard let number = candidates.min() else { return nil }
        var result = Number(number: number, isBlocked: nextBlocked == number, labels: [])
        if result.isBlocked { nextBlocked = try blocking.next() }
        while let entry = nextEntry, entry.number == number {
            result.labels.append(entry.withLabel { Array($0) })
            nextEntry = try identification.next()
        }
        return result
    }
}
