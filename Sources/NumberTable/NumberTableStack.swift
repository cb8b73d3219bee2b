// SPDX-License-Identifier: Apache-2.0

/// Layers, one upon the other: a whole table and the changes that came after it.
///
/// A look-up asks each layer, so it costs as many times a table's; ``merge(into:)`` makes one table
/// of all. A stack without layers is an empty directory.
public struct NumberTableStack: Sendable {
    /// The oldest first.
    public let layers: [NumberTable]

    /// What a stack has in its lists.
    public struct Counts: Equatable, Sendable {
        /// Numbers to block.
        public var blocking: Int
        /// Pairs of a number and a label.
        public var identification: Int

        /// Makes counts of their numbers.
        public init(blocking: Int, identification: Int) {
            self.blocking = blocking
            self.identification = identification
        }
    }

    /// Makes a stack of layers, the oldest first.
    public init(_ layers: [NumberTable] = []) { self.layers = layers }

    /// The stack with one more layer on top.
    ///
    /// What lies below a whole table is left out.
    public func appending(_ layer: NumberTable) -> NumberTableStack {
        layer.isComplete ? NumberTableStack([layer]) : NumberTableStack(layers + [layer])
    }

    /// The size of all files.
    public var byteCount: Int { layers.reduce(0) { $0 + $1.byteCount } }

    /// Whether a merge is worth its cost: there are more than eight layers, or the changes are
    /// larger than a quarter of the lowest layer.
    public var wantsMerge: Bool {
        guard layers.count > 1, let base = layers.first else { return false }
        return layers.count > 8 || byteCount - base.byteCount > base.byteCount / 4
    }

    /// Whether the number is blocked.
    public func blocks(_ number: Int64) throws(NumberTableError) -> Bool {
        for layer in layers.reversed() {
            if try layer.blocks(number) { return true }
            if layer.clearsBlocking { return false }
            if try layer.removesBlocking(number) { return false }
        }
        return false
    }

    /// The oldest label that stands for the number, nil if none does.
    public func label(of number: Int64) throws(NumberTableError) -> String? {
        try withLabel(of: number) { String(decoding: $0, as: UTF8.self) }
    }

    /// All labels that stand for the number, the oldest first.
    public func labels(of number: Int64) throws(NumberTableError) -> [String] {
        if layers.count == 1 { return try layers[0].labels(of: number) }
        return try labelBytes(of: number).map { String(decoding: $0, as: UTF8.self) }
    }

    /// All labels that stand for the number, as bytes, each once.
    func labelBytes(of number: Int64) throws(NumberTableError) -> [[UInt8]] {
        guard !layers.isEmpty else { return [] }
        var labels: [[UInt8]] = []
        var seen: Set<[UInt8]> = []
        for layer in layers[try lowest(for: number)...] {
            var cursor = try layer.entries(of: number)
            while let entry = try cursor.next(), entry.number == number {
                let label = entry.withLabel { Array($0) }
                if seen.insert(label).inserted { labels.append(label) }
            }
        }
        return labels
    }

    /// Lends the bytes of the oldest label that stands for the number; nil if none does.
    public func withLabel<R>(
        of number: Int64, _ body: (UnsafeBufferPointer<UInt8>) -> R
    ) throws(NumberTableError) -> R? {
        if layers.count == 1 { return try layers[0].withLabel(of: number, body) }
        for layer in layers[try lowest(for: number)...] {
            if let result = try layer.withLabel(of: number, body) { return result }
        }
        return nil
    }

    /// The lowest layer whose labels of the number stand.
    func lowest(for number: Int64) throws(NumberTableError) -> Int {
        for index in layers.indices.reversed() where index > 0 {
            if layers[index].clearsIdentification { return index }
            if try layers[index].removesIdentification(number) { return index }
        }
        return 0
    }

    /// How many labels stand for the number.
    func labelCount(of number: Int64) throws(NumberTableError) -> Int {
        guard !layers.isEmpty else { return 0 }
        if layers.count == 1 { return try layers[0].labelCount(of: number) }
        return try labelBytes(of: number).count
    }

    /// Whether that label stands for the number.
    func hasLabel(
        _ label: UnsafeBufferPointer<UInt8>, of number: Int64
    ) throws(NumberTableError) -> Bool {
        guard !layers.isEmpty else { return false }
        for layer in layers[try lowest(for: number)...] {
            if try layer.hasLabel(label, of: number) { return true }
        }
        return false
    }

