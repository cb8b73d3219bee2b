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
        /// Work on sound that is not heard; the system has none of it any more.
        @available(*, deprecated, message: "no session can be set to it since iOS 10")
        public static let audioProcessing = Category(
            rawValue: "AVAudioSessionCategoryAudioProcessing"
        )

        static let all: [Category] = [
            .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
        ]

        /// Whether it has a microphone.
        var hasInput: Bool { [.record, .playAndRecord, .multiRoute].contains(self) }
    }

    /// How a session's sound is used.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// The name of Apple's constant.
        public var rawValue: String

        /// Makes one of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// In no special way.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// A call: hands-free Bluetooth is allowed, and the receiver is held to the ear (B78).
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Talk in a game; the game sets it for the app.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Recording a film.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// With as little processing as possible.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Playing a film.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// A call with video: hands-free Bluetooth is allowed, and the loudspeaker is used (B78).
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Speech to listen to.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Spoken prompts, as of navigation.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")

        /// Short films, one after the other.
        public static let shortFormVideo = Mode(rawValue: "AVAudioSessionModeShortFormVideo")
        /// The device's own microphone and speaker beside another device.
        public static let dualRoute = Mode(rawValue: "AVAudioSessionModeDualRoute")

        static let all: [Mode] = [
            .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback,
            .videoChat, .spokenAudio, .voicePrompt, .shortFormVideo, .dualRoute,
        ]
    }

    /// Wishes beside a category.
    ///
    /// A category refuses those that it does not have with ``ErrorCode/badParam``:
    /// ``defaultToSpeaker`` is for ``Category/playAndRecord`` alone; ``allowBluetoothHFP``,
    /// ``overrideMutedMicrophoneInterruption``, ``farFieldInput`` and
    /// ``bluetoothHighQualityRecording`` need an input; ``allowBluetoothA2DP`` and
    /// ``allowAirPlay`` are not for ``Category/record`` and ``Category/multiRoute``;
    /// ``farFieldInput`` needs ``allowBluetoothHFP``.
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
        /// A microphone that hears what is far from it.
        public static let farFieldInput = CategoryOptions(rawValue: 1 << 18)
        /// Bluetooth devices record with all that they have.
        public static let bluetoothHighQualityRecording = CategoryOptions(rawValue: 1 << 19)

        private static let known: CategoryOptions = [
            .interruptSpokenAudioAndMixWithOthers, .duckOthers, .allowBluetoothHFP,
            .defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay,
            .overrideMutedMicrophoneInterruption, .farFieldInput, .bluetoothHighQualityRecording,
        ]
        private static let ofInput: CategoryOptions = [
            .allowBluetoothHFP, .overrideMutedMicrophoneInterruption, .farFieldInput,
            .bluetoothHighQualityRecording,
        ]

        func areValid(for category: Category) -> Bool {
            guard isSubset(of: Self.known) else { return false }
            if contains(.defaultToSpeaker), category != .playAndRecord { return false }
            if !isDisjoint(with: Self.ofInput), !category.hasInput { return false }
            if contains(.farFieldInput), !contains(.allowBluetoothHFP) { return false }
            let isForOutput = category != .record && category != .multiRoute
            return isForOutput || isDisjoint(with: [.allowBluetoothA2DP, .allowAirPlay])
        }

        /// With those that they bring along: who ducks others also mixes with them.
        var withImplied: CategoryOptions {
            contains(.duckOthers) ? union(.mixWithOthers) : self
        }
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

        /// The old name of ``longFormAudio``.
        @available(*, deprecated, renamed: "longFormAudio")
        public static var longForm: RouteSharingPolicy { .longFormAudio }
    }
}
