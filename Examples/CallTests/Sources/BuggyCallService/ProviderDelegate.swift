// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation

/// Stands between the system's call screen, the server and the sound.
@MainActor final class ProviderDelegate: NSObject {
    private var provider: CXProvider
    private let manager: CallManager
    private let audio: CallAudio
    private let signalling: any Signalling
    private let allowsCallWaiting: Bool
    private let bug: PlantedBug?
    /// Answers that wait for the other side to be heard.
    private var answers: [UUID: CXAnswerCallAction] = [:]
    /// Calls that were over before their push came, with the reason.
    private var overBeforePush: [UUID: CXCallEndedReason] = [:]

    init(
        manager: CallManager, audio: CallAudio, signalling: any Signalling,
        allowsCallWaiting: Bool, bug: PlantedBug?
    ) {
        self.bug = bug
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber]
        configuration.maximumCallGroups = 3
        configuration.maximumCallsPerCallGroup = 3
        provider = CXProvider(configuration: configuration)
        self.manager = manager
        self.audio = audio
        self.signalling = signalling
        self.allowsCallWaiting = allowsCallWaiting
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    // MARK: Incoming calls

    /// Makes the phone ring.
    func report(_ push: IncomingPush) {
        if bug == .providerForEachPush {
            provider = CXProvider(configuration: provider.configuration)
            provider.setDelegate(self, queue: nil)
        }
        // A push may come twice: the second is reported under the same UUID, and refused.
        if manager.call(push.call) == nil {
            let isBusy = !allowsCallWaiting && !manager.calls.isEmpty
            manager.add(.incoming(push))
            if isBusy {
                overBeforePush[push.call] = .unanswered
                signalling.send(.busy(push.call))
            }
        }
        let call = push.call
        provider.reportNewIncomingCall(with: call, update: update(push.caller, push.name)) {
            error in
            // The delegate's queue is the main queue.
            MainActor.assumeIsolated { self.reported(call, error) }
        }
    }

    /// A call for a push that cannot be read; it is over at once.
    func reportUnreadable() {
        let push = IncomingPush.unreadable
        overBeforePush[push.call] = .failed
        report(push)
    }

    private func reported(_ call: UUID, _ error: (any Error)?) {
        switch error {
        case nil:
            guard let reason = overBeforePush.removeValue(forKey: call) else { return }
            end(call, reason)
        case let error as CXErrorCodeIncomingCallError where error.code == .callUUIDAlreadyExists:
            break
        default:
            if bug == .goesOnAfterRefusal { return }
            // The system shows nothing, so there is no such call.
            overBeforePush[call] = nil
            manager.remove(call)
            signalling.send(.busy(call))
        }
    }

    private func update(_ handle: String, _ name: String?) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: handle)
        update.localizedCallerName = name
        update.hasVideo = false
        update.supportsHolding = true
        update.supportsGrouping = true
        update.supportsUngrouping = true
        update.supportsDTMF = true
        return update
    }

    // MARK: What the server says

    func take(_ event: SignallingEvent) {
        switch event {
        case .ringing(let call):
            provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
        case .connected(let call): connected(call)
        case .refused(let call), .hungUp(let call): over(call, .remoteEnded)
        case .answeredElsewhere(let call): over(call, .answeredElsewhere)
        case .declinedElsewhere(let call): over(call, .declinedElsewhere)
        }
    }

    private func connected(_ id: UUID) {
        guard let call = manager.call(id) else { return }
        manager.update(id) { $0.state = .active }
        if call.isOutgoing {
            if bug == .neverConnected { return }
            provider.reportOutgoingCall(with: id, connectedAt: nil)
        } else if bug != .answerNeverCompleted {
            answers.removeValue(forKey: id)?.fulfill()
        }
    }

    private func over(_ call: UUID, _ reason: CXCallEndedReason) {
        guard manager.call(call) != nil else {
            overBeforePush[call] = reason
            return
        }
        end(call, reason)
    }

    /// The call ended other than by an action.
    private func end(_ call: UUID, _ reason: CXCallEndedReason) {
        manager.remove(call)
        if bug == .neverEnded { return }
        let call = bug == .endsUnderFreshUUID ? UUID() : call
        provider.reportCall(with: call, endedAt: nil, reason: reason)
        // An action is completed on every path, also where its call is over.
        answers.removeValue(forKey: call)?.fail()
    }
}

extension ProviderDelegate: @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {
        audio.stop()
        answers = [:]
        for call in manager.calls { signalling.send(.hangUp(call.id)) }
        manager.removeAll()
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        audio.configure()
        manager.add(.outgoing(action.callUUID, to: action.handle.value))
        provider.reportCall(with: action.callUUID, updated: update(action.handle.value, nil))
        action.fulfill()
        signalling.send(.invite(action.callUUID, to: action.handle.value))
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard manager.call(action.callUUID) != nil else { return action.fail() }
        audio.configure()
        if bug == .audioActivatedByHand { audio.activate() }
        manager.update(action.callUUID) { $0.state = .connecting }
        // Fulfilled when the other side can be heard: until then the screen says "connecting".
        answers[action.callUUID] = action
        signalling.send(.accept(action.callUUID))
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        if let call = manager.call(action.callUUID) {
            signalling.send(call.state == .ringing ? .decline(call.id) : .hangUp(call.id))
            answers.removeValue(forKey: call.id)?.fail()
            manager.remove(call.id)
        }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        manager.update(action.callUUID) { $0.state = action.isOnHold ? .held : .active }
        signalling.send(.hold(action.callUUID, action.isOnHold))
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        manager.update(action.callUUID) { $0.isMuted = action.isMuted }
        audio.isMuted = action.isMuted
        action.fulfill()
        if bug == .completedTwice { action.fulfill() }
        if bug == .muteForEachMute { manager.insistOnMute(action.callUUID, action.isMuted) }
    }

    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        manager.update(action.callUUID) { $0.joinedTo = action.callUUIDToGroupWith }
        signalling.send(.join(action.callUUID, with: action.callUUIDToGroupWith))
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        signalling.send(.tones(action.callUUID, action.digits))
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        // It has failed already and must not be completed any more.
        if let action = action as? CXAnswerCallAction { answers[action.callUUID] = nil }
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        audio.start()
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        audio.stop()
    }
}
