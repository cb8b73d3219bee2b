// SPDX-License-Identifier: Apache-2.0
import CallModel

/// One connection of an app or of a person's tool.
struct HostSession {
    /// What the peer may do: the entrance it came by says so, never the peer.
    enum Role: Equatable {
        case app(BundleID)
        /// The notification service extension of that app.
        case appExtension(BundleID)
        case user
    }

    enum State {
        /// Its first message, which carries the version, is still to come.
        case greeting
        case open
        /// It has been told to go; what it still says is not heard.
        case closing
    }

    let role: Role
    let peer: any HostPeer
    var state = State.greeting
}
