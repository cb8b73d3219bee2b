// SPDX-License-Identifier: Apache-2.0

/// What one message, name or table may hold.
///
/// Reaching a limit is an outcome, never a trap.
package enum Limits {
    /// A frame's body.
    ///
    /// The largest legal message is a push of 5,120 bytes in base64, about 7 KiB; ten times that
    /// leaves room for transactions and keeps a hostile peer cheap.
    package static let frameByteCount = 64 * 1024
    /// A caller's or provider's name, in UTF-8.
    package static let nameByteCount = 1024
    /// A handle's value, in UTF-8: the longest SIP URI that one meets fits four times.
    package static let handleByteCount = 256
    /// Actions of one transaction; a real one has a handful.
    package static let actionsPerTransaction = 64
    /// Providers of one process.
    ///
    /// Apple's advice is one (B1), but apps are seen that make one for each push and keep none
    /// (B5), and each lives until it is invalidated (B7).
    package static let providersPerProcess = 1024
    /// Calls that one app may have at once, whatever its configuration says.
    package static let callsPerApp = 256
    /// Actions that one process may have in hand and not complete, until it may ask for no more.
    ///
    /// What a real app has open are a few; a Start may stay so for ten minutes.
    package static let openActionsPerProcess = 1024
    /// Calls of one list for an observer: about half of what a frame holds.
    package static let callsPerNotice = 256
    /// Handles that may be blocked, or let through; people that the phone knows, and the handles of
    /// each.
    package static let settingCount = 20_000
    /// A VoIP push's payload (APNs: sending notification requests).
    package static let voipPayloadByteCount = 5120
    /// Pushes that wait for one app to start or to catch up; past it the phone refuses more.
    package static let waitingPushesPerApp = 16384
    /// A call directory extension's identifier, in UTF-8.
    package static let extensionIDByteCount = 256
    /// Call directory extensions that a phone knows; a real one has a handful.
    package static let extensionCount = 1024
    /// Opaque device tokens: never assume 32 bytes, never accept more than this.
    package static let tokenByteCount = 256
    /// A label of a call directory's entry, in UTF-8; a longer one is cut where it is made.
    package static let directoryLabelByteCount = 1024
    /// A batch of entries, from a call directory extension.
    ///
    /// What is written is sixteen times less; the rest is room for other writers.
    package static let directoryBatchByteCount = 1024 * 1024
}
