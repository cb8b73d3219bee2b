// SPDX-License-Identifier: Apache-2.0

/// Why a call is over.
public enum CallEndReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The person here hung up or declined, on the system's screen or in the app.
    case local
    /// The other side hung up, or gave up before the call was answered (B22).
    case remote
    /// It could not be set up, or broke.
    case failed
    /// Nobody answered in time.
    case unanswered
    /// Another device of the same person answered it (B24).
    case answeredElsewhere
    /// Another device of the same person declined it (B24).
    case declinedElsewhere
}
