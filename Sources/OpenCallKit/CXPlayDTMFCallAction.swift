// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation

/// To send tones.
///
/// The app sends them; the system only says which (B97).
open class CXPlayDTMFCallAction: CXCallAction {
    /// Where the digits come from.
    public enum ActionType: Int, Sendable {
        /// A tap on the keypad during the call.
        case singleTone = 1
        /// What stands behind a soft pause of the dialled text.
        case softPause = 2
        /// What stands behind a hard pause of the dialled text.
        case hardPause = 3
    }

    /// Makes an action for a call.
    ///
    /// More than 1,024 bytes of digits fail the request that the action is used in.
    public init(call callUUID: UUID, digits: String, type: CXPlayDTMFCallAction.ActionType) {
        self.digits = digits
        self.type = type
        super.init(call: callUUID)
    }

    /// The tones, in order; a tap on the keypad is one (B97).
    open var digits: String

    /// Where the digits come from.
    open var type: CXPlayDTMFCallAction.ActionType

    override var kind: CallAction.Kind? {
        .playDTMF(digits: digits, CallAction.DTMFKind(rawValue: type.rawValue) ?? .singleTone)
    }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(to: CXPlayDTMFCallAction(call: callUUID, digits: digits, type: type))
    }

    /// Writes the action.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(digits as NSString, forKey: "digits")
        coder.encode(type.rawValue, forKey: "type")
    }

    /// Reads an action; nil where the archive holds none, or one of a type that is not known here.
    public required init?(coder aDecoder: NSCoder) {
        let digits = aDecoder.archive.text("digits")
        let type = ActionType(rawValue: aDecoder.decodeInteger(forKey: "type"))
        guard let digits, let type else { return nil }
        self.digits = digits
        self.type = type
        super.init(coder: aDecoder)
    }
}
