// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// To hold a call, or to go on with it.
open class CXSetHeldCallAction: CXCallAction {
    /// Makes an action for a call.
    public init(call callUUID: UUID, onHold: Bool) {
        isOnHold = onHold
        super.init(call: callUUID)
    }

    /// Whether to hold it.
    open var isOnHold: Bool

    override var kind: CallAction.Kind? { .setHeld(isOnHold) }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(to: CXSetHeldCallAction(call: callUUID, onHold: isOnHold))
    }

    /// Writes the action.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isOnHold, forKey: "onHold")
    }

    /// Reads an action; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        isOnHold = aDecoder.decodeBool(forKey: "onHold")
        super.init(coder: aDecoder)
    }
}
