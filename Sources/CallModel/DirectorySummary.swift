// SPDX-License-Identifier: Apache-2.0

/// A call directory extension as the phone's person sees it.
package struct DirectorySummary: Hashable, Sendable, Codable {
    /// What goes on with it now.
    package enum Activity: Hashable, Sendable, Codable {
        /// Another extension is loading; this one is next, or after others.
        case waiting
        /// So many entries have come so far.
        case loading(entries: Int)
    }

    /// How the last load went.
    package struct LastLoad: Hashable, Sendable, Codable {
        package var ended: WallTime
        package var duration: Interval
        package var isIncremental: Bool
        /// Nil where it succeeded.
        package var failure: DirectoryFailure?

        package init(
            ended: WallTime,
            duration: Interval,
            isIncremental: Bool,
            failure: DirectoryFailure? = nil
        ) {
            self.ended = ended
            self.duration = duration
            self.isIncremental = isIncremental
            self.failure = failure
        }
    }

    package var id: ExtensionID
    package var app: BundleID
    package var name: String
    /// False once its app is gone; its data stays for a while (B162).
    package var isInstalled: Bool
    package var isEnabled: Bool
    package var activity: Activity?
    /// What stands and is consulted while it is enabled; nil where nothing was ever loaded.
    package var counts: DirectoryCounts?
    /// Nil where none has ended since the phone was started.
    package var lastLoad: LastLoad?
    /// What its developer should know, one sentence each.
    package var advice: [String]

    package init(
        id: ExtensionID,
        app: BundleID,
        name: String,
        isInstalled: Bool = true,
        isEnabled: Bool,
        activity: Activity? = nil,
        counts: DirectoryCounts? = nil,
        lastLoad: LastLoad? = nil,
        advice: [String] = []
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.isInstalled = isInstalled
        self.isEnabled = isEnabled
        self.activity = activity
        self.counts = counts
        self.lastLoad = lastLoad
        self.advice = advice
    }
}
