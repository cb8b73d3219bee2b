// SPDX-License-Identifier: Apache-2.0

/// A call directory extension, by its `CFBundleIdentifier`.
package typealias ExtensionID = String

/// A call directory extension as its bundle describes it.
package struct DirectoryExtension: Hashable, Sendable, Codable {
    package var id: ExtensionID
    /// The app whose bundle holds it.
    package var app: BundleID
    /// What its person reads in the settings.
    package var name: String

    package init(id: ExtensionID, app: BundleID, name: String) {
        self.id = id
        self.app = app
        self.name = name
    }
}

/// `CXCallDirectoryManager.EnabledStatus`, with Apple's raw values.
package enum DirectoryEnabledStatus: Int, Hashable, Sendable, Codable, CaseIterable {
    case unknown = 0
    case disabled = 1
    case enabled = 2
}

/// How many entries of an extension stand, or have come so far.
package struct DirectoryCounts: Hashable, Sendable, Codable {
    package var blocking: Int
    package var identification: Int

    package init(blocking: Int = 0, identification: Int = 0) {
        self.blocking = blocking
        self.identification = identification
    }

    /// Both kinds together, which is what the limit counts (B142).
    package var total: Int { blocking + identification }
}

/// Why a load failed.
package struct DirectoryFailure: Error, Hashable, Sendable, Codable {
    /// A raw value of ``CallDirectoryError``, or one of those that Apple does not document (B161).
    package var code: Int
    /// The list, the entry and its index, the rule, and what to do next; no number stands in it
    /// that its developer did not send.
    package var words: String

    package init(code: Int, words: String) {
        self.code = code
        self.words = words
    }

    package init(_ error: CallDirectoryError, _ words: String) {
        self.init(code: error.rawValue, words: words)
    }
}

/// What the phone has kept of an extension from its last run.
package struct DirectoryStanding: Hashable, Sendable, Codable {
    package var extensionID: ExtensionID
    package var counts: DirectoryCounts
    /// False where a load has failed, or was cut short, after the one that this data is of (B145).
    package var isLastLoadGood: Bool
    /// When the data that stands was complete.
    package var loadedAt: WallTime

    package init(
        extensionID: ExtensionID,
        counts: DirectoryCounts,
        isLastLoadGood: Bool,
        loadedAt: WallTime
    ) {
        self.extensionID = extensionID
        self.counts = counts
        self.isLastLoadGood = isLastLoadGood
        self.loadedAt = loadedAt
    }
}
