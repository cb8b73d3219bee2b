// SPDX-License-Identifier: Apache-2.0

/// A thing that sound comes from or goes to: `AVAudioSessionPortDescription` as a value.
package struct AudioPort: Hashable, Sendable, Codable {
    /// `AVAudioSession.Port.rawValue`.
    ///
    /// Such as "Receiver", "Speaker", "MicrophoneBuiltIn" or "BluetoothHFP".
    package var type: String
    package var name: String
    package var uid: String

    package init(type: String, name: String, uid: String) {
        self.type = type
        self.name = name
        self.uid = uid
    }

    package static let receiver = AudioPort(
        type: "Receiver", name: "Receiver", uid: "Built-In Receiver")
    package static let speaker = AudioPort(
        type: "Speaker", name: "Speaker", uid: "Built-In Speaker")
    package static let builtInMicrophone = AudioPort(
        type: "MicrophoneBuiltIn", name: "iPhone Microphone", uid: "Built-In Microphone")
}

/// Where sound comes from and goes to now.
package struct AudioRoute: Hashable, Sendable, Codable {
    package var inputs: [AudioPort]
    package var outputs: [AudioPort]

    package init(inputs: [AudioPort], outputs: [AudioPort]) {
        self.inputs = inputs
        self.outputs = outputs
    }
}

/// `AVAudioSession.RouteChangeReason`, with Apple's raw values.
package enum AudioRouteChangeReason: UInt, Hashable, Sendable, Codable {
    case unknown = 0
    case newDeviceAvailable = 1
    case oldDeviceUnavailable = 2
    case categoryChange = 3
    case override = 4
    case wakeFromSleep = 6
    case noSuitableRouteForCategory = 7
    case routeConfigurationChange = 8
}

/// The sound of an app is taken away, or given back.
package enum AudioInterruption: Hashable, Sendable, Codable {
    /// `AVAudioSession.InterruptionReason.rawValue`.
    case began(reason: UInt)
    case ended(shouldResume: Bool)
}

/// Something that a person plugs in or connects.
package enum AudioAccessory: String, Hashable, Sendable, Codable, CaseIterable {
    /// With a microphone of their own.
    case headphones
    /// A headset with the hands-free profile, which speaks A2DP as well.
    case bluetoothHeadset
    /// A loudspeaker that speaks A2DP alone.
    case bluetoothSpeaker
    case carAudio
    case usbAudio
}

/// How a device's sound stands when an app comes to it.
package struct AudioEnvironment: Hashable, Sendable, Codable {
    package var route: AudioRoute
    package var inputs: [AudioPort]
    package var isOtherAudioPlaying: Bool
    package var isInputMuted: Bool

    package init(
        route: AudioRoute = AudioRoute(inputs: [], outputs: [.speaker]),
        inputs: [AudioPort] = [.builtInMicrophone],
        isOtherAudioPlaying: Bool = false,
        isInputMuted: Bool = false
    ) {
        self.route = route
        self.inputs = inputs
        self.isOtherAudioPlaying = isOtherAudioPlaying
        self.isInputMuted = isInputMuted
    }
}
