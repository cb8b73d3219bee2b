// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What a ``CallService`` tells of a call by itself, by `CallManager.report(_:of:)`.
///
/// Nothing of this is ever guessed or timed: what the service does not tell has not happened.
public enum CallProgress: Hashable, Sendable {
    /// An outgoing call is being set up with the other side: it rings there, say. Nil is now (B33).
    case startedConnecting(Date?)
    /// The other side is there. Nil is now.
    case connected(Date?)
    /// It is over. Nil is now. May overtake the report of the call: it is kept and carried out.
    case ended(CallEndReason, Date?)
    /// What is shown has changed; nil leaves a field as it was (B99, B103).
    case updated(handle: CallHandle?, name: String?, hasVideo: Bool?)
}
