// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// To mute a call, or to let it be heard again.
///
/// The system mutes no microphone: the app does (B94). It also sends some that nobody asked for,
/// first an unmute when an outgoing call connects (B95).
open class CXSetMutedCallAction: CXCallAction {
    /// Makes an action for a call.
    public init(call callUUID: UUID, muted: Bool) {
        isMuted = muted
        super.init(call: callUUID)
    }

    /// Whether to mute it.
    open var isMuted: Bool

    override var kind: CallAction.Kind? { .setMuted(isMuted) }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(to: CXSetMutedCallAction(call: callUUID, muted: isMuted))
    }

    /// Writes the action.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isMuted, forKey: "muted")
    }

    /// Reads an action; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        isMuted = aDecoder.decodeBool(forKey: "muted")
        super.init(coder: aDecoder)
    }
}
