// SPDX-License-Identifier: Apache-2.0

/// What the phone says to an app's process.
package enum AppNotice: Hashable, Sendable, Codable {
    /// The answer to ``AppRequest/hello(version:)``.
    case welcome(AppWelcome)
    /// The phone will not talk to this process; the connection ends after it.
    case refused(String)
    case pong(Int)
    /// The answer to the request of that number; nil is yes.
    case answered(RequestID, RequestError?)
    /// The answer to ``AppRequest/directoryStatus(_:_:)`` for an extension of this app.
    case directoryStatus(RequestID, DirectoryEnabledStatus)

    case providerBegan(ProviderID)
    case providerReset(ProviderID)
    case perform(ProviderID, CallTransaction)
    /// The action was not completed in time and has been failed (B37).
    case timedOut(ProviderID, ActionID)

    case audioActivated(ProviderID)
    case audioDeactivated(ProviderID)
    case audioInterrupted(AudioInterruption)
    /// Where sound goes now, and why that changed.
    case audioRouteChanged(AudioRoute, AudioRouteChangeReason)
    /// What could be chosen has changed.
    case audioInputsChanged([AudioPort])
    case mediaServicesLost
    case mediaServicesReset
    /// An accessory's gesture has muted the app's input, or unmuted it (B96).
    case inputMuted(Bool)
    /// Other apps' sound has begun or ended: `silenceSecondaryAudioHint`.
    case otherAudioPlaying(Bool)

    /// All calls of the device.
    case calls([ObservedCall])
    case callChanged(ObservedCall)

    case pushToken(PushType, Bytes)
    case pushTokenInvalidated(PushType)
    /// There will be no token: the app's log is to say why.
    case pushTokenRefused(PushTokenRefusal)
    case push(PushNotice)
    /// The person chose someone in Recents or Contacts: the app is to call (B112).
    case startCall(StartCallIntent)
    /// Where the app stands now: once behind the welcome and the ``startCall(_:)`` that waited for
    /// the process, then at each change and never without one.
    case lifeChanged(AppLife)
    /// The person closes the app while it runs: its delegate is to hear of it, and
    /// ``AppRequest/finishedClosing`` to follow, upon which the phone ends the process.
    case closing

    /// Answered by ``AppRequest/settled(_:activity:)`` once all that came before has been dealt
    /// with by the app's delegates. The time is that of the phone, where its clock is virtual.
    case settle(Int, now: VirtualNow?)

    /// The process has broken a rule and must end; a phone that runs real processes kills it as
    /// well.
    case terminate(Termination)
}

/// What a process learns when the phone admits it.
package struct AppWelcome: Hashable, Sendable, Codable {
    package var version: Int
    package var bundle: BundleID
    package var timeouts: ActionTimeouts
    /// The system has the push method with metadata (B129).
    package var hasPushMetadata: Bool
    package var audio: AudioEnvironment

    package init(
        version: Int,
        bundle: BundleID,
        timeouts: ActionTimeouts,
        hasPushMetadata: Bool = true,
        audio: AudioEnvironment = AudioEnvironment()
    ) {
        self.version = version
        self.bundle = bundle
        self.timeouts = timeouts
        self.hasPushMetadata = hasPushMetadata
        self.audio = audio
    }
}

/// The time of a phone whose clock is virtual, as its apps are to see it.
package struct VirtualNow: Hashable, Sendable, Codable {
    package var monotonic: MonotonicTime
    package var wall: WallTime

    package init(monotonic: MonotonicTime, wall: WallTime) {
        self.monotonic = monotonic
        self.wall = wall
    }
}

/// A push for an app's registry.
package struct PushNotice: Hashable, Sendable, Codable {
    package var id: PushID
    package var type: PushType
    /// JSON as it was received, or a binary property list from an extension.
    ///
    /// Parsed in the app alone.
    package var payload: Bytes
    /// Whether this push obliges the app to report a call (B125, B129).
    package var mustReport: Bool

    package init(id: PushID, type: PushType, payload: Bytes, mustReport: Bool) {
        self.id = id
        self.type = type
        self.payload = payload
        self.mustReport = mustReport
    }
}

/// Why an app that asks for VoIP pushes gets no token.
package enum PushTokenRefusal: String, Hashable, Sendable, Codable {
    /// `voip` is not among its `UIBackgroundModes`.
    case backgroundMode
    /// Its entitlements lack `aps-environment`.
    case entitlement
}

/// Why the phone ends an app's process.
package enum Termination: String, Hashable, Sendable, Codable {
    /// The push delegate returned without a report (B121).
    case pushHandledWithoutReport
    /// No call was reported within the time after the push came to the phone (B122): exception
    /// 0xBAADCA11.
    case pushNotReportedInTime
    /// The app's delegate did not finish launching in time: exception 0x8badf00d.
    case launchTookTooLong
    /// The user closed the app, removed it, or installed it anew.
    case closedByUser
}
