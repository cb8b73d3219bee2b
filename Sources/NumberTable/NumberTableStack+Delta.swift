// SPDX-License-Identifier: Apache-2.0

extension NumberTableStack {
    /// Writes the smallest layer that turns what stands in one stack into what stands in another.
    ///
    /// Both are walked side by side in little memory; only removals are kept, 8 bytes each. The
    /// labels of a number change as one: unless labels were only added at the end, the number is
    /// removed and added again.
    ///
    /// - Parameters:
    ///   - old: What stands before.
    ///   - new: What stands when the layer lies on the old stack.
    ///   - path: Where the layer goes; nil keeps it in memory.
    /// - Returns: The layer.
    /// - Throws: ``NumberTableError`` if a table is damaged or the layer cannot be written.
    public static func delta(
        from old: NumberTableStack, to new: NumberTableStack, path: String?
    ) throws(NumberTableError) -> NumberTable {
        var builder = try NumberTableBuilder(optionalPath: path)
        try addBlockingChanges(from: old, to: new, &builder)
        var before = EntriesAhead(old)
        var after = EntriesAhead(new)
        try before.advance()
        try after.advance()
        while let number = [before.number, after.number].compactMap({ $0 }).min() {
            try addChange(of: number, from: &before, to: &after, &builder)
        }
        return try builder.finish()
    }

    private static func addBlockingChanges(
        from old: NumberTableStack, to new: NumberTableStack, _ builder: inout NumberTableBuilder
    ) throws(NumberTableError) {
        var oldNumbers = old.blockingNumbers()
        var newNumbers = new.blockingNumbers()
        var before = try oldNumbers.next()
        var after = try newNumbers.next()
        while before != nil || after != nil {
            if let gone = before, after.map({ gone < $0 }) ?? true {
                builder.removeBlocking(gone)
                before = try oldNumbers.next()
            } else if let come = after, before.map({ come < $0 }) ?? true {
                try builder.mustAddBlocking(come)
                after = try newNumbers.next()
            } else {
                before = try oldNumbers.next()
                after = try newNumbers.next()
            }
        }
    }

    /// Adds what changes for one number, and leaves both cursors at the next.
    private static func addChange(
        of number: Int64, from before: inout EntriesAhead, to after: inout EntriesAhead,
        _ builder: inout NumberTableBuilder
    ) throws(NumberTableError) {
        let beginning = after
        while let old = before.entry, let new = after.entry, old.number == number,
            new.number == number, old.hasLabel(of: new)
        {
            try before.advance()
            try after.advance()
        }
        if before.number == number {
            // A label has gone, or the order is another.
            builder.removeIdentification(number)
            while before.number == number { try before.advance() }
            after = beginning
        }
        while let new = after.entry, new.number == number {
            try builder.mustAdd(new)
            try after.advance()
        }
    }
}

/// The entries of a stack, with the one that comes next in hand.
private struct EntriesAhead {
    private var cursor: StackIdentificationCursor
    private(set) var entry: IdentificationEntry?

    init(_ stack: NumberTableStack) { cursor = stack.identificationEntries() }

    var number: Int64? { entry?.number }

    mutating func advance() throws(NumberTableError) { entry = try cursor.next() }
}
