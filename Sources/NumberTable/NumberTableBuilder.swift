// SPDX-License-Identifier: Apache-2.0

/// Writes a table, entry by entry, in little memory.
///
/// Numbers of each list ascend (B140); the two lists may be mixed. A file appears under its path
/// when ``finish()`` returns, whole and safe on the disk, or not at all: what goes before leaves
/// nothing behind, but for a kill, which leaves a hidden file `.NAME.PID.N.partial` beside the
/// path.
///
/// Memory: 128 entries, the index (about 0.2 bytes a number), the labels (each once, up to 32 MiB
/// and 25 bytes for each), 8 bytes for each number that is removed, and 256 KiB.
///
/// After the first error the builder is of no use.
public struct NumberTableBuilder: ~Copyable {
    let sink: TableSink
    private let entryLimit: Int
    private var blocking = SectionWriter(.blocking)
    private var identification = SectionWriter(.identification)
    private var labels: LabelWriter
    private var removedBlocking: [Int64] = []
    private var removedIdentification: [Int64] = []
    private var flags: UInt32 = 0
    private var previousBlocking: Int64 = 0
    private var previousIdentification: Int64 = 0
    /// Additions so far, those that were removed again among them.
    private var blockingIndex = 0
    private var identificationIndex = 0
    /// Rises with each number of the identification list.
    private var run = 0

    /// Begins a file that will stand at that path.
    ///
    /// - Parameters:
    ///   - path: Where it will stand, whole.
    ///   - entryLimit: How many entries, of both lists together, the table may have.
    /// - Throws: ``NumberTableError`` if the file cannot be made.
    public init(path: String, entryLimit: Int = .max) throws(NumberTableError) {
        self.init(sink: try TableSink(path: path), entryLimit: entryLimit)
    }

    /// Begins a table in memory.
    public init(entryLimit: Int = .max) {
        self.init(sink: TableSink(), entryLimit: entryLimit)
    }

    /// Begins a file, or a table in memory if there is no path.
    init(optionalPath path: String?) throws(NumberTableError) {
        self.init(sink: try TableSink(optionalPath: path), entryLimit: .max)
    }

    /// Begins a table in that sink; for `labelMemory` see ``LabelWriter/memoryLimit``.
    init(sink: TableSink, entryLimit: Int, labelMemory: Int = LabelWriter.memoryLimit) {
        self.sink = sink
        self.entryLimit = entryLimit
        labels = LabelWriter(memoryLimit: labelMemory)
    }

    /// How many numbers to block the table has so far.
    public var blockingCount: Int { blocking.entryCount }

    /// How many pairs of a number and a label the table has so far.
    public var identificationCount: Int { identification.entryCount }

    /// Adds a number to block.
    public mutating func addBlocking(_ number: Int64) throws(EntryError) {
        guard number > previousBlocking, number < .max else {
            throw NumberTable.isLegal(number) && number == previousBlocking
                ? .duplicate(place(.blocking), number: number, label: nil)
                : .outOfOrder(place(.blocking), number: number, previous: previousBlocking)
        }
        guard blocking.entryCount + identification.entryCount < entryLimit else {
            throw .tooMany(place(.blocking), number: number, limit: entryLimit)
        }
        do throws(NumberTableError) {
            try blocking.add(number, to: sink)
        } catch {
            throw .file(error)
        }
        previousBlocking = number
        blockingIndex += 1
    }

    /// Adds a label to a number, which may have others.
    public mutating func addIdentification(
        _ number: Int64, label: UnsafeBufferPointer<UInt8>
    ) throws(EntryError) {
        let isNewRun = number != previousIdentification
        guard number >= previousIdentification, NumberTable.isLegal(number) else {
            throw .outOfOrder(
                place(.identification), number: number, previous: previousIdentification)
        }
        guard blocking.entryCount + identification.entryCount < entryLimit else {
            throw .tooMany(place(.identification), number: number, limit: entryLimit)
        }
        if isNewRun { run += 1 }
        let isAdded: Bool
        do throws(NumberTableError) {
            isAdded = try add(number, label, isNewRun: isNewRun)
        } catch {
            throw .file(error)
        }
        guard isAdded else {
            throw .duplicate(
                place(.identification), number: number,
                label: String(decoding: label, as: UTF8.self))
        }
        previousIdentification = number
        identificationIndex += 1
    }

