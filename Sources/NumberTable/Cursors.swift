// SPDX-License-Identifier: Apache-2.0

/// Walks over a section, entry by entry, in order and in constant memory.
struct SectionCursor {
    let table: TableBytes
    private let section: Section
    private var node = 0
    private var slot = 0
    /// The block that the last number came from.
    private(set) var block: Block?
    private var index = 0
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var position = 0
    /// Up to where the system was asked to read ahead.
    private var readAhead = 0
    private(set) var label = 0

    /// A cursor before the section's first entry.
    init(_ table: TableBytes, _ section: Section) {
        self.table = table
        self.section = section
    }

    /// A cursor before the first entry of that number; at the end if it has none.
    init(_ table: TableBytes, _ section: Section, at number: Int64) throws(Damage) {
        self.init(table, section)
        guard let found = try section.find(number) else {
            node = section.nodeCount
            return
        }
        node = found.place.node
        slot = found.place.slot + 1
        enter(found.block)
        for _ in 0..<found.index { try skip() }
    }

    /// Whether the last number is the first of its block.
    var isFirstOfBlock: Bool { index == 1 }

    /// Passes over an entry of the open block.
    private mutating func skip() throws(Damage) {
        guard let block else { return }
        _ = try next(in: block)
    }

    private mutating func enter(_ opened: Block) {
        block = opened
        (low, high) = opened.upper
        position = 0
        index = 0
    }

    /// The next number; ``label`` is then the index of its label.
    @inline(__always)
    mutating func next() throws(Damage) -> Int64? {
        while true {
            if let block, index < block.count { return try next(in: block) }
            guard try openBlock() else { return nil }
        }
    }

    /// The entry that ``next()`` gave this number of.
    @inline(__always)
    func entry(_ number: Int64) throws(Damage) -> IdentificationEntry {
        let label = try table.labels.label(label, block: block?.offset ?? 0)
        return IdentificationEntry(number: number, label: label, of: table)
    }

    @inline(__always)
    private mutating func next(in block: Block) throws(Damage) -> Int64 {
        if low == 0 {
            guard high != 0 else {
                throw Damage(block.offset, .blockCount)
            }
            position = 64
            low = high
            high = 0
        }
        let bit = position + low.trailingZeroBitCount
        low &= low &- 1
        let upper = UInt64(truncatingIfNeeded: bit &- index)
        let distance = upper &<< UInt64(block.lowBitCount) | block.low(index)
        if section.kind == .identification { label = block.label(index) }
        index += 1
        return block.first &+ Int64(bitPattern: distance)
    }

    /// Opens the next block; false at the end of the section.
    @inline(never)
    private mutating func openBlock() throws(Damage) -> Bool {
        while node < section.nodeCount {
            let bytes = try section.node(node)
            if slot < Format.blocksPerNode {
                let place = section.place(bytes, node, slot)
                if place.first != Format.noBlock {
                    let opened = try Block.open(
                        section, offset: place.offset, first: place.first)
                    if place.offset + 0x1_0000 > readAhead {
                        table.willNeed(place.offset, 0x4_0000)
                        readAhead = place.offset + 0x3_0000
                    }
                    slot += 1
                    enter(opened)
                    return true
                }
            }
            node += 1
            slot = 0
        }
        block = nil
        return false
    }
}

/// Walks over numbers in ascending order, in constant memory.
///
/// Copies walk on their own. The table lives as long as its cursors.
public struct NumberCursor {
    private var cursor: SectionCursor

    init(_ cursor: SectionCursor) { self.cursor = cursor }

    /// The next number, nil at the end.
    ///
    /// - Throws: ``NumberTableError/damaged(path:offset:rule:)`` where a block is damaged.
    public mutating func next() throws(NumberTableError) -> Int64? {
        do throws(Damage) {
            return try cursor.next()
        } catch {
            throw cursor.table.error(error)
        }
    }
}

/// A number and one of its labels.
public struct IdentificationEntry: Sendable {
    /// Country code and digits.
    public let number: Int64
    // The bytes are the table's; the entry keeps it alive.
    private let owner: TableBytes
    private let start: Int
    private let count: Int

    init(number: Int64, label: UnsafeBufferPointer<UInt8>, of owner: TableBytes) {
        self.number = number
        self.owner = owner
        start = label.baseAddress.map { owner.start.distance(to: UnsafeRawPointer($0)) } ?? 0
        count = label.count
    }

    /// The label; bytes that are no UTF-8 are replaced.
    public var label: String { withLabel { String(decoding: $0, as: UTF8.self) } }

    /// Lends the label's bytes.
    public func withLabel<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withExtendedLifetime(owner) {
            body(
                UnsafeBufferPointer(
                    start: (owner.start + start).assumingMemoryBound(to: UInt8.self), count: count))
        }
    }

    /// Whether both labels have the same bytes.
    func hasLabel(of other: IdentificationEntry) -> Bool {
        withLabel { mine in other.withLabel { mine.elementsEqual($0) } }
    }
}

/// Walks over identification entries: numbers ascend, labels of one number come as they were added.
///
/// Copies walk on their own. The table lives as long as its cursors.
public struct IdentificationCursor {
    private var cursor: SectionCursor

    init(_ cursor: SectionCursor) { self.cursor = cursor }

    /// The next entry, nil at the end.
    ///
    /// - Throws: ``NumberTableError/damaged(path:offset:rule:)`` where a block or a label group is
    ///   damaged.
    public mutating func next() throws(NumberTableError) -> IdentificationEntry? {
        do throws(Damage) {
            guard let number = try cursor.next() else { return nil }
            return try cursor.entry(number)
        } catch {
            throw cursor.table.error(error)
        }
    }
}
