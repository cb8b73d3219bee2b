// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A call on the app's own screen, as ``InAppCallSystem`` keeps it.
struct InAppCall: Hashable, Sendable {
    /// What is shown of it.
    var call: Call
    var features: CallFeatures
    /// The group that it is in; alone it is the only one (B89).
    var group: UUID
    /// Whether its Start was fulfilled: only then does its progress count.
    var isStarted = false
    /// When it was connected, where that was told before its Start was fulfilled.
    var earlyConnection: Date?
    /// Whether an End is on its way.
    var isEnding = false
    /// Whether the system itself asked for its hold, to make room for another.
    var isStoodAside = false

    init(_ call: Call, features: CallFeatures) {
        self.call = call
        self.features = features
        group = call.id
    }

    var id: UUID { call.id }
    var isRinging: Bool { call.state == .ringing }
    /// On its way to being connected.
    var isUnderWay: Bool { call.state == .connecting }
    /// Connected, and not on hold.
    var isLive: Bool { call.state == .active }
    var isHeld: Bool { call.state == .held }
    var isConnected: Bool { isLive || isHeld }

    /// Whether it is to be heard: its Start or Answer was fulfilled, and it is not on hold (B69).
    var isHeard: Bool { !isEnding && (isLive || isUnderWay && isStarted) }

    /// Whether an action makes sense now; Apple names no rule (B54).
    func allows(_ kind: CallAction.Kind) -> Bool {
        switch kind {
        case .end: true
        case .start: false
        case .answer: isRinging && !isEnding
        case .setHeld, .setGroup: isConnected
        case .setMuted: !isRinging
        case .play: isConnected || isStarted
        }
    }
}
