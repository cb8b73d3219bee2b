// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with this copy of the call service: one mistake at a time, each of a kind that
/// shipped apps have had.
///
/// `diff -r Sources/CallService Sources/BuggyCallService` shows where they are.
package enum PlantedBug: String, CaseIterable, Sendable {
    /// A push that cannot be read is dropped.
    case pushNotReported
    /// The token is printed in place of its bytes.
    case tokenPrinted
    /// Each push makes a provider.
    case providerForEachPush
    /// The app goes on with a call that the system refused.
    case goesOnAfterRefusal
    /// An answer is neither fulfilled nor failed.
    case answerNeverCompleted
    /// A mute is fulfilled on two paths.
    case completedTwice
    /// A mute that is performed is requested once more.
    case muteForEachMute
    /// The app activates the audio session by itself.
    case audioActivatedByHand
    /// A call's end is reported under a fresh UUID.
    case endsUnderFreshUUID
    /// The system never hears that an outgoing call was answered.
    case neverConnected
    /// The system never hears that a call is over.
    case neverEnded
}
