// SPDX-License-Identifier: Apache-2.0

/// A call that was refused without a screen: it is kept in a log of its own, not in Recents (B158).
package struct BlockedCall: Hashable, Sendable, Codable {
    /// Whose doing it was.
    package enum Source: Hashable, Sendable, Codable {
        /// The person's own block list (B64).
        case own
        case directory(ExtensionID)
    }

    package var record: RecordID
    package var at: WallTime
    /// ``cellularBundle`` for a call of the cellular network.
    package var bundle: BundleID
    package var call: CallID
    package var handle: Handle?
    /// What the caller would have been shown as: the app's name of them, else an extension's label.
    package var name: String?
    package var blockedBy: Source

    package init(
        record: RecordID,
        at: WallTime,
        bundle: BundleID,
        call: CallID,
        handle: Handle?,
        name: String? = nil,
        blockedBy: Source
    ) {
        self.record = record
        self.at = at
        self.bundle = bundle
        self.call = call
        self.handle = handle
        self.name = name
        self.blockedBy = blockedBy
    }
}
