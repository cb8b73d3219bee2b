// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What an app's process knows of its sound.
package struct AudioState: Hashable, Sendable {
    /// What the app asked for; the defaults again after the audio server has died.
    package internal(set) var settings = AudioSessionSettings()
    /// How the device's sound stands, as far as the phone has told.
    ///
    /// All connected inputs are in it, whatever the settings let an app choose.
    package internal(set) var environment = AudioEnvironment()
    /// The session is up: the phone raised it, or the app did.
    package internal(set) var isActive = false
    /// The phone has told of an interruption, and neither of its end nor of a new activation.
    package internal(set) var isInterrupted = false
    /// `didActivate` was told, and `didDeactivate` not yet.
    package internal(set) var isRaised = false
    /// What ``isActive`` will be where the answer is yes.
    var activations: [RequestID: Bool] = [:]

    package init() {}

    mutating func linkEnded() {
        isActive = false
        isInterrupted = false
        isRaised = false
        activations = [:]
    }
}

/// What the app's audio session is to hear of.
package enum AudioEvent: Hashable, Sendable {
    case interrupted(AudioInterruption)
    case routeChanged(AudioRoute, AudioRouteChangeReason, previous: AudioRoute)
    /// What is connected has changed; these are the inputs that the settings let the app choose.
    case inputsChanged([AudioPort])
    case servicesLost
    /// The settings are the defaults again.
    case servicesReset
    /// By an accessory's gesture or by the app itself; only while the app records (B96).
    case inputMuted(Bool)
    /// Only while the session is active.
    case otherAudioPlaying(Bool)
}
