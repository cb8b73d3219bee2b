// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Whose call has the sound.
enum AudioOwner: Hashable, Sendable {
    case provider(ProviderKey)
    case cellular

    /// The process that hears of it; the cellular network has none.
    var session: SessionID? {
        if case .provider(let provider) = self { provider.session } else { nil }
    }
}

/// A process's share of the sound.
struct AudioClient: Sendable, Equatable {
    let bundle: BundleID
    var settings = AudioSessionSettings()
    /// Its audio session is active: the system raised it, or the app did.
    var isUp = false
    /// It heard that an interruption began and is to hear of the end.
    var isOwedEnd = false
    /// `overrideOutputAudioPort(.speaker)`, or the call screen's button (B79, B80).
    var isOverridden = false
    /// The UID of the input that it chose.
    var preferredInput: String?
    /// What it is to hear of its input, and what it has heard (B96).
    var isInputMuted = false
    var toldInputMuted = false
    /// The route that it was told last.
    var route: AudioRoute

    init(bundle: BundleID, _ accessories: [AudioAccessory]) {
        self.bundle = bundle
        route = AudioRouting.route(for: AudioSessionSettings(), accessories)
    }

    var isRecording: Bool { isUp && settings.hasInput }

    /// What its settings make of what is connected.
    func wantedRoute(_ accessories: [AudioAccessory], isOverridden: Bool) -> AudioRoute {
        AudioRouting.route(
            for: settings, accessories, preferredInput: preferredInput, isOverridden: isOverridden)
    }
}
