// SPDX-License-Identifier: Apache-2.0

/// The details of a call that an app tells: `CXCallUpdate` as a value.
///
/// Nil means "not set", which leaves what was there (B99).
package struct CallUpdate: Hashable, Sendable, Codable {
    package var remoteHandle: Handle?
    package var localizedCallerName: String?
    package var supportsHolding: Bool?
    package var supportsGrouping: Bool?
    package var supportsUngrouping: Bool?
    package var supportsDTMF: Bool?
    package var hasVideo: Bool?

    package init(
        remoteHandle: Handle? = nil,
        localizedCallerName: String? = nil,
        supportsHolding: Bool? = nil,
        supportsGrouping: Bool? = nil,
        supportsUngrouping: Bool? = nil,
        supportsDTMF: Bool? = nil,
        hasVideo: Bool? = nil
    ) {
        self.remoteHandle = remoteHandle
        self.localizedCallerName = localizedCallerName
        self.supportsHolding = supportsHolding
        self.supportsGrouping = supportsGrouping
        self.supportsUngrouping = supportsUngrouping
        self.supportsDTMF = supportsDTMF
        self.hasVideo = hasVideo
    }

    /// Takes over what `newer` sets and keeps the rest (B99).
    package mutating func merge(_ newer: CallUpdate) {
        remoteHandle = newer.remoteHandle ?? remoteHandle
        localizedCallerName = newer.localizedCallerName ?? localizedCallerName
        supportsHolding = newer.supportsHolding ?? supportsHolding
        supportsGrouping = newer.supportsGrouping ?? supportsGrouping
        supportsUngrouping = newer.supportsUngrouping ?? supportsUngrouping
        supportsDTMF = newer.supportsDTMF ?? supportsDTMF
        hasVideo = newer.hasVideo ?? hasVideo
    }
}
