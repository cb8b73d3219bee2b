// SPDX-License-Identifier: Apache-2.0

/// A cursor that can be asked for the number that comes next.
private struct Ahead {
    private var cursor: SectionCursor
    private(set) var number: Int64?

    init(_ cursor: SectionCursor) { self.cursor = cursor }

    mutating func advance() throws(NumberTableError) {
        do throws(Damage) {
            number = try cursor.next()
        } catch {
            throw cursor.table.error(error)
        }
    }

    /// The entry whose number comes next.
    func entry() throws(NumberTableError) -> IdentificationEntry? {
        guard let number else { return nil }
        do throws(Damage) {
            return try cursor.entry(number)
        } catch {
            throw cursor.table.error(error)
        }
    }

    /// Goes on until the number is that one or above, and says whether it is that one.
    mutating func reach(_ wanted: Int64) throws(NumberTableError) -> Bool {
        while let number, number < wanted { try advance() }
        return number == wanted
    }
}

/// The additions and removals of a layer, of one list.
private struct LayerCursor {
    var added: Ahead
    var removed: Ahead
    let clears: Bool

    init(_ layer: NumberTable, _ list: EntryList) {
        let bytes = layer.bytes
        switch list {
        case .blocking:
            added = Ahead(SectionCursor(bytes, bytes.blocking))
            removed = Ahead(SectionCursor(bytes, bytes.removedBlocking))
            clears = layer.clearsBlocking
        case .identification:
            added = Ahead(SectionCursor(bytes, bytes.identification))
            removed = Ahead(SectionCursor(bytes, bytes.removedIdentification))
            clears = layer.clearsIdentification
        }
    }
}

/// The layers of a stack side by side, from the lowest one that counts.
private struct LayerCursors {
    var layers: [LayerCursor]
    private var hasBegun = false

    init(_ layers: [NumberTable], _ list: EntryList) {
        let all = layers.map { LayerCursor($0, list) }
        self.layers = Array(all[(all.lastIndex(where: \.clears) ?? 0)...])
    }

    /// The least number that any layer has next, nil at the end.
    mutating func least() throws(NumberTableError) -> Int64? {
        if !hasBegun {
            hasBegun = true
            for index in layers.indices {
                try layers[index].added.advance()
                try layers[index].removed.advance()
            }
        }
        var least: Int64?
        for layer in layers {
            if let number = layer.added.number { least = min(least ?? number, number) }
        }
        return least
    }

    /// The lowest layer whose additions of that number stand: the highest that removes it, or 0.
    mutating func lowest(for number: Int64) throws(NumberTableError) -> Int {
        var lowest = 0
        for index in layers.indices where try layers[index].removed.reach(number) {
            lowest = index
        }
        return lowest
    }
}

/// Walks over the numbers that a stack blocks, in ascending order and constant memory.
public struct StackNumberCursor {
    private var cursors: LayerCursors

    init(_ layers: [NumberTable]) { cursors = LayerCursors(layers, .blocking) }

    /// The next number, nil at the end.
    public mutating func next() throws(NumberTableError) -> Int64? {
        while let number = try cursors.least() {
            let lowest = cursors.layers.count > 1 ? try cursors.lowest(for: number) : 0
            var stands = false
            for index in cursors.layers.indices
            where cursors.layers[index].added.number == number {
                stands = stands || index >= lowest
                try cursors.layers[index].added.advance()
            }
            if stands { return number }
        }
        return nil
    }
}

/// Walks over the entries that stand in a stack: numbers ascend, the oldest label comes first.
public struct StackIdentificationCursor {
    private var cursors: LayerCursors
    /// The number whose labels are being given, and the layer that gives them.
    private var number: Int64 = 0
    private var layer = 0
    private var lowest = 0
    /// The labels that were given for the number, if more than one layer has some.
    private var seen: Set<[UInt8]>?

    init(_ layers: [NumberTable]) {
        cursors = LayerCursors(layers, .identification)
        layer = cursors.layers.count
    }

    /// The next entry, nil at the end.
    public mutating func next() throws(NumberTableError) -> IdentificationEntry? {
        while true {
            while layer < cursors.layers.count {
                guard cursors.layers[layer].added.number == number else {
                    layer += 1
                    continue
                }
                if let entry = try take() { return entry }
            }
            guard let least = try cursors.least() else { return nil }
            number = least
            layer = 0
            lowest = cursors.layers.count > 1 ? try cursors.lowest(for: number) : 0
            let sharers = cursors.layers[lowest...].count { $0.added.number == least }
            seen = sharers > 1 ? [] : nil
        }
    }

    /// Takes the entry that comes next in this layer; nil if it does not stand, or stands below.
    private mutating func take() throws(NumberTableError) -> IdentificationEntry? {
        let next = layer >= lowest ? try cursors.layers[layer].added.entry() : nil
        try cursors.layers[layer].added.advance()
        guard let entry = next, seen != nil else { return next }
        let isNew = seen?.insert(entry.withLabel { Array($0) }).inserted
        return isNew == true ? entry : nil
    }
}
