// SPDX-License-Identifier: Apache-2.0
import CallModel
public import OpenAVFAudio
import PhoneCore

/// How a phone's sound stands.
public struct PhoneAudio: Hashable, Sendable {
    /// The app whose call has the sound, by its bundle identifier, `com.apple.mobilephone` for a
    /// cellular call; nil where no call has it.
    public let activeApp: String?
    /// Where sound comes from.
    public let inputs: [AVAudioSession.Port]
    /// Where sound goes.
    public let outputs: [AVAudioSession.Port]
    /// Whether the speaker was chosen over what the app's settings say (B79).
    public let isSpeakerChosen: Bool

    init(_ snapshot: AudioSnapshot) {
        activeApp = snapshot.owner
        inputs = snapshot.route.inputs.map { AVAudioSession.Port(rawValue: $0.type) }
        outputs = snapshot.route.outputs.map { AVAudioSession.Port(rawValue: $0.type) }
        isSpeakerChosen = snapshot.isOverridden
    }
}
