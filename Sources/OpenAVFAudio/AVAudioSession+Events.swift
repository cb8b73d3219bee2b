// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension AVAudioSession {
    /// Why a route changed.
    public enum RouteChangeReason: UInt, Sendable {
        /// No more is known.
        case unknown = 0
        /// A device was connected.
        case newDeviceAvailable = 1
        /// A device is gone: stop music, go on with a call.
        case oldDeviceUnavailable = 2
        /// The category, its options or the mode were set.
        case categoryChange = 3
        /// An override began or ended (B79, B80).
        case override = 4
        /// The device woke up.
        case wakeFromSleep = 6
        /// There is no route for the category.
        case noSuitableRouteForCategory = 7
        /// The ports are the same, but one of them is set up otherwise.
        case routeConfigurationChange = 8
    }

    /// Whether an interruption begins or ends.
    public enum InterruptionType: UInt, Sendable {
        /// It is over.
        case ended = 0
        /// The sound has been taken away: show it and wait.
        case began = 1
    }

    /// What to do after an interruption.
    public struct InterruptionOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a set of those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Go on: activate the session and start the sound again.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Why the sound was taken away.
    public enum InterruptionReason: UInt, Sendable {
        /// Another session goes first.
        case `default` = 0
        /// The app slept meanwhile.
        @available(*, deprecated, message: "not told any more since iOS 16")
        case appWasSuspended = 1
        /// The microphone was switched off.
        case builtInMicMuted = 2
        /// The device that sound went to is gone.
        case routeDisconnected = 4
    }

    /// Whether sound that may be missed should be left out.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        /// Another app's sound has ended.
        case end = 0
        /// Another app's sound has begun: leave out what may be missed.
        case begin = 1
    }

    /// How spoken prompts should be.
    public enum PromptStyle: UInt, Sendable {
        /// There should be none.
        case none = 1_852_796_517
        /// Short, and without words.
        case short = 1_936_224_884
        /// Spoken.
        case normal = 1_852_992_876
    }

    /// Whether an app may record.
    public enum RecordPermission: UInt, Sendable {
        /// The person has not been asked.
        case undetermined = 1_970_168_948
        /// The person has said no: ask to change it in Settings.
        case denied = 1_684_369_017
        /// The person has said yes.
        case granted = 1_735_552_628
    }

    /// Who made a session inactive.
    public enum DeactivationSource: Int, Sendable {
        /// The app itself.
        case app = 1
        /// The system.
        case system = 2
    }

    /// How a session came to be inactive.
    open class DeactivationContext: NSObject {
        private let cause: DeactivationSource

        init(source: DeactivationSource) { cause = source }

        /// Who made it so.
        open var source: AVAudioSession.DeactivationSource { cause }
    }

    // MARK: Notifications

    /// The session's sound was taken away, or given back.
    ///
    /// User info: ``AVAudioSessionInterruptionTypeKey``, when it begins
    /// ``AVAudioSessionInterruptionReasonKey``, when it ends
    /// ``AVAudioSessionInterruptionOptionKey``. A call that the app holds hears no end: it is
    /// un-held instead (B70).
    public static let interruptionNotification = NSNotification.Name(
        "AVAudioSessionInterruptionNotification"
    )

    /// Sound comes from or goes to something else.
    ///
    /// User info: ``AVAudioSessionRouteChangeReasonKey`` and
    /// ``AVAudioSessionRouteChangePreviousRouteKey``.
    public static let routeChangeNotification = NSNotification.Name(
        "AVAudioSessionRouteChangeNotification"
    )

    /// The system's audio service has died: wait for ``mediaServicesWereResetNotification``.
    public static let mediaServicesWereLostNotification = NSNotification.Name(
        "AVAudioSessionMediaServicesWereLostNotification"
    )

    /// The system's audio service is back: all that was set is forgotten; set it anew.
    public static let mediaServicesWereResetNotification = NSNotification.Name(
        "AVAudioSessionMediaServicesWereResetNotification"
    )

    /// Another app's sound has begun or ended.
    ///
    /// User info: ``AVAudioSessionSilenceSecondaryAudioHintTypeKey``.
    public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification"
    )

    /// Never posted: no port here is spatial.
    public static let spatialPlaybackCapabilitiesChangedNotification = NSNotification.Name(
        "AVAudioSessionSpatialPlaybackCapabilitiesChangedNotification"
    )

    /// ``availableInputs`` has changed.
    public static let availableInputsChangeNotification = NSNotification.Name(
        "AVAudioSessionAvailableInputsChangeNotification"
    )

    /// ``isOutputMuted`` has changed.
    ///
    /// User info: ``muteStateKey``.
    public static let outputMuteStateChangeNotification = NSNotification.Name(
        "AVAudioSessionOutputMuteStateChangeNotification"
    )

    /// Where ``outputMuteStateChangeNotification`` has an `NSNumber`: true is muted.
    public static let muteStateKey = "AVAudioSessionMuteStateKey"

    /// The session has become active.
    public static let didBecomeActiveNotification = NSNotification.Name(
        "AVAudioSessionDidBecomeActiveNotification"
    )

    /// The session has become inactive.
    ///
    /// User info: ``deactivationContextKey``.
    public static let didBecomeInactiveNotification = NSNotification.Name(
        "AVAudioSessionDidBecomeInactiveNotification"
    )

    /// Where ``didBecomeInactiveNotification`` has a ``DeactivationContext``.
    public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
}

/// An `NSNumber` of `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// An `NSNumber` of `AVAudioSession.InterruptionOptions`; only at an end.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// An `NSNumber` of `AVAudioSession.InterruptionReason`; only at a beginning.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Never there.
@available(*, deprecated, message: "see AVAudioSessionInterruptionReasonKey")
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// An `NSNumber` of `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// An `AVAudioSessionRouteDescription`.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// An `NSNumber` of `AVAudioSession.SilenceSecondaryAudioHintType`.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
    "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// An `NSNumber`: whether spatial audio is on.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
