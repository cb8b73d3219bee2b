// SPDX-License-Identifier: Apache-2.0

extension IdentifierKind {
    package enum Record {}
}

/// A row of Recents.
///
/// An app may use a call's UUID again, so the phone gives each row a name of its own.
package typealias RecordID = Identifier<IdentifierKind.Record>

/// One call as Recents keeps it.
///
/// It is written when the call begins and again at each step, so that a phone that dies leaves a
/// row without an end, which the next start marks as failed.
package struct RecentCall: Hashable, Sendable, Codable {
    package var record: RecordID
    package var call: CallID
    package var bundle: BundleID
    package var handle: Handle?
    package var name: String?
    package var isOutgoing: Bool
    package var hasVideo: Bool
    package var began: WallTime
    package var connected: WallTime?
    package var ended: WallTime?
    /// Nil while the call goes on.
    package var outcome: CallOutcome?

    package init(
        record: RecordID,
        call: CallID,
        bundle: BundleID,
        handle: Handle?,
        name: String?,
        isOutgoing: Bool,
        hasVideo: Bool,
        began: WallTime,
        connected: WallTime? = nil,
        ended: WallTime? = nil,
        outcome: CallOutcome? = nil
    ) {
        self.record = record
        self.call = call
        self.bundle = bundle
        self.handle = handle
        self.name = name
        self.isOutgoing = isOutgoing
        self.hasVideo = hasVideo
        self.began = began
        self.connected = connected
        self.ended = ended
        self.outcome = outcome
    }
}
