// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// Carries an object that belongs to a loop through code of other threads, unopened.
///
/// The last reference must not be dropped elsewhere: the loop's side holds the object as well, as
/// long as a copy is out.
///
/// Sendable because the value is opened on its loop's thread alone, which is checked.
package struct LoopBound<Value>: @unchecked Sendable {
    private let content: Value
    private let owner: LoopIdentity

    /// Wraps a value on the thread of `loop`.
    package init(_ value: Value, loop: EventLoop) {
        content = value
        owner = loop.identity
    }

    /// The value.
    ///
    /// Stops the process on any thread but the loop's.
    package var value: Value {
        precondition(owner.isCurrent, "a loop's object was opened on another thread")
        return content
    }
}

/// Which thread runs a loop.
final class LoopIdentity: Sendable {
    private let thread: Atomic<UInt>

    init() { thread = Atomic(UInt(pthread_self())) }

    func adopt() { thread.store(UInt(pthread_self()), ordering: .relaxed) }

    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }
}
