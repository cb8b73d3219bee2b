// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Runs a task and waits for its end, on a thread that has nothing else to do.
func awaited<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) -> Result<Value, any Error> {
    let outcome = Outcome<Value>()
    Task {
        do {
            outcome.finish(.success(try await body()))
        } catch {
            outcome.finish(.failure(error))
        }
    }
    return outcome.wait()
}

/// A value that one thread waits for and another brings.
///
/// Sendable because the semaphore is made for several threads, and orders both uses of the result.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private let result = Mutex<Result<Value, any Error>?>(nil)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func finish(_ result: Result<Value, any Error>) {
        self.result.withLock { $0 = result }
        sem_post(semaphore)
    }

    func wait() -> Result<Value, any Error> {
        while true {
            while sem_wait(semaphore) != 0 {}
            if let result = result.withLock({ $0 }) { return result }
        }
    }
}
