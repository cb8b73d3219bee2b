// SPDX-License-Identifier: Apache-2.0
import Dispatch
import PhoneLink

/// Waits for what may never come: a queue that its app has blocked would hold a test for ever.
///
/// It looks once a second of real time, so a wait may take that much longer.
final class Patience: Sendable {
    static let shared = Patience()

    private struct Waiter {
        var end: ContinuousClock.Instant
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var last = 0
        var isLooking = false
    }

    private let state = Locked(State())

    /// Whether `begin` calls what it is given, within so much real time.
    func wait(
        _ limit: Duration,
        for begin: (_ done: @escaping @Sendable () -> Void) -> Void
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let waiter = Waiter(end: .now + limit, continuation: continuation)
            let (number, begins) = state.withLock { state in
                state.last += 1
                state.waiters[state.last] = waiter
                defer { state.isLooking = true }
                return (state.last, !state.isLooking)
            }
            if begins { lookLater() }
            begin { self.resume(number) }
        }
    }

    private func resume(_ number: Int) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation
            .resume(returning: true)
    }

    private func lookLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { self.look() }
    }

    private func look() {
        let now = ContinuousClock.now
        let (late, isMore) = state.withLock { state in
            let late = state.waiters.filter { $0.value.end <= now }
            for number in late.keys { state.waiters[number] = nil }
            state.isLooking = !state.waiters.isEmpty
            return (late.values, state.isLooking)
        }
        for waiter in late { waiter.continuation.resume(returning: false) }
        if isMore { lookLater() }
    }
}
