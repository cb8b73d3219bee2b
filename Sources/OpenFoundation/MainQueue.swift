// SPDX-License-Identifier: Apache-2.0
package import Dispatch
import Foundation
package import PhoneLink

/// The way onto the main queue for all that an app is called with there: as an operation of
/// `OperationQueue.main`.
///
/// Foundation on Linux calls an observer with `queue: .main` at once where the post is made within
/// such an operation, or on the main thread. Elsewhere it puts the observer's block there and waits
/// for it; and where no thread is the main one, under a test runner and after `dispatchMain()`, a
/// post on the main queue would wait for itself.
///
/// One operation after the other runs, in order; what an app dispatches to the main queue comes
/// between two of them.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether it is that one, whose object is another each time on Linux.
    package static func `is`(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) == true }

    /// Runs `body` after all that lies there.
    package static func async(_ body: @escaping @MainActor @Sendable () -> Void) {
        OperationQueue.main.addOperation { MainActor.assumeIsolated(body) }
    }

    /// Runs `body` likewise, and gives its result to the task that waits for it.
    package static func run<Result: Sendable>(
        _ body: @MainActor @Sendable () throws -> Result
    ) async rethrows -> Result {
        try await MainOperations.shared.run(body)
    }

    /// Calls `done` after the operations and the dispatched blocks that lie there now.
    package static func drain(_ done: @escaping @Sendable () -> Void) {
        async { DispatchQueue.main.async(flags: .barrier, execute: done) }
    }
}

extension DispatchQueue {
    /// Runs `body`, which calls the app, after all that lies on this queue; on the main one as
    /// ``MainQueue`` does.
    package func callOut(_ body: @escaping @Sendable () -> Void) {
        if MainQueue.is(self) { MainQueue.async(body) } else { async(execute: body) }
    }
}

extension AppSession {
    /// Runs `body`, which calls a delegate, on its queue with this session bound.
    ///
    /// Dropped once the session is severed: a process that has ended hears of nothing.
    package func deliver(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        deliver(by: queue.callOut, body)
    }

    /// Runs `body`, which calls a completion, on its queue with this session bound.
    ///
    /// Never dropped: a task that awaits a completion would hang.
    package func complete(on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        complete(by: queue.callOut, body)
    }
}

/// Has the main queue run what a task waits for as an operation of its own.
private actor MainOperations {
    static let shared = MainOperations()

    private let executor = Executor()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    func run<Result: Sendable>(
        _ body: @MainActor @Sendable () throws -> Result
    ) rethrows -> Result {
        try MainActor.assumeIsolated { try body() }
    }

    private final class Executor: SerialExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            OperationQueue.main.addOperation { [self] in
                job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }
    }
}
