// SPDX-License-Identifier: Apache-2.0

/// A one-shot timer of a loop.
///
/// It is disarmed when the object goes.
///
/// Timers fire in the order of their deadlines, and those of one deadline in the order in which
/// they were armed; never early.
package final class LoopTimer {
    let body: () -> Void
    var deadline: Int64 = 0
    var sequence: UInt64 = 0
    /// Where the heap holds it; nil while disarmed.
    var heapIndex: Int?
    private let loop: EventLoop

    init(loop: EventLoop, body: @escaping () -> Void) {
        self.loop = loop
        self.body = body
    }

    deinit { loop.disarm(self) }

    /// Arms the timer, or moves it: in nanoseconds on the clock of ``EventLoop/now()``.
    ///
    /// A deadline in the past fires in the next turn of the loop, never inside this call.
    package func arm(at monotonicNanoseconds: Int64) {
        loop.arm(self, at: monotonicNanoseconds)
    }

    /// Arms the timer for a time from now.
    package func arm(after delay: Duration) {
        arm(at: loop.now() &+ delay.nanoseconds)
    }

    /// Nothing if the timer is not armed.
    package func disarm() { loop.disarm(self) }
}

extension Duration {
    /// Nanoseconds, held within what an Int64 can say (292 years).
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, sumOverflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return sumOverflow ? (seconds < 0 ? .min : .max) : sum
    }
}
