// SPDX-License-Identifier: Apache-2.0

/// What one run of a call directory extension does to its data, checked entry by entry.
///
/// A load that is not incremental makes a whole table. An incremental one makes a layer over what
/// stood before; its cost follows the change. The first error ends the load, and what stood before
/// stays in force (B148).
package struct DirectoryLoad: ~Copyable {
    private let base: NumberTableStack
    private let isIncremental: Bool
    private let entryLimit: Int
    private let path: String?
    private var builder: NumberTableBuilder
    private var blocking: Side
    private var identification: Side
    private var standing: StandingLabels

    /// The changes to one of the lists.
    private struct Side {
        /// Entries that stand below, less those that this load has removed.
        var standing: Int
        var isCleared = false
        var removed: Set<Int64> = []
        var lastAdded: Int64 = 0
        /// Numbers that were removed after this load had added them, with how many entries the
        /// list had then: of the number, those that came before go.
        var late: [Int64: Int] = [:]
    }

    /// Begins a load.
    ///
    /// - Parameters:
    ///   - base: What stands; nil or an empty stack if nothing does.
    ///   - isIncremental: Whether removals are legal and what is not removed stays (B144, B146).
    ///   - entryLimit: How many entries of both lists may stand after the load (B142).
    ///   - path: Where the layer goes; nil keeps it in memory.
    /// - Throws: ``EntryError/file(_:)`` if what stands cannot be read or the layer not be made.
    package init(
        over base: NumberTableStack?, isIncremental: Bool, entryLimit: Int = 1_999_999,
        path: String?
    ) throws(EntryError) {
        self.base = isIncremental ? base ?? NumberTableStack() : NumberTableStack()
        standing = StandingLabels(self.base)
        self.isIncremental = isIncremental
        self.entryLimit = entryLimit
        self.path = path
        let sink: TableSink
        let counts: NumberTableStack.Counts
        do throws(NumberTableError) {
            counts = try self.base.counts()
            sink = try TableSink(optionalPath: path)
        } catch {
            throw .file(error)
        }
        builder = NumberTableBuilder(sink: sink, entryLimit: entryLimit)
        let isCleared = self.base.layers.isEmpty
        blocking = Side(standing: counts.blocking, isCleared: isCleared)
        identification = Side(standing: counts.identification, isCleared: isCleared)
        if isCleared {
            builder.removeAllBlocking()
            builder.removeAllIdentification()
        }
    }

    /// How many entries this load has added so far.
    package var addedCount: Int { builder.addedCount }

    package mutating func addBlocking(_ number: Int64) throws(EntryError) {
        try builder.addBlocking(number)
        if !blocking.isCleared, !blocking.removed.contains(number),
            try read({ base throws(NumberTableError) in try base.blocks(number) })
        {
            throw .duplicate(builder.lastPlace(.blocking), number: number, label: nil)
        }
        blocking.lastAdded = number
    }

    package mutating func addIdentification(
        _ number: Int64, label: UnsafeBufferPointer<UInt8>
    ) throws(EntryError) {
        try builder.addIdentification(number, label: label)
        if !identification.isCleared, !identification.removed.contains(number),
            try isStanding(label, of: number)
        {
            throw .duplicate(
                builder.lastPlace(.identification), number: number,
                label: String(decoding: label, as: UTF8.self))
        }
        identification.lastAdded = number
    }

    /// Removes a number from the blocking list; one that is not there is legal.
    package mutating func removeBlocking(_ number: Int64) throws(EntryError) {
        guard isIncremental else { throw .unexpectedRemoval(.blocking, number: number) }
        if NumberTable.isLegal(number), number <= blocking.lastAdded {
            try checkRoom(blocking, .blocking, number)
            blocking.late[number] = builder.blockingCount
        }
        guard !blocking.isCleared, !blocking.removed.contains(number),
            try read({ base throws(NumberTableError) in try base.blocks(number) })
        else { return }
        blocking.removed.insert(number)
        builder.removeBlocking(number)
        blocking.standing -= 1
    }

    /// Removes a number with all its labels; one that is not there is legal.
    package mutating func removeIdentification(_ number: Int64) throws(EntryError) {
        guard isIncremental else { throw .unexpectedRemoval(.identification, number: number) }
        if NumberTable.isLegal(number), number <= identification.lastAdded {
            try checkRoom(identification, .identification, number)
            identification.late[number] = builder.identificationCount
            builder.beginRun(ifLastIs: number)
        }
        guard !identification.isCleared, !identification.removed.contains(number) else { return }
        let count = try read { base throws(NumberTableError) in try base.labelCount(of: number) }
        guard count > 0 else { return }
        identification.removed.insert(number)
        builder.removeIdentification(number)
        identification.standing -= count
    }

    package mutating func removeAllBlocking() throws(EntryError) {
        guard isIncremental else { throw .unexpectedRemoval(.blocking, number: nil) }
        builder.removeAllBlocking()
        blocking = Side(standing: 0, isCleared: true, lastAdded: blocking.lastAdded)
    }

    package mutating func removeAllIdentification() throws(EntryError) {
        guard isIncremental else { throw .unexpectedRemoval(.identification, number: nil) }
        builder.removeAllIdentification()
        identification = Side(standing: 0, isCleared: true, lastAdded: identification.lastAdded)
    }

    /// Nobody removes more than may stand; without a bound, removals could fill the memory.
    private func checkRoom(
        _ side: Side, _ list: EntryList, _ number: Int64
    ) throws(EntryError) {
        guard side.late.count < entryLimit else {
            throw .tooMany(builder.lastPlace(list), number: number, limit: entryLimit)
        }
    }

    private mutating func isStanding(
        _ label: UnsafeBufferPointer<UInt8>, of number: Int64
    ) throws(EntryError) -> Bool {
        do throws(NumberTableError) {
            return try standing.has(label, of: number)
        } catch {
            throw .file(error)
        }
    }

    private func read<R>(
        _ body: (NumberTableStack) throws(NumberTableError) -> R
    ) throws(EntryError) -> R {
        do throws(NumberTableError) {
            return try body(base)
        } catch {
            throw .file(error)
        }
    }

    /// Ends the load.
    ///
    /// - Returns: The new layer, the stack with it, and how many entries of each list stand.
    /// - Throws: ``EntryError/tooMany(_:number:limit:)`` if more stand than may, or
    ///   ``EntryError/file(_:)``.
    package consuming func finish() throws(EntryError) -> (
        layer: NumberTable, stack: NumberTableStack, blocking: Int, identification: Int
    ) {
        if !blocking.late.isEmpty || !identification.late.isEmpty { try dropLate() }
        let counts = NumberTableStack.Counts(
            blocking: blocking.standing + builder.blockingCount,
            identification: identification.standing + builder.identificationCount)
        guard counts.blocking + counts.identification <= entryLimit else {
            let list = identification.lastAdded > 0 ? EntryList.identification : .blocking
            let number = list == .blocking ? blocking.lastAdded : identification.lastAdded
            throw .tooMany(builder.lastPlace(list), number: number, limit: entryLimit)
        }
        do throws(NumberTableError) {
            let layer = try builder.finish(isFinal: true)
            return (layer, base.appending(layer), counts.blocking, counts.identification)
        } catch {
            throw .file(error)
        }
    }

    /// Writes the layer again without the entries that were removed after they had been added.
    private mutating func dropLate() throws(EntryError) {
        do throws(NumberTableError) {
            var filtered = try NumberTableBuilder(optionalPath: path)
            try copyStanding(to: &filtered)
            builder = filtered
        } catch {
            throw .file(error)
        }
    }

    private mutating func copyStanding(
        to filtered: inout NumberTableBuilder
    ) throws(NumberTableError) {
        let layer = try builder.finish(isFinal: false)
        if layer.clearsBlocking { filtered.removeAllBlocking() }
        if layer.clearsIdentification { filtered.removeAllIdentification() }
        var numbers = layer.removedBlockingNumbers()
        while let number = try numbers.next() { filtered.removeBlocking(number) }
        numbers = layer.removedIdentificationNumbers()
        while let number = try numbers.next() { filtered.removeIdentification(number) }
        numbers = layer.blockingNumbers()
        while let number = try numbers.next() {
            if blocking.late[number] == nil { try filtered.mustAddBlocking(number) }
        }
        var entries = layer.identificationEntries()
        var index = 0
        while let entry = try entries.next() {
            if index >= identification.late[entry.number] ?? 0 { try filtered.mustAdd(entry) }
            index += 1
        }
    }
}
