// SPDX-License-Identifier: Apache-2.0

// What apps import os for and cannot have here: the compiler says what to write instead.

/// Intervals are drawn by Instruments, which Apple's systems alone have.
@available(*, unavailable, message: "there is no Instruments: put it inside #if canImport(Darwin)")
public struct OSSignposter {
    /// Cannot be made.
    public init(subsystem: String, category: String) {}

    /// Cannot be made.
    public init() {}
}

/// Intervals are drawn by Instruments, which Apple's systems alone have.
@available(*, unavailable, message: "there is no Instruments: put it inside #if canImport(Darwin)")
public struct OSSignpostID {
    /// Cannot be made.
    public init(log: OSLog) {}
}

/// Intervals are drawn by Instruments, which Apple's systems alone have.
@available(*, unavailable, message: "there is no Instruments: put it inside #if canImport(Darwin)")
public struct OSSignpostType {}

/// The lines of a log are in a file, not in a store.
@available(
    *, unavailable, message: "the lines are on standard error, which a phone keeps with the app"
)
public final class OSLogStore {}

/// A lock that must not move, which Swift cannot promise.
@available(*, unavailable, message: "use OSAllocatedUnfairLock, which Apple's systems have as well")
public struct os_unfair_lock_s {
    /// Cannot be made.
    public init() {}
}

/// A lock that must not move, which Swift cannot promise.
@available(*, unavailable, message: "use OSAllocatedUnfairLock, which Apple's systems have as well")
public typealias os_unfair_lock = os_unfair_lock_s

/// A lock that must not move, which Swift cannot promise.
@available(*, unavailable, message: "use OSAllocatedUnfairLock, which Apple's systems have as well")
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Cannot be called.
@available(*, unavailable, message: "use OSAllocatedUnfairLock, which Apple's systems have as well")
public func os_unfair_lock_lock(_ lock: UnsafeMutableRawPointer) {}

/// Cannot be called.
@available(*, unavailable, message: "use OSAllocatedUnfairLock, which Apple's systems have as well")
public func os_unfair_lock_unlock(_ lock: UnsafeMutableRawPointer) {}

/// Cannot be called.
@available(*, unavailable, message: "use OSAllocatedUnfairLock, which Apple's systems have as well")
public func os_unfair_lock_trylock(_ lock: UnsafeMutableRawPointer) -> Bool { false }
