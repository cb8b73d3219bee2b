// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CallKit
import Foundation
import Intents

/// The one call of this app, between the system and the toolkit's side.
@MainActor
final class CallKitService: NSObject {
    static let shared = CallKitService()

    private let callKit = CallKitConfiguration()
    private var channel: HostChannel?

    /// To be called at each launch, before pushes may come.
    func start(channel: HostChannel) {
        self.channel = channel
        channel.setMethodCallHandler { [unowned self] in perform($0, $1) }
        callKit.provider.setDelegate(self, queue: .main)
    }

    func tell(_ method: String, _ arguments: HostChannel.Arguments = [:]) {
        channel?.invoke(method, arguments)
    }

    // MARK: Calls

    /// Makes the phone ring, also for nobody in particular.
    ///
    /// Where there is a call already, the system refuses the second one by itself, and that is all
    /// that the push has to lead to.
    func reportIncomingCall(id: String?, name: String?) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: id ?? "")
        update.localizedCallerName = name ?? id ?? "Unknown"
        update.supportsDTMF = false
        update.supportsHolding = false
        update.supportsGrouping = false
        update.supportsUngrouping = false
        update.hasVideo = false
        let uuid = UUID()
        if callKit.uuid == nil {
            callKit.uuid = uuid
            callKit.update = update
            tell("incoming", ["id": id ?? "", "name": update.localizedCallerName ?? ""])
        }
        callKit.provider.reportNewIncomingCall(with: uuid, update: update) { error in
            guard let reason = error?.localizedDescription else { return }
            DispatchQueue.main.async { CallKitService.shared.refused(uuid, reason) }
        }
    }

    private func refused(_ uuid: UUID, _ reason: String) {
        tell("refused", ["reason": reason])
        if callKit.uuid == uuid { over() }
    }

    /// Calls the person that an activity of Recents or Contacts names.
    ///
    /// - Returns: Whether it names one.
    func startCall(for activity: NSUserActivity) -> Bool {
        guard let intent = activity.interaction?.intent as? INStartCallIntent,
            let number = intent.contacts?.first?.personHandle?.value
        else { return false }
        startCall(number)
        return true
    }

    func startCall(_ number: String) {
        let handle = CXHandle(type: .phoneNumber, value: number)
        request(CXStartCallAction(call: UUID(), handle: handle))
    }

    /// What the toolkit's side may ask for.
    private func perform(_ method: String, _ arguments: HostChannel.Arguments) -> Bool {
        switch (method, callKit.uuid) {
        case ("startCall", _):
            guard let number = arguments["number"] else { return false }
            startCall(number)
        case ("endCall", let uuid?): request(CXEndCallAction(call: uuid))
        case ("setMuted", let uuid?):
            request(CXSetMutedCallAction(call: uuid, muted: arguments["muted"] == "true"))
        case ("remoteEnded", let uuid?):
            callKit.provider.reportCall(with: uuid, endedAt: nil, reason: .remoteEnded)
            over()
        default: return false
        }
        return true
    }

    private func request(_ action: CXAction) {
        callKit.controller.request(CXTransaction(action: action)) { @Sendable error in
            guard let error else { return }
            let reason = error.localizedDescription
            DispatchQueue.main.async {
                CallKitService.shared.tell("refused", ["reason": reason])
            }
        }
    }

    private func over() {
        callKit.uuid = nil
        callKit.update = nil
        tell("ended")
    }

    /// Has the session ready for when the system activates it.
    private func configureAudio() {
        let session = AVAudioSession.sharedInstance()
        try? session.setCategory(.playAndRecord, mode: .voiceChat)
    }
}

extension CallKitService: @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { over() }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        configureAudio()
        let uuid = action.callUUID
        callKit.uuid = uuid
        provider.reportOutgoingCall(with: uuid, startedConnectingAt: nil)
        action.fulfill()
        tell("outgoing", ["id": action.handle.value])
        // The toolkit's side would say when somebody is there.
        DispatchQueue.main.async { [callKit] in
            guard callKit.uuid == uuid else { return }
            callKit.provider.reportOutgoingCall(with: uuid, connectedAt: nil)
        }
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        configureAudio()
        tell("answered")
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        over()
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        tell("muted", ["muted": String(action.isMuted)])
        action.fulfill()
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        tell("soundOn")
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        tell("soundOff")
    }
}
