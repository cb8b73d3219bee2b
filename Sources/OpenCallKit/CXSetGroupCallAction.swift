// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation

/// To join a call with another, or to take it out of its group.
///
/// Which calls are together can be read nowhere: the app keeps that (B88).
open class CXSetGroupCallAction: CXCallAction {
    /// Makes an action for a call.
    ///
    /// - Parameters:
    ///   - callUUID: The call that moves.
    ///   - callUUIDToGroupWith: A call of the group that it joins; nil leaves its own (B87).
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        self.callUUIDToGroupWith = callUUIDToGroupWith
        super.init(call: callUUID)
    }

    /// A call of the group to join.
    ///
    /// Nil is none: the call leaves the group that it is in. One that is in a group leaves that
    /// first (B87).
    open var callUUIDToGroupWith: UUID?

    override var kind: CallAction.Kind? { .setGroup(with: callUUIDToGroupWith?.identifier()) }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(
            to: CXSetGroupCallAction(call: callUUID, callUUIDToGroupWith: callUUIDToGroupWith))
    }

    /// Writes the action.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callUUIDToGroupWith.map { $0 as NSUUID }, forKey: "callUUIDToGroupWith")
    }

    /// Reads an action; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        callUUIDToGroupWith = aDecoder.archive.uuid("callUUIDToGroupWith")
        super.init(coder: aDecoder)
    }
}
