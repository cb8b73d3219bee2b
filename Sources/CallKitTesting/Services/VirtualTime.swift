// SPDX-License-Identifier: Apache-2.0
package import CallModel
import PhoneHost
import PhoneLink

/// A clock that a test moves, the alarm of one host on it, and alarms of the phone's world.
///
/// The time may be read from anywhere; all else has one owner, as the host has.
package final class VirtualTime: HostClock, HostScheduler, @unchecked Sendable {
    // Sendable because `moment` is locked and the rest is used by the owner alone.
    private struct Alarm {
        var at: MonotonicTime
        var ordinal: Int
        var body: () -> Void
    }

    package var onFire: (() -> Void)?
    /// What the host waits for.
    package private(set) var deadline: MonotonicTime?
    private let moment: Locked<Moment>
    private var alarms: [Alarm] = []
    private var lastOrdinal = 0

    /// Monotonic time starts at 1 s; the wall clock where the test says, by default 2025-01-01
    /// 00:00 UTC.
    package init(wall: WallTime = WallTime(milliseconds: 1_735_689_600_000)) {
        moment = Locked(
            Moment(monotonic: MonotonicTime(nanoseconds: 1_000_000_000), wall: wall))
    }

    package func now() -> Moment { moment.withLock { $0 } }

    package func arm(at deadline: MonotonicTime?) { self.deadline = deadline }

    /// Runs `body` when so much time has passed; of equal alarms the older first, and the host's
    /// own before them.
    ///
    /// - Returns: By which number ``cancel(_:)`` knows it.
    @discardableResult
    package func after(_ interval: Interval, _ body: @escaping () -> Void) -> Int {
        lastOrdinal += 1
        let alarm = Alarm(at: now().monotonic + interval, ordinal: lastOrdinal, body: body)
        let index = alarms.firstIndex { $0.at > alarm.at } ?? alarms.endIndex
        alarms.insert(alarm, at: index)
        return lastOrdinal
    }

    /// Takes an alarm away; one that has gone off is none any more.
    package func cancel(_ ordinal: Int) { alarms.removeAll { $0.ordinal == ordinal } }

    /// Takes all alarms away, and what they keep alive with them.
    package func cancelAll() { alarms = [] }

    /// When the next deadline or alarm is due; nil when nothing waits.
    package var next: MonotonicTime? {
        guard let deadline else { return alarms.first?.at }
        return alarms.first.map { min($0.at, deadline) } ?? deadline
    }

    /// Moves both clocks on to what is due next and fires it, or to `end` where nothing is due by
    /// then.
    ///
    /// - Parameter end: How far at most; a time that is past moves nothing.
    /// - Returns: Whether something was fired.
    package func step(to end: MonotonicTime) -> Bool {
        guard let due = next, due <= end else {
            move(to: end)
            return false
        }
        move(to: due)
        if deadline == due {
            deadline = nil
            onFire?()
        } else {
            alarms.removeFirst().body()
        }
        return true
    }

    /// Moves both clocks on, and fires each deadline on the way at its own time.
    package func advance(by interval: Interval) {
        let end = now().monotonic + interval
        while step(to: end) {}
    }

    /// The wall clock alone jumps, as when a person sets it.
    package func setWall(_ wall: WallTime) { moment.withLock { $0.wall = wall } }

    private func move(to monotonic: MonotonicTime) {
        moment.withLock { moment in
            guard monotonic > moment.monotonic else { return }
            // Whole milliseconds of the monotonic clock, so that many small steps lose nothing.
            let before = moment.monotonic.nanoseconds / 1_000_000
            let passed = monotonic.nanoseconds / 1_000_000 - before
            let (wall, overflow) = moment.wall.milliseconds.addingReportingOverflow(passed)
            moment.wall.milliseconds = overflow ? .max : wall
            moment.monotonic = monotonic
        }
    }
}
