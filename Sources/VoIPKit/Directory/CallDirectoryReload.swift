// SPDX-License-Identifier: Apache-2.0

/// How it stands with the load of one call directory extension.
public struct CallDirectoryReload: Hashable, Sendable {
    /// What is going on.
    public enum State: Hashable, Sendable {
        /// The system loads it; so much is done, from 0 to 1, or nil where the extension tells of
        /// none.
        case loading(Double?)
        /// Another load is going on (B150); it is tried again by itself.
        case waiting
        /// All of it is in force.
        case loaded
        /// What stood before stays in force (B148).
        case failed(CallDirectoryError)
    }

    /// The extension's bundle identifier.
    public let identifier: String
    /// What is going on.
    public let state: State
}
