// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CallKit
import UIKit
import os

/// Does what the system wants done with calls, and tells the system what happened to them.
@MainActor
final class ProviderDelegate: NSObject {
    private let callManager: CallManager
    private let network: CallNetwork
    private let provider: CXProvider
    private let audio = CallAudio()
    private let logger = Logger(subsystem: "com.example.callmanager", category: "provider")

    /// The app says once what all its calls have in common.
    static var providerConfiguration: CXProviderConfiguration {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = true
        configuration.maximumCallsPerCallGroup = 1
        configuration.maximumCallGroups = 2
        configuration.supportedHandleTypes = [.phoneNumber]
        configuration.includesCallsInRecents = true
        configuration.iconTemplateImageData = UIImage(named: "IconMask")?.pngData()
        return configuration
    }

    init(callManager: CallManager, network: CallNetwork) {
        self.callManager = callManager
        self.network = network
        provider = CXProvider(configuration: Self.providerConfiguration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    var isSoundOn: Bool { audio.isRunning }

    /// Makes the phone ring.
    func reportIncomingCall(uuid: UUID, handle: String, hasVideo: Bool) {
        let call = Call(uuid: uuid, handle: handle)
        // The list has it first: the system may want it answered before this completion has run.
        let isKnown = callManager.call(with: uuid) != nil
        if !isKnown { callManager.add(call) }
        provider.reportNewIncomingCall(
            with: uuid, update: update(handle, hasVideo)
        ) { [logger, callManager] error in
            guard let error else { return }
            logger.error("Refused: \(error.localizedDescription, privacy: .public)")
            guard !isKnown else { return }
            DispatchQueue.main.async { callManager.remove(call) }
        }
    }

    /// The other side has ended the call, or did not want it.
    func report(_ call: Call, endedFor reason: CXCallEndedReason) {
        call.end()
        callManager.remove(call)
        provider.reportCall(with: call.uuid, endedAt: nil, reason: reason)
    }

    private func update(_ handle: String, _ hasVideo: Bool) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: handle)
        update.hasVideo = hasVideo
        update.supportsHolding = true
        update.supportsDTMF = true
        update.supportsGrouping = false
        update.supportsUngrouping = false
        return update
    }

    /// Tells the system how far an outgoing call has come, whenever the call says so.
    private func follow(_ call: Call) {
        call.connectionChanged = { [weak self, weak call] in
            guard let self, let call else { return }
            switch call.connection {
            case .pending:
                self.provider.reportOutgoingCall(with: call.uuid, startedConnectingAt: nil)
            case .complete: self.provider.reportOutgoingCall(with: call.uuid, connectedAt: nil)
            case nil: break
            }
        }
    }

    /// The call of an action; an action for a call that is gone fails.
    private func call(of action: CXCallAction) -> Call? {
        if let call = callManager.call(with: action.callUUID) { return call }
        action.fail()
        return nil
    }
}

extension ProviderDelegate: @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {
        audio.stop()
        for call in callManager.calls { call.end() }
        callManager.removeAll()
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        let call = Call(uuid: action.callUUID, isOutgoing: true, handle: action.handle.value)
        provider.reportCall(with: call.uuid, updated: update(call.handle, action.isVideo))
        audio.configure()
        follow(call)
        guard call.start(over: network) else {
            action.fail()
            return
        }
        callManager.add(call)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard let call = call(of: action) else { return }
        audio.configure()
        call.answer()
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        guard let call = call(of: action) else { return }
        call.end()
        callManager.remove(call)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        guard let call = call(of: action) else { return }
        call.setHeld(action.isOnHold)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        guard let call = call(of: action) else { return }
        call.isMuted = action.isMuted
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        guard let call = call(of: action) else { return }
        call.digits += action.digits
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        logger.error("Too late: \(type(of: action), privacy: .public)")
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        audio.start()
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        audio.stop()
    }
}
