// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A call of this app, as its own screen would show it.
struct Conversation {
    let call: UUID
    let partner: String
    let hasVideo: Bool
    var isConnected = false
    var isOnHold = false
    var isMuted = false
    /// The digits that were sent in it.
    var digits = ""
    /// A call of the same conference.
    var joinedTo: UUID?

    init(call: UUID, partner: String, hasVideo: Bool) {
        self.call = call
        self.partner = partner
        self.hasVideo = hasVideo
    }
}
