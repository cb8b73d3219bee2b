// SPDX-License-Identifier: Apache-2.0

/// Why a call ended that the user did not end here.
public enum CXCallEndedReason: Int, Sendable {
    /// It went wrong.
    case failed = 1
    /// The other party hung up.
    case remoteEnded = 2
    /// Nobody answered, and nobody ended it.
    case unanswered = 3
    /// It was answered on another device.
    case answeredElsewhere = 4
    /// It was declined on another device.
    case declinedElsewhere = 5
}
