// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation

/// The app's calls, between the system's call screen and the (here imaginary) media.
final class CallService: NSObject {
    nonisolated(unsafe) static let shared = CallService()  // Unsafe because the main queue owns it.

    private let provider: CXProvider
    private var calls: [UUID: String] = [:]

    private override init() {
        let configuration = CXProviderConfiguration()
        configuration.maximumCallGroups = 1
        configuration.supportedHandleTypes = [.generic, .phoneNumber]
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    /// Makes the phone ring.
    ///
    /// To be called before the push's delegate method returns: the system ends an app that takes a
    /// VoIP push and reports no call.
    func reportIncomingCall(_ call: UUID, from caller: String, name: String?, hasVideo: Bool) {
        let update = CXCallUpdate()
        // A number is what Contacts, the block list and call directories know callers by.
        let type: CXHandle.HandleType = caller.hasPrefix("+") ? .phoneNumber : .generic
        update.remoteHandle = CXHandle(type: type, value: caller)
        update.localizedCallerName = name
        update.hasVideo = hasVideo
        update.supportsHolding = false
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.supportsDTMF = false
        // A second push for a call that rings already gets an error, and the call rings on.
        let isNew = calls[call] == nil
        calls[call] = name ?? caller
        provider.reportNewIncomingCall(with: call, update: update) { error in
            guard let error else {
                log("ringing")
                return
            }
            log("the system refused the call: \(error.localizedDescription)")
            guard isNew else { return }
            DispatchQueue.main.async { CallService.shared.forget(call) }
        }
    }

    private func forget(_ call: UUID) { calls[call] = nil }

    private func configureAudio() {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
        } catch {
            log("cannot set up audio: \(error.localizedDescription)")
        }
    }
}

extension CallService: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {
        calls.removeAll()
        log("all calls are gone")
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        guard let caller = calls[action.callUUID] else {
            action.fail()
            return
        }
        // The sound starts when the system has activated the session, not here.
        configureAudio()
        log("answered \(caller)")
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        calls[action.callUUID] = nil
        log("ended")
        action.fulfill()
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        log("took too long to \(type(of: action))")
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        log("audio starts")
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        log("audio stops")
    }
}
