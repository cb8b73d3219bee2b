// SPDX-License-Identifier: Apache-2.0
#if canImport(LiveCommunicationKit)
import Foundation
import LiveCommunicationKit

@available(iOS 17.4, macCatalyst 17.4, *)
extension ConversationManager.Configuration {
    static func make(_ configuration: CallConfiguration) -> Self {
        Self(
            ringtoneName: configuration.ringtoneSound,
            iconTemplateImageData: configuration.iconTemplateImageData,
            maximumConversationGroups: configuration.maximumCallGroups,
            maximumConversationsPerConversationGroup: configuration.maximumCallsPerCallGroup,
            includesConversationInRecents: configuration.includesCallsInRecents,
            supportsVideo: configuration.supportsVideo,
            supportedHandleTypes: Set(configuration.handleKinds.map { Handle.Kind.make($0) }))
    }
}

@available(iOS 17.4, macCatalyst 17.4, *)
extension Handle.Kind {
    static func make(_ kind: CallHandle.Kind) -> Self {
        switch kind {
        case .generic: .generic
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        }
    }

    fileprivate var callKind: CallHandle.Kind {
        switch self {
        case .phoneNumber: .phoneNumber
        case .emailAddress: .emailAddress
        default: .generic
        }
    }
}

@available(iOS 17.4, macCatalyst 17.4, *)
extension Conversation.Update {
    static func make(_ call: Call, _ features: CallFeatures) -> Self {
        // A conversation has members or nobody to show: without a handle its identifier is one.
        let handle = call.handle ?? CallHandle(.generic, call.id.uuidString)
        let member = Handle(
            type: .make(handle.kind), value: handle.value, displayName: call.name)
        var capabilities: Conversation.Capabilities = []
        if features.contains(.holding) { capabilities.formUnion(.pausing) }
        if features.contains(.grouping) { capabilities.formUnion(.merging) }
        if features.contains(.ungrouping) { capabilities.formUnion(.unmerging) }
        if features.contains(.digits) { capabilities.formUnion(.playingTones) }
        if call.hasVideo { capabilities.formUnion(.video) }
        return Self(members: [member], activeRemoteMembers: [member], capabilities: capabilities)
    }
}

@available(iOS 17.4, macCatalyst 17.4, *)
extension Conversation.EndedReason {
    static func make(_ reason: CallEndReason) -> Self {
        switch reason {
        case .local, .remote: .remoteEnded
        case .failed: .failed
        case .unanswered: .unanswered
        case .answeredElsewhere: .joinedElsewhere
        case .declinedElsewhere: .declinedElsewhere
        }
    }
}

@available(iOS 17.4, macCatalyst 17.4, *)
extension ConversationAction {
    static func make(_ action: CallAction) -> ConversationAction {
        let call = action.call
        switch action.kind {
        case .start(let handle, let name, let hasVideo):
            let member = Handle(
                type: .make(handle.kind), value: handle.value, displayName: name)
            return StartConversationAction(
                conversationUUID: call, handles: [member], isVideo: hasVideo)
        case .answer: return JoinConversationAction(conversationUUID: call)
        case .end: return EndConversationAction(conversationUUID: call)
        case .setHeld(let isOnHold):
            return PauseConversationAction(conversationUUID: call, isPaused: isOnHold)
        case .setMuted(let isMuted):
            return MuteConversationAction(conversationUUID: call, isMuted: isMuted)
        case .setGroup(let other?):
            return MergeConversationAction(
                conversationUUID: call, conversationUUIDToMergeWith: other)
        case .setGroup(nil): return UnmergeConversationAction(conversationUUID: call)
        case .play(let digits):
            return PlayToneAction(
                conversationUUID: call, digits: digits.text, tone: .make(digits.kind))
        }
    }

    /// What it asks for; nil for a class that is not known here.
    var systemKind: CallAction.Kind? {
        switch self {
        case let action as StartConversationAction:
            action.handles.first.map { handle in
                .start(
                    CallHandle(handle.type.callKind, handle.value), name: handle.displayName,
                    hasVideo: action.isVideo)
            }
        case is JoinConversationAction: .answer
        case is EndConversationAction: .end
        case let action as PauseConversationAction: .setHeld(action.isPaused)
        case let action as MuteConversationAction: .setMuted(action.isMuted)
        case let action as MergeConversationAction:
            .setGroup(with: action.conversationUUIDToMergeWith)
        case is UnmergeConversationAction: .setGroup(with: nil)
        case let action as PlayToneAction:
            .play(CallDigits(action.digits, kind: action.tone.callKind))
        default: nil
        }
    }
}

@available(iOS 17.4, macCatalyst 17.4, *)
extension PlayToneAction.Tone {
    fileprivate static func make(_ kind: CallDigits.Kind) -> Self {
        switch kind {
        case .singleTone: .single
        case .softPause: .softPause
        case .hardPause: .hardPause
        }
    }

    fileprivate var callKind: CallDigits.Kind {
        switch self {
        case .softPause: .softPause
        case .hardPause: .hardPause
        default: .singleTone
        }
    }
}
#endif
