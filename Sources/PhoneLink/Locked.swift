// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A value behind a lock, for the objects that an app may use from any thread.
///
/// Never call out to code of the app, and never wait, while holding it.
package final class Locked<Value>: @unchecked Sendable {
    // Sendable because `mutex` guards every access to `value`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the value, alone.
    ///
    /// Not recursive: entering again from within deadlocks.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

/// Carries a value that is not `Sendable` to the one place that uses it next.
package struct Transfer<Value>: @unchecked Sendable {
    // Sendable because its maker lets go of the value, or the value locks itself.
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

/// A reference that does not keep its object alive.
package struct Weak: @unchecked Sendable {
    // Sendable because weak references are read and written atomically, and it is never reassigned.
    package weak var object: AnyObject?

    package init(_ object: AnyObject) { self.object = object }
}
