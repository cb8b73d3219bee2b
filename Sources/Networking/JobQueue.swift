// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// The jobs of a thread, handed over in order.
///
/// Sendable because the mutex guards each access to its state.
final class JobQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let name: String
    private var jobs: [@Sendable () -> Void] = []
    private var isClosed = false

    init(name: String) {
        self.name = name
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Starts the thread that runs the jobs until the queue is closed and empty.
    func startThread() -> pthread_t {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let outcome = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<JobQueue>.fromOpaque(context).takeRetainedValue().runAll()
                return nil
            },
            context.toOpaque()
        )
        precondition(outcome == 0, "no thread could be made: \(NetworkingError.text(of: outcome))")
        return thread
    }

    func append(_ job: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        jobs.append(job)
        pthread_cond_signal(changed)
        pthread_mutex_unlock(mutex)
    }

    /// Takes no more jobs; those given are still run.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_signal(changed)
        pthread_mutex_unlock(mutex)
    }

    private func runAll() {
        CLinux_name_thread(name)
        while let batch = takeBatch() {
            for job in batch { job() }
        }
    }

    /// The jobs at hand, waiting for some; nil when the queue is closed and empty.
    private func takeBatch() -> [@Sendable () -> Void]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty {
            guard !isClosed else { return nil }
            pthread_cond_wait(changed, mutex)
        }
        defer { jobs = [] }
        return jobs
    }
}
