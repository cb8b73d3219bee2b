// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the phone waits for, each with one deadline at most.
enum Deadline: Hashable, Sendable {
    /// The row of a new call in Recents; then it rings without one.
    case record(CallKey)
    /// An answer to a ringing call; then the system ends it (B25).
    case ring(CallKey)
    /// The completion of an action; then it has failed (B35).
    case action(ActionKey)
    /// The report of a call after a push (B122).
    case report(PushID)
    /// The first message of a process that was started.
    case launch(LaunchID)
}

/// The deadlines of a phone: equal ones come in the order in which they were set.
struct DeadlineTable: Sendable, Equatable {
    private struct Key: Hashable, Comparable {
        var time: MonotonicTime
        var order: UInt64
        static func < (a: Self, b: Self) -> Bool { (a.time, a.order) < (b.time, b.order) }
    }

    private var rows = OrderedTable<Key, Deadline>()
    private var keys: [Deadline: Key] = [:]
    private var order: UInt64 = 0

    var next: MonotonicTime? { rows.first?.key.time }

    /// Sets the deadline, in place of an earlier one for the same thing.
    mutating func set(_ deadline: Deadline, at time: MonotonicTime) {
        cancel(deadline)
        order += 1
        let key = Key(time: time, order: order)
        rows[key] = deadline
        keys[deadline] = key
    }

    mutating func cancel(_ deadline: Deadline) {
        guard let key = keys.removeValue(forKey: deadline) else { return }
        rows[key] = nil
    }

    /// Takes out the first deadline that is due.
    mutating func takeDue(at now: MonotonicTime) -> Deadline? {
        guard let (key, deadline) = rows.first, key.time <= now else { return nil }
        rows[key] = nil
        keys[deadline] = nil
        return deadline
    }
}