    /// Adds a label to a number, which may have others.
    public mutating func addIdentification(
        _ number: Int64, label: String
    ) throws(EntryError) {
        var label = label
        let result: Result<Void, EntryError> = label.withUTF8 { bytes in
            do throws(EntryError) {
                return .success(try addIdentification(number, label: bytes))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Whether the entry was added; it was not if it is there already.
    @inline(__always)
    private mutating func add(
        _ number: Int64, _ label: UnsafeBufferPointer<UInt8>, isNewRun: Bool
    ) throws(NumberTableError) -> Bool {
        guard let index = try labels.index(of: label, run: run, isNewRun: isNewRun, to: sink) else {
            return false
        }
        try identification.add(number, label: index, to: sink)
        return true
    }

    /// Removes the number from the blocking lists of the layers below, in any order.
    ///
    /// What this table adds stays. A number that no table has is left out.
    public mutating func removeBlocking(_ number: Int64) {
        if NumberTable.isLegal(number) { removedBlocking.append(number) }
    }

    /// Removes the number, with all its labels, from the layers below, in any order.
    ///
    /// What this table adds stays. A number that no table has is left out.
    public mutating func removeIdentification(_ number: Int64) {
        if NumberTable.isLegal(number) { removedIdentification.append(number) }
    }

    /// Removes all blocking numbers: those of the layers below, and those added here so far.
    ///
    /// The order goes on: what is added next is above what was added before.
    public mutating func removeAllBlocking() {
        flags |= Format.clearsBlocking
        blocking.removeAll()
        removedBlocking = []
    }

    /// Removes all identification entries: those of the layers below, and those added here so far.
    ///
    /// The order goes on: what is added next is not below what was added before.
    public mutating func removeAllIdentification() {
        flags |= Format.clearsIdentification
        identification.removeAll()
        removedIdentification = []
        run += 1
    }

    /// Ends the table and opens it.
    ///
    /// A file is then under its path, and safe on the disk.
    public consuming func finish() throws(NumberTableError) -> NumberTable {
        try finish(isFinal: true)
    }

    /// Ends the table and opens it; unless `isFinal`, a file takes no name and goes with the sink.
    mutating func finish(isFinal: Bool) throws(NumberTableError) -> NumberTable {
        var header = TableHeader()
        var firsts: [Int64] = []
        header.flags = flags
        header.sections[0] = try finish(
            .removedBlocking, removedBlocking, flags & Format.clearsBlocking != 0, &firsts)
        header.sections[1] = try finish(
            .removedIdentification, removedIdentification,
            flags & Format.clearsIdentification != 0, &firsts)
        header.sections[2] = try blocking.finish(to: sink, firsts: &firsts)
        header.sections[3] = try identification.finish(to: sink, firsts: &firsts)
        header.labelCount = labels.count
        header.groupsOffset = try labels.finish(to: sink)
        try sink.align(8)
        header.firstsOffset = sink.offset
        header.firstsChecksum = try append(firsts)
        header.byteCount = sink.offset
        return NumberTable(try sink.finish(header: header.encoded(), isFinal: isFinal))
    }

    private func finish(
        _ kind: SectionKind, _ numbers: [Int64], _ isCleared: Bool, _ firsts: inout [Int64]
    ) throws(NumberTableError) -> TableHeader.Section {
        var section = SectionWriter(kind)
        var previous: Int64 = 0
        // Where all is cleared there is nothing to remove.
        for number in isCleared ? [] : numbers.sorted() where number != previous {
            try section.add(number, to: sink)
            previous = number
        }
        return try section.finish(to: sink, firsts: &firsts)
    }

    /// Writes the first numbers and the slack that ends a file, and gives their checksum.
    private func append(_ firsts: [Int64]) throws(NumberTableError) -> UInt32 {
        let count = firsts.count * 8
        let room = try sink.room(count + Format.slackByteCount)
        for (index, first) in firsts.enumerated() { room.put(first, at: index * 8) }
        let slack = room + count
        slack.initializeMemory(as: UInt8.self, repeating: 0, count: Format.slackByteCount)
        sink.advance(by: count + Format.slackByteCount)
        return Checksum.of(
            UnsafeRawPointer(room), count + Format.slackByteCount, kind: ChecksumKind.firsts,
            place: 0)
    }

    /// How many entries were added so far, those that were removed again among them.
    var addedCount: Int { blockingIndex + identificationIndex }

    /// Lets the last number have labels again that it had before a removal.
    mutating func beginRun(ifLastIs number: Int64) {
        if number == previousIdentification { run += 1 }
    }

    /// The place of the entry that was added last to that list.
    func lastPlace(_ list: EntryList) -> EntryPlace {
        var last = place(list)
        last.index -= 1
        last.totalIndex -= 1
        return last
    }

    private func place(_ list: EntryList) -> EntryPlace {
        EntryPlace(
            list: list, index: list == .blocking ? blockingIndex : identificationIndex,
            totalIndex: blockingIndex + identificationIndex)
    }
}
