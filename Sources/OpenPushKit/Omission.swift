// SPDX-License-Identifier: Apache-2.0
import PhoneLink

/// Finds out whether a delegate has a method: it is called, and the method that stands in for one
/// that is left out says so here.
///
/// It takes the place of `responds(to:)`, which needs Objective-C.
final class Omission: Sendable {
    @TaskLocal static var current: Omission?

    private let isNoted = Locked(false)

    func note() { isNoted.withLock { $0 = true } }

    /// Whether a stand-in was reached.
    var isFound: Bool { isNoted.withLock { $0 } }

    /// Whether `call` reached a method of the app's own.
    static func isImplemented(_ call: () -> Void) -> Bool {
        let omission = Omission()
        $current.withValue(omission, operation: call)
        return !omission.isFound
    }

    /// Whether `call` reached a method of the app's own.
    ///
    /// It begins at once, on this thread, so that a stand-in has said so when this returns. A
    /// method of the app's own goes on by itself after its first suspension; `end` is called when
    /// it is done, and never for a stand-in.
    ///
    /// - Note: Where the system's concurrency is older than Swift 6.2, false, and nothing is
    ///   called.
    static func isImplemented(
        _ call: @escaping @Sendable () async -> Void,
        end: @escaping @Sendable () -> Void
    ) -> Bool {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return false
        }
        let omission = Omission()
        $current.withValue(omission) {
            _ = Task.immediate {
                await call()
                if !omission.isFound { end() }
            }
        }
        return !omission.isFound
    }
}
