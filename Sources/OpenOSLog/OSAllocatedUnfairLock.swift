// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A lock around a value; copies are the same lock.
///
/// As Apple's, it knows which thread holds it: one that takes it again, or gives back what it does
/// not hold, ends the process.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Sendable because the holder alone reaches the state.
    private final class Storage: @unchecked Sendable {
        // Sendable because `condition` guards `holder`, and being the holder guards `state`.
        private let condition = NSCondition()
        private var holder: ObjectIdentifier?
        var state: State

        init(_ state: State) { self.state = state }

        /// Whether the lock could be had; one that waits always can.
        func lock(waits: Bool) -> Bool {
            let thread = ObjectIdentifier(Thread.current)
            condition.lock()
            defer { condition.unlock() }
            if holder == thread {
                guard waits else { return false }
                fatalError("a thread takes an OSAllocatedUnfairLock that it holds already")
            }
            while holder != nil {
                guard waits else { return false }
                condition.wait()
            }
            holder = thread
            return true
        }

        func unlock() {
            condition.lock()
            defer { condition.unlock() }
            guard holder == ObjectIdentifier(Thread.current) else {
                fatalError("a thread gives back an OSAllocatedUnfairLock that it does not hold")
            }
            holder = nil
            condition.signal()
        }

        var isHeldHere: Bool {
            condition.lock()
            defer { condition.unlock() }
            return holder == ObjectIdentifier(Thread.current)
        }
    }

    /// Who holds the lock.
    public enum Ownership: Hashable, Sendable {
        /// The thread that asks.
        case owner
        /// Another thread, or none.
        case notOwner
    }

    private let storage: Storage

    /// Makes a lock around a value that must not be reached in another way.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Makes a lock around a value.
    public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

    /// Calls the closure with the value, once no other thread holds the lock.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        _ = storage.lock(waits: true)
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Calls the closure with the value, once no other thread holds the lock.
    public func withLock<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R { try withLockUnchecked(body) }

    /// Calls the closure with the value, unless a thread holds the lock: nil then.
    public func withLockIfAvailableUnchecked<R>(
        _ body: (inout State) throws -> R
    ) rethrows -> R? {
        guard storage.lock(waits: false) else { return nil }
        defer { storage.unlock() }
        return try body(&storage.state)
    }

    /// Calls the closure with the value, unless a thread holds the lock: nil then.
    public func withLockIfAvailable<R: Sendable>(
        _ body: @Sendable (inout State) throws -> R
    ) rethrows -> R? { try withLockIfAvailableUnchecked(body) }

    /// Ends the process unless that is so.
    public func precondition(_ condition: Ownership) {
        Swift.precondition(
            storage.isHeldHere == (condition == .owner),
            "the thread \(condition == .owner ? "does not hold" : "holds") the lock")
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Makes a lock around nothing.
    public init() { storage = Storage(()) }

    /// Waits until no other thread holds the lock, and takes it.
    public func lock() { _ = storage.lock(waits: true) }

    /// Gives the lock back.
    public func unlock() { storage.unlock() }

    /// Takes the lock, unless a thread holds it.
    ///
    /// - Returns: Whether it was taken.
    public func lockIfAvailable() -> Bool { storage.lock(waits: false) }

    /// Calls the closure once no other thread holds the lock.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R {
        try withLockUnchecked { (_: inout Void) in try body() }
    }

    /// Calls the closure once no other thread holds the lock.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Calls the closure, unless a thread holds the lock: nil then.
    public func withLockIfAvailableUnchecked<R>(_ body: () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { (_: inout Void) in try body() }
    }

    /// Calls the closure, unless a thread holds the lock: nil then.
    public func withLockIfAvailable<R: Sendable>(
        _ body: @Sendable () throws -> R
    ) rethrows -> R? { try withLockIfAvailableUnchecked(body) }
}
