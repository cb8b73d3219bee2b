// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Time, as all of VoIPKit takes it: the device's in an app, a test's own in a test.
@MainActor public protocol CallClock: AnyObject {
    /// The wall clock, which the deadlines of the system's actions are on.
    var now: Date { get }

    /// Runs something later, on the main actor.
    ///
    /// - Parameters:
    ///   - seconds: How much later; 0 or less is as soon as possible, but never before this
    ///     returns.
    ///   - body: What to run.
    /// - Returns: What cancels it. Let go of, it still runs.
    func schedule(
        after seconds: TimeInterval, _ body: @escaping @MainActor () -> Void
    ) -> any CallTimer
}

/// Something that a ``CallClock`` was asked to run.
@MainActor public protocol CallTimer: AnyObject {
    /// Sees to it that it does not run, if it has not yet.
    func cancel()
}

/// The device's time.
@MainActor public final class SystemClock: CallClock {
    /// Makes one; they are all alike.
    nonisolated public init() {}

    /// What the device's clock shows.
    public var now: Date { Date() }

    /// Runs something later, on the main queue.
    ///
    /// - Parameters:
    ///   - seconds: How much later.
    ///   - body: What to run.
    /// - Returns: What cancels it.
    public func schedule(
        after seconds: TimeInterval, _ body: @escaping @MainActor () -> Void
    ) -> any CallTimer {
        let timer = MainQueueTimer(body)
        DispatchQueue.main.asyncAfter(deadline: .now() + max(0, seconds)) { timer.fire() }
        return timer
    }
}

@MainActor private final class MainQueueTimer: CallTimer {
    private var body: (@MainActor () -> Void)?

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }

    func cancel() { body = nil }

    func fire() {
        let body = body
        self.body = nil
        body?()
    }
}
