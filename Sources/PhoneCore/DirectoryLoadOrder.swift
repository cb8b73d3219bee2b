// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// One run of a call directory extension, numbered by the phone; a number is never used twice.
package struct DirectoryLoadID: Hashable, Sendable, Comparable {
    package var number: Int
    package init(_ number: Int) { self.number = number }
    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// What the driver is to run.
///
/// The phone watches the time: it cancels a load that takes too long.
package struct DirectoryLoadOrder: Hashable, Sendable {
    package var id: DirectoryLoadID
    package var extensionID: ExtensionID
    package var app: BundleID
    /// What `CXCallDirectoryExtensionContext.isIncremental` says: data stands, and the last load
    /// succeeded (B145).
    package var isIncremental: Bool
    /// Entries of both kinds that may stand after the load (B142).
    package var entryLimit: Int
    /// What the extension's process may grow by, in bytes, over its hello; nil is no limit (B152).
    package var memoryLimit: Int?
    /// Growth that is worth a remark, in bytes.
    package var memoryWarning: Int

    package init(
        id: DirectoryLoadID,
        extensionID: ExtensionID,
        app: BundleID,
        isIncremental: Bool,
        entryLimit: Int,
        memoryLimit: Int?,
        memoryWarning: Int
    ) {
        self.id = id
        self.extensionID = extensionID
        self.app = app
        self.isIncremental = isIncremental
        self.entryLimit = entryLimit
        self.memoryLimit = memoryLimit
        self.memoryWarning = memoryWarning
    }
}

/// How a load has ended.
package enum DirectoryLoadOutcome: Hashable, Sendable {
    /// The new data stands, and has taken the place of the old; with what the extension's developer
    /// should know, one sentence each.
    case loaded(DirectoryCounts, remarks: [String] = [])
    /// The old data stands (B148).
    case failed(DirectoryFailure)
}
