// SPDX-License-Identifier: Apache-2.0
import AVFoundation
import CallKit
import Foundation

/// Turns our server's messages into calls, and what the user does with calls into conversations.
///
/// There is no media here, and the other side always wants to talk.
@MainActor
final class MessageManager: NSObject {
    /// The calls that are not over.
    private(set) var conversations: [UUID: Conversation] = [:]
    /// Whether sound is played and recorded.
    private(set) var isAudioRunning = false

    private let provider: CXProvider
    private let callController = CXCallController()

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = true
        configuration.maximumCallsPerCallGroup = 2
        // Without handle types no call from Recents or Contacts ever reaches the app.
        configuration.supportedHandleTypes = [.generic, .phoneNumber]
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    // MARK: Messages

    /// Takes a message that came by push, and reports a call in any case.
    ///
    /// `completion` gets the system's reason where it does not show the call: Do Not Disturb, the
    /// block list, a call that it has already.
    func receive(
        _ message: IncomingMessage, completion: @escaping @Sendable (Error?) -> Void
    ) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: message.sender)
        update.localizedCallerName = message.displayName
        update.hasVideo = message.hasVideo
        let isKnown = conversations[message.call] != nil
        if !isKnown {
            conversations[message.call] = Conversation(
                call: message.call, partner: message.displayName, hasVideo: message.hasVideo)
        }
        provider.reportNewIncomingCall(with: message.call, update: update) { [weak self] error in
            completion(error)
            // A call that is known was refused as such, and goes on.
            guard error != nil, !isKnown else { return }
            DispatchQueue.main.async { self?.forget(message.call) }
        }
        // Also a message about the end of a call has to report one: the call itself, once more.
        if case .over(let reason) = message.kind { end(message.call, reason) }
    }

    /// The call is over, and it was not the user who ended it.
    func end(_ call: UUID, _ reason: CXCallEndedReason) {
        conversations[call] = nil
        provider.reportCall(with: call, endedAt: Date(), reason: reason)
    }

    // MARK: What the user wants

    /// Calls somebody.
    func startCall(to handle: CXHandle, hasVideo: Bool) {
        let action = CXStartCallAction(call: UUID(), handle: handle)
        action.isVideo = hasVideo
        request(action)
    }

    /// Hangs up.
    func endCall(_ call: UUID) { request(CXEndCallAction(call: call)) }

    private func request(_ action: CXAction) {
        callController.request(CXTransaction(action: action)) { @Sendable error in
            if let error { print("The system does not want to: \(error.localizedDescription)") }
        }
    }

    // MARK: What the provider's delegate needs

    func isKnown(_ call: UUID) -> Bool { conversations[call] != nil }

    func update(_ call: UUID, _ body: (inout Conversation) -> Void) {
        guard var conversation = conversations[call] else { return }
        body(&conversation)
        conversations[call] = conversation
    }

    func forget(_ call: UUID) { conversations[call] = nil }

    func forgetAll() { conversations.removeAll() }

    func begin(_ action: CXStartCallAction) {
        conversations[action.callUUID] = Conversation(
            call: action.callUUID, partner: action.handle.value, hasVideo: action.isVideo)
        provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: nil)
    }

    /// Somebody said yes on the other side.
    func connect(_ call: UUID) {
        guard isKnown(call) else { return }
        update(call) { $0.isConnected = true }
        provider.reportOutgoingCall(with: call, connectedAt: nil)
    }

    // MARK: Sound

    /// To be called before the system activates the session: what it activates is what was set up.
    func configureAudio() {
        do {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
        } catch {
            print("The sound stays as it is: \(error.localizedDescription)")
        }
    }

    func setAudioRunning(_ isRunning: Bool) { isAudioRunning = isRunning }
}
