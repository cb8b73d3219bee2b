// SPDX-License-Identifier: Apache-2.0

/// Gives labels their indices, in the order of their first appearance, and writes them in groups.
///
/// Labels are kept to know them again: their bytes, and 17 to 25 bytes for each. Above
/// ``memoryLimit`` all are forgotten at the next number, and a label that comes again is stored
/// again; a table of a hundred million numbers with a hundred million labels can be built so.
struct LabelWriter: ~Copyable {
    /// How many bytes of labels are kept; more only within the run of one number.
    static let memoryLimit = 32 * 1024 * 1024

    /// A label that is known: where its bytes are, and the last run of a number that had it.
    private struct Known {
        var start: Int
        var count: Int
        var run: Int
    }

    private let memoryLimit: Int
    private let seed: UInt64
    private(set) var count = 0
    /// The bytes of all that are known, one after the other.
    private var bytes: UnsafeMutableRawBufferPointer
    private var byteCount = 0
    private var known: [Known] = []
    /// The index of the first label that is known.
    private var base = 0
    /// Open addressing: of each label that is known its position plus 1, and half of its hash.
    private var slots = [UInt64](repeating: 0, count: 64)
    /// The labels that no group holds yet, as places in ``bytes``.
    private var pending: [Range<Int>] = []
    private var groupPlaces: [UInt32] = []

    init(memoryLimit: Int = LabelWriter.memoryLimit) {
        self.memoryLimit = memoryLimit
        bytes = .allocate(byteCount: 4096, alignment: 16)
        // Where the system puts memory is not to be foreseen.
        seed = Checksum.fold(
            UInt64(UInt(bitPattern: bytes.baseAddress)) ^ Checksum.second, Checksum.first)
    }

    deinit { bytes.deallocate() }

    /// The index of a label, nil if this run of equal numbers has had it.
    ///
    /// `run` is a number that is another one for each run, and rises; `isNewRun` says that this is
    /// the run's first label.
    @inline(__always)
    mutating func index(
        of label: UnsafeBufferPointer<UInt8>, run: Int, isNewRun: Bool, to sink: TableSink
    ) throws(NumberTableError) -> UInt32? {
        if isNewRun, byteCount > memoryLimit { forget() }
        let text = UnsafeRawBufferPointer(label)
        let start = text.baseAddress ?? UnsafeRawPointer(at(0))
        let hash = LabelBytes.hash(start, text.count, seed: seed)
        let mask = slots.count &- 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let value = slots[slot]
            if (value ^ hash) &>> 32 == 0 {
                let position = Int(truncatingIfNeeded: value & 0xFFFF_FFFF) &- 1
                let label = known[position]
                if label.count == text.count,
                    LabelBytes.areEqual(start, UnsafeRawPointer(at(label.start)), text.count)
                {
                    guard label.run != run else { return nil }
                    known[position].run = run
                    return UInt32(truncatingIfNeeded: base &+ position)
                }
            }
            slot = (slot &+ 1) & mask
        }
        return try add(text, hash: hash, slot: slot, run: run, to: sink)
    }

    @inline(__always)
    private func at(_ offset: Int) -> UnsafeMutableRawPointer {
        // The buffer is never empty.
        bytes.baseAddress.unsafelyUnwrapped + offset
    }

    @inline(never)
    private mutating func add(
        _ label: UnsafeRawBufferPointer, hash: UInt64, slot: Int, run: Int, to sink: TableSink
    ) throws(NumberTableError) -> UInt32 {
        guard count < Int(UInt32.max) else {
            throw .tooLarge(path: sink.name, rule: "at most \(UInt32.max) labels")
        }
        let start = byteCount
        keep(label)
        known.append(Known(start: start, count: label.count, run: run))
        slots[slot] = hash & ~0xFFFF_FFFF | UInt64(known.count)
        pending.append(start..<byteCount)
        count += 1
        if known.count * 2 > slots.count { grow() }
        if pending.count == Format.labelsPerGroup { try writeGroup(to: sink) }
        return UInt32(count - 1)
    }

    private mutating func keep(_ label: UnsafeRawBufferPointer) {
        if bytes.count - byteCount < label.count {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(byteCount + label.count, bytes.count * 2), alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
            bytes.deallocate()
            bytes = larger
        }
        if let source = label.baseAddress {
            at(byteCount).copyMemory(from: source, byteCount: label.count)
        }
        byteCount += label.count
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: slots.count * 2)
        let mask = larger.count - 1
        for (position, label) in known.enumerated() {
            let hash = LabelBytes.hash(
                UnsafeRawPointer(at(label.start)), label.count, seed: seed)
            var slot = Int(truncatingIfNeeded: hash) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = hash & ~0xFFFF_FFFF | UInt64(position + 1)
        }
        slots = larger
    }

    /// Forgets the labels, but for those that no group holds yet.
    private mutating func forget() {
        let kept = pending.map { Array(bytes[$0]) }
        byteCount = 0
        pending = []
        for label in kept {
            let start = byteCount
            label.withUnsafeBytes { keep($0) }
            pending.append(start..<byteCount)
        }
        known = []
        base = count
        slots = [UInt64](repeating: 0, count: 64)
    }

    private mutating func writeGroup(to sink: TableSink) throws(NumberTableError) {
        try sink.align(Format.alignment)
        let place = sink.offset / Format.alignment
        guard place <= Int(UInt32.max) else {
            throw .tooLarge(path: sink.name, rule: "labels lie within the first 16 GiB")
        }
        let total = pending.reduce(0) { $0 + $1.count }
        guard total <= Int(UInt32.max) else {
            throw .tooLarge(path: sink.name, rule: "eight labels in a row have at most 4 GiB")
        }
        let width = total <= 0xFF ? 1 : total <= 0xFFFF ? 2 : 4
        let text = Format.groupHeaderByteCount + pending.count * width
        let room = try sink.room(text + total + Format.leastGroupByteCount)
        room.put(UInt8(width), at: 4)
        room.put(UInt8(pending.count), at: 5)
        room.put(UInt16(0), at: 6)
        var end = 0
        for (index, range) in pending.enumerated() {
            (room + text + end).copyMemory(
                from: UnsafeRawPointer(at(range.lowerBound)), byteCount: range.count)
            end += range.count
            let offset = Format.groupHeaderByteCount + index * width
            switch width {
            case 1: room.put(UInt8(end), at: offset)
            case 2: room.put(UInt16(end), at: offset)
            default: room.put(UInt32(end), at: offset)
            }
        }
        let size = max(Format.leastGroupByteCount, text + total)
        let rest = size - text - total
        (room + text + total).initializeMemory(as: UInt8.self, repeating: 0, count: rest)
        let checksum = Checksum.of(
            UnsafeRawPointer(room) + 4, size - 4, kind: ChecksumKind.labels,
            place: UInt64(groupPlaces.count))
        room.put(checksum, at: 0)
        sink.advance(by: size)
        groupPlaces.append(UInt32(place))
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes the last group and the places of all, and gives the offset of these.
    mutating func finish(to sink: TableSink) throws(NumberTableError) -> Int {
        if !pending.isEmpty { try writeGroup(to: sink) }
        try sink.align(64)
        let offset = sink.offset
        let places = groupPlaces.map(\.littleEndian)
        let result: Result<Void, NumberTableError> = places.withUnsafeBytes { buffer in
            do throws(NumberTableError) {
                return .success(try sink.append(buffer))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        return offset
    }
}
