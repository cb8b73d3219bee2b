// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Where sound comes from and goes to, for an app's wishes and what is connected.
///
/// What was connected last wins, as far as the settings allow it; with nothing usable connected the
/// phone's own parts serve.
enum AudioRouting {
    /// All inputs that are connected, the phone's own first.
    static func inputs(_ accessories: [AudioAccessory]) -> [AudioPort] {
        [.builtInMicrophone] + accessories.compactMap(\.input)
    }

    /// The route that an app has.
    ///
    /// - Parameters:
    ///   - settings: Category, mode and options of the app (B78).
    ///   - accessories: In the order in which they were connected.
    ///   - preferredInput: The UID of the input that the app chose; one that cannot be used now
    ///     counts as none.
    ///   - isOverridden: To the speaker and the built-in microphone, whatever is connected: for
    ///     playAndRecord alone (B79).
    /// - Returns: No input where nothing is recorded, no output where nothing is heard.
    static func route(
        for settings: AudioSessionSettings,
        _ accessories: [AudioAccessory],
        preferredInput: String? = nil,
        isOverridden: Bool = false
    ) -> AudioRoute {
        if isOverridden, settings.isPlayAndRecord {
            return AudioRoute(inputs: [.builtInMicrophone], outputs: [.speaker])
        }
        let choosable = settings.choosable(of: inputs(accessories))
        let input = choosable.first { $0.uid == preferredInput } ?? choosable.last
        return AudioRoute(
            inputs: input.map { [$0] } ?? [],
            outputs: settings.hasOutput ? [output(for: settings, accessories, beside: input)] : [])
    }

    private static func output(
        for settings: AudioSessionSettings,
        _ accessories: [AudioAccessory],
        beside input: AudioPort?
    ) -> AudioPort {
        // One link carries both ways: who speaks into it hears from it.
        if let input, let owner = accessories.first(where: { $0.input == input }),
            let output = owner.outputOfInput
        {
            return output
        }
        for accessory in accessories.reversed() {
            if let output = accessory.output(for: settings) { return output }
        }
        return settings.prefersSpeaker ? .speaker : .receiver
    }
}

extension AudioAccessory {
    var input: AudioPort? {
        switch self {
        case .headphones:
            AudioPort(type: "MicrophoneWired", name: "Headset Microphone", uid: "Wired Microphone")
        case .bluetoothHeadset: Self.handsFree
        case .bluetoothSpeaker: nil
        case .carAudio: Self.car
        case .usbAudio: AudioPort(type: "USBAudio", name: "USB Audio", uid: "USB Audio Input")
        }
    }

    /// Where sound must go while it comes from ``input``; nil where that is free.
    fileprivate var outputOfInput: AudioPort? {
        switch self {
        case .bluetoothHeadset: Self.handsFree
        case .carAudio: Self.car
        case .headphones, .bluetoothSpeaker, .usbAudio: nil
        }
    }

    /// Where sound may go while it comes from elsewhere, or from nowhere.
    fileprivate func output(for settings: AudioSessionSettings) -> AudioPort? {
        switch self {
        case .headphones: AudioPort(type: "Headphones", name: "Headphones", uid: "Wired Headphones")
        case .bluetoothHeadset:
            settings.allowsA2DP
                ? AudioPort(
                    type: "BluetoothA2DPOutput", name: "Bluetooth Headset",
                    uid: "00:00:5E:00:53:01-tacl") : nil
        case .bluetoothSpeaker:
            settings.allowsA2DP
                ? AudioPort(
                    type: "BluetoothA2DPOutput", name: "Bluetooth Speaker",
                    uid: "00:00:5E:00:53:02-tacl") : nil
        case .carAudio: settings.hasInput ? nil : Self.car
        case .usbAudio: AudioPort(type: "USBAudio", name: "USB Audio", uid: "USB Audio Output")
        }
    }

    private static let handsFree = AudioPort(
        type: "BluetoothHFP", name: "Bluetooth Headset", uid: "00:00:5E:00:53:01-tsco")
    private static let car = AudioPort(type: "CarAudio", name: "Car", uid: "Car Audio")
}