    /// How many entries stand.
    ///
    /// The cost follows the changes, not the lowest table.
    public func counts() throws(NumberTableError) -> Counts {
        guard let base = layers.first else { return Counts(blocking: 0, identification: 0) }
        var counts = Counts(
            blocking: base.blockingCount, identification: base.identificationCount)
        for index in layers.indices.dropFirst() {
            let below = NumberTableStack(Array(layers[..<index]))
            try layers[index].change(&counts, over: below)
        }
        return counts
    }

    /// The numbers that are blocked, ascending.
    public func blockingNumbers() -> StackNumberCursor { StackNumberCursor(layers) }

    /// The numbers and labels that stand: numbers ascend, the oldest label of each comes first.
    public func identificationEntries() -> StackIdentificationCursor {
        StackIdentificationCursor(layers)
    }

    /// Writes one whole table of all layers, in little memory.
    public func merge(into path: String) throws(NumberTableError) -> NumberTable {
        var builder = try NumberTableBuilder(path: path)
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        var numbers = blockingNumbers()
        while let number = try numbers.next() { try builder.mustAddBlocking(number) }
        var entries = identificationEntries()
        while let entry = try entries.next() { try builder.mustAdd(entry) }
        return try builder.finish()
    }
}

extension NumberTable {
    func removesBlocking(_ number: Int64) throws(NumberTableError) -> Bool {
        try bytes.read { bytes throws(Damage) in
            try bytes.removedBlocking.find(number) != nil
        }
    }

    func removesIdentification(_ number: Int64) throws(NumberTableError) -> Bool {
        try bytes.read { bytes throws(Damage) in
            try bytes.removedIdentification.find(number) != nil
        }
    }

    /// How many labels the number has in this layer.
    func labelCount(of number: Int64) throws(NumberTableError) -> Int {
        try bytes.read { bytes throws(Damage) in
            var count = 0
            var cursor = try SectionCursor(bytes, bytes.identification, at: number)
            while let found = try cursor.next(), found == number { count += 1 }
            return count
        }
    }

    func hasLabel(
        _ label: UnsafeBufferPointer<UInt8>, of number: Int64
    ) throws(NumberTableError) -> Bool {
        var cursor = try entries(of: number)
        while let entry = try cursor.next(), entry.number == number {
            if entry.withLabel({ $0.elementsEqual(label) }) { return true }
        }
        return false
    }

    /// Makes the counts of a stack those of the stack with this layer on top.
    func change(
        _ counts: inout NumberTableStack.Counts, over below: NumberTableStack
    ) throws(NumberTableError) {
        if clearsBlocking { counts.blocking = 0 }
        if clearsIdentification { counts.identification = 0 }
        var numbers = removedBlockingNumbers()
        while let number = try numbers.next() {
            if try below.blocks(number) { counts.blocking -= 1 }
        }
        numbers = removedIdentificationNumbers()
        while let number = try numbers.next() {
            counts.identification -= try below.labelCount(of: number)
        }
        numbers = blockingNumbers()
        while let number = try numbers.next() {
            if try !stands(number, in: below) { counts.blocking += 1 }
        }
        var standing = StandingLabels(below)
        var entries = identificationEntries()
        while let entry = try entries.next() {
            if try !stands(entry, in: &standing) { counts.identification += 1 }
        }
    }

    /// Whether the number is blocked below, and this layer leaves it there.
    private func stands(
        _ number: Int64, in below: NumberTableStack
    ) throws(NumberTableError) -> Bool {
        if clearsBlocking { return false }
        guard try below.blocks(number) else { return false }
        return try !removesBlocking(number)
    }

    /// Whether the entry stands below, and this layer leaves it there.
    private func stands(
        _ entry: IdentificationEntry, in below: inout StandingLabels
    ) throws(NumberTableError) -> Bool {
        if clearsIdentification { return false }
        guard try below.has(entry) else { return false }
        return try !removesIdentification(entry.number)
    }
}

extension NumberTableBuilder {
    /// Adds what a table holds; an order that is broken there is damage.
    mutating func mustAddBlocking(_ number: Int64) throws(NumberTableError) {
        do throws(EntryError) {
            try addBlocking(number)
        } catch {
            throw Self.damage(error)
        }
    }

    /// Adds what a table holds; an order that is broken there is damage.
    mutating func mustAdd(_ entry: IdentificationEntry) throws(NumberTableError) {
        let result: Result<Void, EntryError> = entry.withLabel { label in
            do throws(EntryError) {
                return .success(try addIdentification(entry.number, label: label))
            } catch {
                return .failure(error)
            }
        }
        if case .failure(let error) = result { throw Self.damage(error) }
    }

    private static func damage(_ error: EntryError) -> NumberTableError {
        if case .file(let error) = error { return error }
        return .damaged(
            path: "a table that is merged", offset: 0, rule: "its entries are out of order")
    }
}
