// SPDX-License-Identifier: Apache-2.0

/// What a call directory extension's process says to the phone, on a connection of its own.
///
/// The entries themselves come as packed batches, between these messages and in order with them.
/// The connection says who speaks; no message does.
///
/// ```
/// extension   hello             confirmIncremental?  batch…   complete
/// phone              welcome                                            completed
///                    refused    failed, at any time after the welcome: the load is over
/// ```
package enum DirectoryRequest: Hashable, Sendable, Codable {
    /// The first message; nothing follows before the welcome.
    case hello(version: Int)
    /// The extension asked `isIncremental` before its first entry and heard yes: what follows are
    /// changes (B144).
    ///
    /// Comes before the first batch, only where the welcome allows it. Without it the load is a
    /// whole one, whatever the welcome said, and a removal breaks the rules (B146).
    case confirmIncremental
    /// All entries have been sent: `completeRequest`.
    case complete
    /// The extension gives up, in its own words, and the load is to fail: `cancelRequest`.
    ///
    /// At most ``Limits/nameByteCount`` bytes.
    case cancel(String)
}
