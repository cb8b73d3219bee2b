// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The app's line to its own server.
///
/// Tests put a server of theirs in its place.
@MainActor package protocol Signalling: AnyObject {
    /// What the server says; set by the service.
    var onEvent: ((SignallingEvent) -> Void)? { get set }
    /// Where the server can reach this phone; nil where it no longer can.
    func upload(token: String?)
    /// Sends a message, or keeps it until there is a network.
    func send(_ message: SignallingMessage)
}

/// What the app tells the server.
package enum SignallingMessage: Hashable, Sendable {
    case invite(UUID, to: String)
    case accept(UUID)
    case decline(UUID)
    case busy(UUID)
    case hangUp(UUID)
    case hold(UUID, Bool)
    case join(UUID, with: UUID?)
    case tones(UUID, String)
}

/// What the server tells the app.
package enum SignallingEvent: Hashable, Sendable {
    /// The other side's phone rings.
    case ringing(UUID)
    /// Both sides can hear each other.
    case connected(UUID)
    /// The other side does not want to.
    case refused(UUID)
    /// The other side is gone, or has given up before anybody answered.
    case hungUp(UUID)
    /// Another device of this user took the call.
    case answeredElsewhere(UUID)
    /// Another device of this user declined it.
    case declinedElsewhere(UUID)
}
