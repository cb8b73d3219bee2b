// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// Time that stands still until the test moves it, without a phone.
@MainActor final class ManualClock: CallClock {
    private final class Timer: CallTimer {
        let due: Date
        var body: (@MainActor () -> Void)?

        init(_ due: Date, _ body: @escaping @MainActor () -> Void) {
            self.due = due
            self.body = body
        }

        func cancel() { body = nil }
    }

    private(set) var now = Date(timeIntervalSince1970: 1_000_000)
    private var timers: [Timer] = []

    /// What waits, cancelled or not told of.
    var openCount: Int { timers.count { $0.body != nil } }

    func schedule(
        after seconds: TimeInterval, _ body: @escaping @MainActor () -> Void
    ) -> any CallTimer {
        let timer = Timer(now + max(0, seconds), body)
        timers.append(timer)
        return timer
    }

    /// Runs what is due, and what follows from it at once.
    func settle() { advance(by: 0) }

    /// Lets time pass, with a stop at each moment at which something is due.
    func advance(by seconds: TimeInterval) {
        let end = now + seconds
        while let next = timers.filter({ $0.body != nil && $0.due <= end }).min(by: {
            $0.due < $1.due
        }) {
            now = max(now, next.due)
            timers.removeAll { $0 === next }
            next.body?()
        }
        timers.removeAll { $0.body == nil }
        now = end
    }
}
