// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Tells a host what time it is.
package protocol HostClock: AnyObject {
    /// The monotonic part never goes back.
    func now() -> Moment
}

/// The one alarm of a host.
package protocol HostScheduler: AnyObject {
    /// Set by the host; called on the host's own thread or queue, never inside ``arm(at:)``.
    var onFire: (() -> Void)? { get set }

    /// Replaces the deadline that was set before; nil clears it.
    ///
    /// A deadline in the past fires at once, but after the call.
    func arm(at deadline: MonotonicTime?)
}
