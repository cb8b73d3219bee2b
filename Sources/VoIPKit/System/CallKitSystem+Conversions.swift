// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

extension CXHandle {
    /// A handle as CallKit has it.
    static func make(_ handle: CallHandle) -> CXHandle {
        CXHandle(type: .make(handle.kind), value: handle.value)
    }
}

extension CXHandle.HandleType {
    static func make(_ kind: CallHandle.Kind) -> CXHandle.HandleType {
        switch kind {
        case .generic: .generic
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        }
    }
}

extension CallHandle {
    /// CallKit's handle as a value; a kind that is not known yet is a name of the app's own.
    init(_ handle: CXHandle) {
        switch handle.type {
        case .phoneNumber: self.init(.phoneNumber, handle.value)
        case .emailAddress: self.init(.emailAddress, handle.value)
        default: self.init(.generic, handle.value)
        }
    }
}

extension CXCallUpdate {
    /// All that is known of a call, each flag said (B101).
    static func make(_ call: Call, features: CallFeatures) -> CXCallUpdate {
        let update = CXCallUpdate()
        // What stays unset keeps its value (B99).
        if let handle = call.handle { update.remoteHandle = .make(handle) }
        if let name = call.name { update.localizedCallerName = name }
        update.hasVideo = call.hasVideo
        update.supportsHolding = features.contains(.holding)
        update.supportsGrouping = features.contains(.grouping)
        update.supportsUngrouping = features.contains(.ungrouping)
        update.supportsDTMF = features.contains(.digits)
        return update
    }
}

extension CXCallEndedReason {
    static func make(_ reason: CallEndReason) -> CXCallEndedReason {
        switch reason {
        // CallKit has no reason for an end on this side: that is an action of its own (B20).
        case .local, .remote: .remoteEnded
        case .failed: .failed
        case .unanswered: .unanswered
        case .answeredElsewhere: .answeredElsewhere
        case .declinedElsewhere: .declinedElsewhere
        }
    }
}

extension CXCallAction {
    /// The action by which CallKit is asked.
    static func make(_ action: CallAction) -> CXCallAction {
        switch action.kind {
        case .start(let handle, _, let hasVideo):
            let start = CXStartCallAction(call: action.call, handle: .make(handle))
            start.isVideo = hasVideo
            return start
        case .answer: return CXAnswerCallAction(call: action.call)
        case .end: return CXEndCallAction(call: action.call)
        case .setHeld(let isOnHold):
            return CXSetHeldCallAction(call: action.call, onHold: isOnHold)
        case .setMuted(let isMuted):
            return CXSetMutedCallAction(call: action.call, muted: isMuted)
        case .setGroup(let other):
            return CXSetGroupCallAction(call: action.call, callUUIDToGroupWith: other)
        case .play(let digits):
            return CXPlayDTMFCallAction(
                call: action.call, digits: digits.text, type: .make(digits.kind))
        }
    }

    /// What the system wants done; nil for a class of action that the relay does not take.
    var systemKind: CallAction.Kind? {
        switch self {
        case let start as CXStartCallAction:
            .start(CallHandle(start.handle), name: nil, hasVideo: start.isVideo)
        case is CXAnswerCallAction: .answer
        case is CXEndCallAction: .end
        case let hold as CXSetHeldCallAction: .setHeld(hold.isOnHold)
        case let mute as CXSetMutedCallAction: .setMuted(mute.isMuted)
        case let group as CXSetGroupCallAction: .setGroup(with: group.callUUIDToGroupWith)
        case let play as CXPlayDTMFCallAction: .play(CallDigits(play))
        default: nil
        }
    }
}

extension CXPlayDTMFCallAction.ActionType {
    static func make(_ kind: CallDigits.Kind) -> CXPlayDTMFCallAction.ActionType {
        switch kind {
        case .singleTone: .singleTone
        case .softPause: .softPause
        case .hardPause: .hardPause
        }
    }
}

extension CallDigits {
    fileprivate init(_ action: CXPlayDTMFCallAction) {
        switch action.type {
        case .softPause: self.init(action.digits, kind: .softPause)
        case .hardPause: self.init(action.digits, kind: .hardPause)
        default: self.init(action.digits)
        }
    }
}
