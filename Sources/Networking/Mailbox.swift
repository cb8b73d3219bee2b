// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import Synchronization

/// The closures that other threads have left for a loop, and the descriptor that wakes it.
///
/// Written to only when the mailbox was empty, so that a burst costs one system call.
final class Mailbox: Sendable {
    private struct Contents {
        var bodies: [@Sendable () -> Void] = []
        var isClosed = false
    }

    private let contents = Mutex(Contents())
    let descriptor: Int32

    init() throws(NetworkingError) {
        descriptor = CLinux_eventfd()
        guard descriptor >= 0 else { throw .system(operation: "eventfd", errno: errno) }
    }

    deinit { Glibc.close(descriptor) }

    func post(_ body: @escaping @Sendable () -> Void) {
        let mustWake = contents.withLock { contents in
            guard !contents.isClosed else { return false }
            contents.bodies.append(body)
            return contents.bodies.count == 1
        }
        guard mustWake else { return }
        var one: UInt64 = 1
        // Cannot fail for want of room: the counter is reset before the mailbox is emptied.
        _ = Glibc.write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// What has been posted, in order.
    ///
    /// The counter first: a post in between is then taken along.
    func takeAll() -> [@Sendable () -> Void] {
        var count: UInt64 = 0
        _ = Glibc.read(descriptor, &count, MemoryLayout<UInt64>.size)
        return contents.withLock { contents in
            defer { contents.bodies = [] }
            return contents.bodies
        }
    }

    /// From now on, posts are dropped.
    func close() {
        // Dropped outside the lock: a closure's captures may post when they go.
        let dropped = contents.withLock { contents in
            contents.isClosed = true
            defer { contents.bodies = [] }
            return contents.bodies
        }
        _ = dropped
    }
}
