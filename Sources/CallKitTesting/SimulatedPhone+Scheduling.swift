// SPDX-License-Identifier: Apache-2.0
import CallModel
import OpenFoundation
import PhoneLink

extension SimulatedPhone {
    /// Runs something when so much of the phone's time has passed: a timer of the app's own.
    ///
    /// `advance(by:)` stops at it as at each deadline of the phone, runs it, and settles before it
    /// goes on. So an app whose timers come through a clock that its tests may replace is tested
    /// without waiting:
    ///
    /// ```swift
    /// phone.schedule(after: .seconds(30)) { service.registrationExpired() }
    /// ```
    ///
    /// What is scheduled within an app (in its `launch` closure, a callback, `app.run`) runs within
    /// it: the CallKit objects that it makes are that app's. Once that process has ended it does
    /// not run. What the test itself schedules runs in any case, until the phone is closed.
    ///
    /// - Parameters:
    ///   - delay: How much later; zero or less is as soon as the main queue comes to it, but never
    ///     before this returns.
    ///   - body: What runs, on the main queue.
    /// - Returns: What cancels it; let go of, it still runs.
    @discardableResult
    public func schedule(
        after delay: Duration, _ body: @escaping @MainActor @Sendable () -> Void
    ) -> ScheduledWork {
        let work = ScheduledWork(phone: self, session: AppSession.ofTask, body)
        guard delay > .zero else {
            MainQueue.async { work.run() }
            return work
        }
        withStage { stage in
            let number = stage.time.after(Interval(delay)) {
                MainQueue.async { work.run() }
            }
            work.isAlarm(number)
        }
        return work
    }
}

/// Something that was scheduled on a ``SimulatedPhone``'s clock.
public final class ScheduledWork: Sendable {
    private struct State {
        var body: (@MainActor @Sendable () -> Void)?
        var alarm: Int?
    }

    private let state: Locked<State>
    private let session: AppSession?
    private weak let phone: SimulatedPhone?

    init(
        phone: SimulatedPhone, session: AppSession?,
        _ body: @escaping @MainActor @Sendable () -> Void
    ) {
        self.phone = phone
        self.session = session
        state = Locked(State(body: body))
    }

    /// Sees to it that it does not run, if it has not begun; from any thread, and more than once.
    public func cancel() {
        let alarm = state.withLock { state in
            defer { state = State() }
            return state.alarm
        }
        guard let alarm, let phone else { return }
        phone.withStage { $0.time.cancel(alarm) }
    }

    func isAlarm(_ number: Int) { state.withLock { $0.alarm = number } }

    @MainActor func run() {
        let body = state.withLock { state in
            defer { state = State() }
            return state.body
        }
        guard let body, let phone, !phone.isClosed else { return }
        defer { phone.shared.withLock { $0.workCount += 1 } }
        guard let session else { return body() }
        guard session.state.link != .severed else { return }
        session.bind { body() }
    }
}
