// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation

/// Something to be done to one call.
open class CXCallAction: CXAction {
    private let call: UUID

    /// Makes an action for a call.
    public init(call callUUID: UUID) {
        call = callUUID
        super.init()
    }

    /// Which call it is for.
    open var callUUID: UUID { call }

    /// The action as a message carries it; nil for what no message can carry.
    final var model: CallAction? {
        kind.map {
            CallAction(
                id: uuid.identifier(),
                call: callUUID.identifier(),
                kind: $0,
                timeout: timeoutDate.wallTime
            )
        }
    }

    /// The action that a message carried.
    static func make(_ model: CallAction) -> CXCallAction {
        let call = UUID(model.call)
        let action: CXCallAction
        switch model.kind {
        case .start(let start):
            let made = CXStartCallAction(call: call, handle: CXHandle(start.handle))
            made.contactIdentifier = start.contactIdentifier
            made.isVideo = start.isVideo
            action = made
        case .answer: action = CXAnswerCallAction(call: call)
        case .end: action = CXEndCallAction(call: call)
        case .setHeld(let isHeld): action = CXSetHeldCallAction(call: call, onHold: isHeld)
        case .setMuted(let isMuted): action = CXSetMutedCallAction(call: call, muted: isMuted)
        case .setGroup(let other):
            action = CXSetGroupCallAction(call: call, callUUIDToGroupWith: other.map { UUID($0) })
        case .playDTMF(let digits, let kind):
            let type = CXPlayDTMFCallAction.ActionType(rawValue: kind.rawValue) ?? .singleTone
            action = CXPlayDTMFCallAction(call: call, digits: digits, type: type)
        case .setTranslating(let translation):
            action = CXSetTranslatingCallAction(
                call: call,
                isTranslating: translation.isOn,
                localLanguage: translation.localLanguage,
                remoteLanguage: translation.remoteLanguage
            )
        }
        action.become(UUID(model.id), until: Date(model.timeout))
        return action
    }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(to: CXCallAction(call: callUUID))
    }

    /// Writes the action.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(callUUID as NSUUID, forKey: "callUUID")
    }

    /// Reads an action; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        guard let call = aDecoder.archive.uuid("callUUID") else {
            return nil
        }
        self.call = call
        super.init(coder: aDecoder)
    }
}
