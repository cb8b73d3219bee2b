// SPDX-License-Identifier: Apache-2.0

/// What an app's wishes for its sound allow, as Apple's header says it: the phone routes by it, and
/// the app's side knows what may be chosen without asking.
extension AudioSessionSettings {
    /// The app can record.
    package var hasInput: Bool {
        switch category {
        case "AVAudioSessionCategoryRecord", "AVAudioSessionCategoryPlayAndRecord",
            "AVAudioSessionCategoryMultiRoute":
            true
        default: false
        }
    }

    /// The app can be heard.
    package var hasOutput: Bool {
        switch category {
        case "AVAudioSessionCategoryRecord", "AVAudioSessionCategoryAudioProcessing": false
        default: true
        }
    }

    /// The category of calls: the only one with a receiver, and the only one whose output an app
    /// may override (B79).
    package var isPlayAndRecord: Bool { category == "AVAudioSessionCategoryPlayAndRecord" }

    /// Sound goes to the speaker where nothing else is connected, rather than to the receiver (B78,
    /// B80).
    package var prefersSpeaker: Bool {
        !isPlayAndRecord || has(Self.defaultToSpeaker) || mode == "AVAudioSessionModeVideoChat"
    }

    /// A headset may be spoken to over the hands-free profile: by an option, or by a mode of
    /// conversation (B78).
    package var allowsHandsFree: Bool {
        guard hasInput else { return false }
        return has(Self.allowBluetoothHFP)
            || isPlayAndRecord
                && (mode == "AVAudioSessionModeVoiceChat" || mode == "AVAudioSessionModeVideoChat")
    }

    /// Sound may go to a Bluetooth loudspeaker: always where nothing is recorded, else by an
    /// option.
    package var allowsA2DP: Bool {
        hasOutput && (!hasInput || isPlayAndRecord && has(Self.allowBluetoothA2DP))
    }

    /// Those of all connected inputs that these settings let an app choose.
    package func choosable(of inputs: [AudioPort]) -> [AudioPort] {
        guard hasInput else { return [] }
        return inputs.filter { $0.type != "BluetoothHFP" || allowsHandsFree }
    }

    private static let allowBluetoothHFP: UInt = 0x4
    private static let defaultToSpeaker: UInt = 0x8
    private static let allowBluetoothA2DP: UInt = 0x20

    private func has(_ option: UInt) -> Bool { options & option != 0 }
}
