// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CallKit

/// All that the system asks for.
extension MessageManager: @preconcurrency CXProviderDelegate {
    func providerDidBegin(_ provider: CXProvider) {
        print("The provider is ready")
    }

    func providerDidReset(_ provider: CXProvider) {
        setAudioRunning(false)
        forgetAll()
    }

    /// False has the system ask for each action of the transaction by itself.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        configureAudio()
        begin(action)
        action.fulfill()
        let call = action.callUUID
        DispatchQueue.main.async { [weak self] in self?.connect(call) }
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard isKnown(action.callUUID) else {
            action.fail()
            return
        }
        configureAudio()
        update(action.callUUID) { $0.isConnected = true }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        forget(action.callUUID)
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        guard isKnown(action.callUUID) else {
            action.fail()
            return
        }
        update(action.callUUID) { $0.isOnHold = action.isOnHold }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        update(action.callUUID) { $0.isMuted = action.isMuted }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        update(action.callUUID) { $0.joinedTo = action.callUUIDToGroupWith }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        update(action.callUUID) { $0.digits += action.digits }
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        // It counts as failed already, and must not be completed any more.
        print("Too late: \(type(of: action))")
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        setAudioRunning(true)
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        setAudioRunning(false)
    }
}
