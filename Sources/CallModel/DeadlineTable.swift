// SPDX-License-Identifier: Apache-2.0

/// Deadlines by name, soonest first; equal ones in the order in which they were set.
///
/// A binary heap with a position for each name: setting, moving and removing cost the logarithm of
/// the count, and nothing stale stays behind, which matters where most deadlines are weeks away and
/// never come.
///
/// All of it is inlinable: the cores use it at every event, and in another module generic code is
/// specialised only where its source can be seen.
@usableFromInline
package struct DeadlineTable<Name: Hashable & Sendable>: Sendable, Equatable {
    @usableFromInline
    struct Entry: Sendable, Equatable {
        @usableFromInline var time: MonotonicTime
        @usableFromInline var order: UInt64
        @usableFromInline var name: Name

        @inlinable
        init(time: MonotonicTime, order: UInt64, name: Name) {
            self.time = time
            self.order = order
            self.name = name
        }

        @inlinable
        func isBefore(_ other: Entry) -> Bool {
            time == other.time ? order < other.order : time < other.time
        }
    }

    @usableFromInline var heap: [Entry] = []
    @usableFromInline var positions: [Name: Int] = [:]
    @usableFromInline var nextOrder: UInt64 = 0

    @inlinable
    package init() {}

    @inlinable package var first: MonotonicTime? { heap.first?.time }
    @inlinable package var count: Int { heap.count }

    /// Replaces the deadline of that name, if there is one.
    @inlinable
    package mutating func set(_ name: Name, to time: MonotonicTime) {
        let entry = Entry(time: time, order: nextOrder, name: name)
        nextOrder += 1
        if let position = positions[name] {
            heap[position] = entry
            siftDown(siftUp(position))
        } else {
            heap.append(entry)
            positions[name] = heap.count - 1
            siftUp(heap.count - 1)
        }
    }

    @inlinable
    package mutating func remove(_ name: Name) {
        guard let position = positions.removeValue(forKey: name) else { return }
        let last = heap.removeLast()
        guard position < heap.count else { return }
        heap[position] = last
        positions[last.name] = position
        siftDown(siftUp(position))
    }

    /// The soonest deadline that has come, taken out; nil when none has.
    @inlinable
    package mutating func popDue(at now: MonotonicTime) -> Name? {
        guard let entry = heap.first, entry.time <= now else { return nil }
        remove(entry.name)
        return entry.name
    }

    @discardableResult @inlinable
    mutating func siftUp(_ start: Int) -> Int {
        let entry = heap[start]
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard entry.isBefore(heap[parent]) else { break }
            place(heap[parent], at: position)
            position = parent
        }
        if position != start { place(entry, at: position) }
        return position
    }

    @inlinable
    mutating func siftDown(_ start: Int) {
        let entry = heap[start]
        var position = start
        while 2 * position + 1 < heap.count {
            let left = 2 * position + 1
            let right = left + 1
            let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
            guard heap[child].isBefore(entry) else { break }
            place(heap[child], at: position)
            position = child
        }
        if position != start { place(entry, at: position) }
    }

    @inlinable
    mutating func place(_ entry: Entry, at position: Int) {
        heap[position] = entry
        positions[entry.name] = position
    }
}
