// SPDX-License-Identifier: Apache-2.0

extension AVAudioSession {
    /// A kind of thing that sound comes from or goes to.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// The value of Apple's constant, as it stands in logs.
        public var rawValue: String

        /// Makes one of that value.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An input on a dock.
        public static let lineIn = Port(rawValue: "LineIn")
        /// The device's own microphones.
        public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
        /// The microphone of wired headphones.
        public static let headsetMic = Port(rawValue: "MicrophoneWired")
        /// Another device's microphone.
        public static let continuityMicrophone = Port(rawValue: "ContinuityMicrophone")

        /// An output on a dock.
        public static let lineOut = Port(rawValue: "LineOut")
        /// Wired headphones.
        public static let headphones = Port(rawValue: "Headphones")
        /// Bluetooth for music.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// The small speaker that is held to the ear.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// The loudspeaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// A television or a screen.
        public static let HDMI = Port(rawValue: "HDMIOutput")
        /// A device in the network.
        public static let airPlay = Port(rawValue: "AirPlay")
        /// Low-energy Bluetooth, as hearing aids have.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")

        /// Hands-free Bluetooth, both ways.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A device on USB, either way.
        public static let usbAudio = Port(rawValue: "USBAudio")
        /// A car, both ways.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// Something that is no hardware.
        public static let virtual = Port(rawValue: "Virtual")
        /// A card on PCI.
        public static let PCI = Port(rawValue: "PCI")
        /// A device on FireWire.
        public static let fireWire = Port(rawValue: "FireWire")
        /// A screen on DisplayPort.
        public static let displayPort = Port(rawValue: "DisplayPort")
        /// A device of Audio Video Bridging.
        public static let AVB = Port(rawValue: "AVB")
        /// A device on Thunderbolt.
        public static let thunderbolt = Port(rawValue: "Thunderbolt")

        /// Whether it is an input alone.
        var isInput: Bool {
            [.lineIn, .builtInMic, .headsetMic, .continuityMicrophone].contains(self)
        }
    }

    /// Which end of the device a microphone is at.
    public struct Location: RawRepresentable, Hashable, Sendable {
        /// The name of Apple's constant.
        public var rawValue: String

        /// Makes one of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Near the top.
        public static let upper = Location(rawValue: "AVAudioSessionLocationUpper")
        /// Near the bottom.
        public static let lower = Location(rawValue: "AVAudioSessionLocationLower")
    }

    /// Where a microphone looks.
    public struct Orientation: RawRepresentable, Hashable, Sendable {
        /// The name of Apple's constant.
        public var rawValue: String

        /// Makes one of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Up.
        public static let top = Orientation(rawValue: "AVAudioSessionOrientationTop")
        /// Down.
        public static let bottom = Orientation(rawValue: "AVAudioSessionOrientationBottom")
        /// To the person who looks at the screen.
        public static let front = Orientation(rawValue: "AVAudioSessionOrientationFront")
        /// Away from the screen.
        public static let back = Orientation(rawValue: "AVAudioSessionOrientationBack")
        /// To the left.
        public static let left = Orientation(rawValue: "AVAudioSessionOrientationLeft")
        /// To the right.
        public static let right = Orientation(rawValue: "AVAudioSessionOrientationRight")
    }

    /// What directions a microphone hears from.
    public struct PolarPattern: RawRepresentable, Hashable, Sendable {
        /// The name of Apple's constant.
        public var rawValue: String

        /// Makes one of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// All alike.
        public static let omnidirectional = PolarPattern(
            rawValue: "AVAudioSessionPolarPatternOmnidirectional"
        )
        /// The front most.
        public static let cardioid = PolarPattern(rawValue: "AVAudioSessionPolarPatternCardioid")
        /// The front more than the back.
        public static let subcardioid = PolarPattern(
            rawValue: "AVAudioSessionPolarPatternSubcardioid"
        )
        /// Left and right apart.
        public static let stereo = PolarPattern(rawValue: "AVAudioSessionPolarPatternStereo")
    }

    /// Where output goes in place of where it belongs.
    public enum PortOverride: UInt, Sendable {
        /// Where it belongs.
        case none = 0
        /// To the loudspeaker.
        case speaker = 1_936_747_378
    }

    /// Whether input and output run in step.
    public enum IOType: UInt, Sendable {
        /// As the system likes.
        case notSpecified = 0
        /// In step.
        case aggregated = 1
    }

    /// How a device that records in stereo is held.
    public enum StereoOrientation: Int, Sendable {
        /// It does not matter.
        case none = 0
        /// Upright.
        case portrait = 1
        /// On its head.
        case portraitUpsideDown = 2
        /// On its side, the right one up.
        case landscapeRight = 3
        /// On its side, the left one up.
        case landscapeLeft = 4
    }
}
