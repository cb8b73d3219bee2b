// SPDX-License-Identifier: Apache-2.0

/// The armed timers of a loop, the earliest first: a binary heap in which each timer knows its
/// place.
///
/// libevent's own heap leaves the order of equal deadlines open; ours may not.
struct TimerHeap {
    /// Not owned: a timer takes itself out before it goes.
    private var timers: [Unmanaged<LoopTimer>] = []

    var earliestDeadline: Int64? { timers.first?._withUnsafeGuaranteedRef { $0.deadline } }

    /// The earliest timer, taken out, if it is due.
    mutating func removeFirst(dueAt now: Int64) -> LoopTimer? {
        guard let timer = timers.first?.takeUnretainedValue(), timer.deadline <= now else {
            return nil
        }
        remove(timer)
        return timer
    }

    mutating func insert(_ timer: LoopTimer) {
        precondition(timer.heapIndex == nil, "a timer is armed twice")
        timers.append(.passUnretained(timer))
        timer.heapIndex = timers.count - 1
        siftUp(from: timers.count - 1)
    }

    mutating func remove(_ timer: LoopTimer) {
        guard let index = timer.heapIndex else { return }
        timer.heapIndex = nil
        let last = timers.removeLast()
        guard index < timers.count else { return }
        place(last, at: index)
        siftUp(from: index)
        siftDown(from: index)
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0, precedes(index, (index - 1) / 2) {
            swap(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < timers.count && precedes(child, smallest) {
                smallest = child
            }
            guard smallest != index else { return }
            swap(index, smallest)
            index = smallest
        }
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        timers[left]._withUnsafeGuaranteedRef { left in
            timers[right]._withUnsafeGuaranteedRef { right in
                (left.deadline, left.sequence) < (right.deadline, right.sequence)
            }
        }
    }

    private mutating func swap(_ left: Int, _ right: Int) {
        let timer = timers[left]
        place(timers[right], at: left)
        place(timer, at: right)
    }

    private mutating func place(_ timer: Unmanaged<LoopTimer>, at index: Int) {
        timers[index] = timer
        timer._withUnsafeGuaranteedRef { $0.heapIndex = index }
    }
}
