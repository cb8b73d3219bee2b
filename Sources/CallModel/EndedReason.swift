// SPDX-License-Identifier: Apache-2.0

/// The reason that an app gives for the end of a call: `CXCallEndedReason` with its raw values.
///
/// There is no 0.
package enum EndedReason: Int, Hashable, Sendable, Codable {
    case failed = 1
    case remoteEnded = 2
    case unanswered = 3
    case answeredElsewhere = 4
    case declinedElsewhere = 5
}

/// How a call came to its end, as Recents keeps it: who ended it, and when in its life.
package enum CallOutcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// Connected, then ended by the user or by the app at the user's wish.
    case ended
    /// Ended by the user before it was answered.
    case declined
    case remoteEnded
    case unanswered
    case answeredElsewhere
    case declinedElsewhere
    /// Set-up failed, the app or the phone died, or the provider was invalidated (B7).
    case failed
}
