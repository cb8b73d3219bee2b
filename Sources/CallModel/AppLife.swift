// SPDX-License-Identifier: Apache-2.0

/// What the phone tells an app about its place on it.
package struct AppLife: Hashable, Sendable, Codable {
    /// What `UIApplication.State` says, in the order from the back to the front.
    package enum Stage: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
        /// Out of sight.
        case background
        /// The person looks at it, and something of the system lies over it.
        case inactive
        case active

        package static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .background: 0
            case .inactive: 1
            case .active: 2
            }
        }
    }

    package var stage: Stage
    /// False while the phone is locked.
    package var isProtectedDataAvailable: Bool

    /// An app's place; by default that of a process of which the phone has said nothing yet.
    package init(stage: Stage = .background, isProtectedDataAvailable: Bool = true) {
        self.stage = stage
        self.isProtectedDataAvailable = isProtectedDataAvailable
    }
}
