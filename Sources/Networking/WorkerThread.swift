// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The one thread for what must not hold the loop: fsync, SQLite, signatures, files.
///
/// Jobs run one at a time in the order given. Made and used on the loop's thread.
package final class WorkerThread {
    private let loop: EventLoop
    private let queue: JobQueue
    private let completions = Completions()
    private var thread: pthread_t?

    /// Starts the thread.
    ///
    /// At most 15 bytes of its name show in `top`.
    package init(loop: EventLoop, name: String) {
        self.loop = loop
        queue = JobQueue(name: name)
        thread = queue.startThread()
    }

    deinit { shutdown() }

    /// Runs `work` on the thread, then `then` with its result on the loop, in the order of the
    /// calls.
    ///
    /// `then` never leaves the loop's thread, so that it may hold loop objects; it is dropped if
    /// the loop has stopped for good by that time.
    package func run<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result,
        then: @escaping (Result) -> Void
    ) {
        precondition(thread != nil, "a job was given to a worker that is shut down")
        let ticket = completions.add { result in
            guard let result = result as? Result else {
                preconditionFailure("a job's result came to another job's completion")
            }
            then(result)
        }
        let completions = LoopBound(self.completions, loop: loop)
        let poster = loop.poster
        queue.append {
            let result = work()
            poster.post { completions.value.finish(ticket, with: result) }
        }
    }

    /// Waits until all jobs are done, and ends the thread.
    ///
    /// What they report still reaches a loop that runs on. Twice is once.
    package func shutdown() {
        guard let thread else { return }
        self.thread = nil
        queue.close()
        pthread_join(thread, nil)
    }
}

/// The closures that wait for results, on the loop's side.
private final class Completions {
    private var waiting: [UInt64: (any Sendable) -> Void] = [:]
    private var nextTicket: UInt64 = 0

    func add(_ completion: @escaping (any Sendable) -> Void) -> UInt64 {
        defer { nextTicket += 1 }
        waiting[nextTicket] = completion
        return nextTicket
    }

    func finish(_ ticket: UInt64, with result: any Sendable) {
        waiting.removeValue(forKey: ticket)?(result)
    }
}
