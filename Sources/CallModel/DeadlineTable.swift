// SPDX-License-Identifier: Apache-2.0

/// Deadlines by name, soonest first; equal ones in the order in which they were set.
///
/// A binary heap with a position for each name: setting, moving and removing cost the logarithm of
/// the count, and nothing stale stays behind, which matters where most deadlines are weeks away and
/// never come.
package struct DeadlineTable<Name: Hashable & Sendable>: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var time: MonotonicTime
        var order: UInt64
        var name: Name

        func isBefore(_ other: Entry) -> Bool { (time, order) < (other.time, other.order) }
    }

    private var heap: [Entry] = []
    private var positions: [Name: Int] = [:]
    private var nextOrder: UInt64 = 0

    package init() {}

    package var first: MonotonicTime? { heap.first?.time }
    package var count: Int { heap.count }

    /// Replaces the deadline of that name, if there is one.
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

    package mutating func remove(_ name: Name) {
        guard let position = positions.removeValue(forKey: name) else { return }
        let last = heap.removeLast()
        guard position < heap.count else { return }
        heap[position] = last
        positions[last.name] = position
        siftDown(siftUp(position))
    }

    /// The soonest deadline that has come, taken out; nil when none has.
    package mutating func popDue(at now: MonotonicTime) -> Name? {
        guard let entry = heap.first, entry.time <= now else { return nil }
        remove(entry.name)
        return entry.name
    }

    @discardableResult
    private mutating func siftUp(_ start: Int) -> Int {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 2
            guard heap[position].isBefore(heap[parent]) else { break }
            exchange(position, parent)
            position = parent
        }
        return position
    }

    private mutating func siftDown(_ start: Int) {
        var position = start
        while true {
            let left = 2 * position + 1
            guard left < heap.count else { return }
            let right = left + 1
            let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
            guard heap[child].isBefore(heap[position]) else { return }
            exchange(position, child)
            position = child
        }
    }

    private mutating func exchange(_ a: Int, _ b: Int) {
        heap.swapAt(a, b)
        positions[heap[a].name] = a
        positions[heap[b].name] = b
    }
}
