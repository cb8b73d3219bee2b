// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import OCKNetworking
import PhoneHost

/// A host's clock and alarm on a loop.
package final class LoopTime: HostClock, HostScheduler {
    package var onFire: (() -> Void)?
    private let timer: LoopTimer

    package init(loop: EventLoop) {
        // The timer's closure needs an object that exists before it.
        let target = FireTarget()
        timer = loop.timer { target.owner?.onFire?() }
        target.owner = self
    }

    package func now() -> Moment {
        Moment(
            monotonic: MonotonicTime(nanoseconds: EventLoop.monotonicNanoseconds()),
            wall: WallTime(milliseconds: EventLoop.wallClockMilliseconds())
        )
    }

    package func arm(at deadline: MonotonicTime?) {
        if let deadline {
            timer.arm(at: deadline.nanoseconds)
        } else {
            timer.disarm()
        }
    }
}

private final class FireTarget {
    weak var owner: LoopTime?
}
