// SPDX-License-Identifier: Apache-2.0

/// The version of the messages between the processes of a machine.
///
/// Both sides send theirs first; a mismatch is refused in words.
package let protocolVersion = 5

/// Numbers the requests of one connection, so that an answer can name the one it answers.
package struct RequestID: Hashable, Sendable, Comparable, Codable {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// What an app's process says to the phone.
///
/// The connection says who speaks; no message does.
package enum AppRequest: Hashable, Sendable, Codable {
    /// The first message.
    case hello(version: Int)
    /// Comes back as ``AppNotice/pong(_:)`` once all that was sent before has been dealt with.
    case ping(Int)

    case registerProvider(ProviderID, ProviderConfiguration)
    case configureProvider(ProviderID, ProviderConfiguration)
    case invalidateProvider(ProviderID)

    case reportIncomingCall(IncomingCallReport)
    case updateCall(ProviderID, CallID, CallUpdate)
    /// Nil is now.
    case reportEnded(ProviderID, CallID, at: WallTime?, EndedReason)
    case reportStartedConnecting(ProviderID, CallID, at: WallTime?)
    case reportConnected(ProviderID, CallID, at: WallTime?)

    case requestTransaction(RequestID, CallTransaction)
    case completeAction(ActionID, ActionOutcome)

    /// Asks for a first ``AppNotice/calls(_:)`` and every change after it.
    case observeCalls

    /// `PKPushRegistry.desiredPushTypes` of all registries of the process, in order of the raw
    /// values.
    case desirePushTypes([PushType])
    /// The registry's delegate is about to be called with this push.
    case pushReceived(PushID, at: MonotonicTime)
    /// The delegate has returned; whether a call was reported meanwhile (B121).
    case pushHandled(PushID, isReported: Bool)

    /// A payload that a notification service extension has for its app (B136): a property list in
    /// binary form.
    case reportPushPayload(RequestID, Bytes)

    /// `CXCallDirectoryManager.reloadExtension`; answered when the load has ended.
    case reloadDirectory(RequestID, ExtensionID)
    /// Answered by ``AppNotice/directoryStatus(_:_:)``, or refused.
    case directoryStatus(RequestID, ExtensionID)
    /// `CXCallDirectoryManager.openSettings` (B155).
    case openDirectorySettings(RequestID)

    case setAudioSession(AudioSessionSettings)
    case setAudioSessionActive(RequestID, Bool)
    /// `overrideOutputAudioPort`: to the speaker, or not (B79).
    case overrideAudioPort(RequestID, toSpeaker: Bool)
    /// `setPreferredInput`, by the port's UID; nil is none.
    case setPreferredInput(RequestID, String?)
    /// `AVAudioApplication.setInputMuted` (B96).
    case setInputMuted(Bool)

    /// The app's delegate is about to launch: from now on the phone watches the time until
    /// ``finishedLaunching``.
    ///
    /// A process without an app delegate sends neither.
    case beganLaunching
    /// `didFinishLaunching` has returned.
    case finishedLaunching
    /// The answer to ``AppNotice/closing``: the app's delegate has heard of it.
    case finishedClosing

    /// The app did what Apple's documentation forbids and the phone cannot see from its messages.
    case misused(AppMisuse)
    /// The answer to ``AppNotice/settle(_:now:)``.
    case settled(Int, activity: Int)
}

/// What only the app's side sees an app do wrong.
package enum AppMisuse: Hashable, Sendable, Codable {
    /// `fulfill` or `fail` on an action that was completed before (B39).
    case completedTwice(CallID, ActionID)
    /// `fulfill` or `fail` on an action that had timed out (B37).
    case completedAfterTimeout(CallID, ActionID)
    /// A configuration, name or handle was over a limit and was not sent.
    case overLimit(String)
}

/// A new incoming call: `CXProvider.reportNewIncomingCall`.
package struct IncomingCallReport: Hashable, Sendable, Codable {
    package var request: RequestID
    package var provider: ProviderID
    package var call: CallID
    package var update: CallUpdate
    /// The push whose delegate call was running when the report was made.
    package var push: PushID?

    package init(
        request: RequestID,
        provider: ProviderID,
        call: CallID,
        update: CallUpdate,
        push: PushID? = nil
    ) {
        self.request = request
        self.provider = provider
        self.call = call
        self.update = update
        self.push = push
    }
}

/// `PKPushType.rawValue`.
package typealias PushType = String

/// The push type that wakes an app for a call.
package let voipPushType: PushType = "PKPushTypeVoIP"
