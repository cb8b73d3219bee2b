// SPDX-License-Identifier: Apache-2.0
package import CallModel
import PhoneHost

/// A clock that a test moves, and the alarm of one host on it.
///
/// Like the host, it has one owner.
package final class VirtualTime: HostClock, HostScheduler {
    package var onFire: (() -> Void)?
    /// What the host waits for.
    package private(set) var deadline: MonotonicTime?
    private var moment: Moment

    /// Monotonic time starts at 1 s; the wall clock where the test says, by default 2025-01-01
    /// 00:00 UTC.
    package init(wall: WallTime = WallTime(milliseconds: 1_735_689_600_000)) {
        moment = Moment(monotonic: MonotonicTime(nanoseconds: 1_000_000_000), wall: wall)
    }

    package func now() -> Moment { moment }

    package func arm(at deadline: MonotonicTime?) { self.deadline = deadline }

    /// Moves both clocks on, and fires each deadline on the way at its own time.
    package func advance(by interval: Interval) {
        let end = moment.monotonic + interval
        while let next = deadline, next <= end {
            move(to: max(next, moment.monotonic))
            deadline = nil
            onFire?()
        }
        move(to: end)
    }

    /// The wall clock alone jumps, as when a person sets it.
    package func setWall(_ wall: WallTime) { moment.wall = wall }

    private func move(to monotonic: MonotonicTime) {
        let passed = monotonic - moment.monotonic
        moment.monotonic = monotonic
        moment.wall.milliseconds += passed.nanoseconds / 1_000_000
    }
}
