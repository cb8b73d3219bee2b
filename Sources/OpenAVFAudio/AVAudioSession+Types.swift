// SPDX-License-Identifier: Apache-2.0
import Foundation

extension AVAudioSession {
    /// What a session's sound is for.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// The name of Apple's constant.
        public var rawValue: String

        /// Makes one of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound that may be missed and mixes with that of others.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sound that may be missed and silences that of others.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound that is the point of the app.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// The microphone alone.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Both ways, as in a call.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Several streams to several devices.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")

        static let all: [Category] = [
            .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
        ]
    }

    /// How a session's sound is used.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The name of Apple's constant.
        public var rawValue: String

        /// Makes one of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// In no special way.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A call.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Talk in a game; the game sets it for the app.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Recording a film.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// With as little processing as possible.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Playing a film.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// A call with video.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Speech to listen to.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Spoken prompts, as of navigation.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")

        static let all: [Mode] = [
            .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback,
            .videoChat, .spokenAudio, .voicePrompt,
        ]
    }

    /// Wishes beside a category.
    public struct CategoryOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a set of those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Beside the sound of others.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// The sound of others becomes softer.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Hands-free Bluetooth devices may be used.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// The old name of ``allowBluetoothHFP``.
        @available(*, deprecated, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// The loudspeaker rather than the receiver.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Pauses the speech of others and mixes with the rest.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Bluetooth devices for music may be used.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// AirPlay devices may be used.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// A muted built-in microphone does not interrupt.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// Wishes beside an activation.
    public struct SetActiveOptions: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a set of those bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Other apps hear that they may go on.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    /// Where a session's sound may go.
    public enum RouteSharingPolicy: UInt, Sendable {
        /// Where the system sends it.
        case `default` = 0
        /// Where long sound goes.
        case longFormAudio = 1
        /// Where the system sends it; set by the system alone.
        case independent = 2
        /// Where long films go.
        case longFormVideo = 3
    }

    /// The codes of the errors that a session throws, in `NSOSStatusErrorDomain`.
    public enum ErrorCode: Int, Sendable {
        /// No error.
        case none = 0
        /// The system's audio service does not answer: see that a phone runs.
        case mediaServicesFailed = 1_836_282_486
        /// Sound is still running: stop it first.
        case isBusy = 560_030_580
        /// The category does not allow it: set another.
        case incompatibleCategory = 560_161_140
        /// The sound of others may not be interrupted now: try later.
        case cannotInterruptOthers = 560_557_684
        /// The app lacks an entitlement, or started sound before its activation.
        case missingEntitlement = 1_701_737_535
        /// The assistant is listening: try later.
        case siriIsRecording = 1_936_290_409
        /// Playing may not start now: try later.
        case cannotStartPlaying = 561_015_905
        /// Recording may not start now: try later.
        case cannotStartRecording = 561_145_187
        /// A value that does not exist: use those that are named.
        case badParam = -50
        /// Another app's call goes first: wait for `provider(_:didActivate:)`.
        case insufficientPriority = 561_017_449
        /// The device lacks what was asked for.
        case resourceNotAvailable = 561_145_203
        /// No more is known.
        case unspecified = 2_003_329_396
        /// The session is gone: take the shared one anew.
        case expiredSession = 561_210_739
        /// The session is not active: activate it first.
        case sessionNotActive = 1_768_841_571
    }
}

extension AVAudioSession.ErrorCode {
    /// In the form in which Apple's sessions throw it.
    var asError: NSError { NSError(domain: NSOSStatusErrorDomain, code: rawValue) }
}
