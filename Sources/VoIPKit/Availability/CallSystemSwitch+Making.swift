// SPDX-License-Identifier: Apache-2.0
import Foundation

extension CallSystemSwitch {
    /// Makes what ``CallManager`` stands on: what decides, or CallKit always where nothing does.
    ///
    /// Without a session of the app's, the service sets category and mode itself, and the session
    /// is but activated here.
    static func system(
        _ availability: CallAvailability?, configuration: CallConfiguration,
        screen: (any InAppCallScreen)?, audio: CallAudio?, clock: any CallClock
    ) -> any CallSystem {
        guard let availability else { return CallKitSystem(configuration: configuration) }
        let sound = InAppCallSystem.Audio.of(audio)
        return CallSystemSwitch(availability) { choice in
            switch choice {
            case .callKit: return CallKitSystem(configuration: configuration)
            case .inApp:
                guard let screen else { return NoCallSystem(clock: clock) }
                return InAppCallSystem(
                    configuration: configuration, screen: screen, audio: sound, clock: clock)
            case .liveCommunicationKit:
                return liveCommunicationKit(configuration) ?? NoCallSystem(clock: clock)
            }
        }
    }

    private static func liveCommunicationKit(
        _ configuration: CallConfiguration
    ) -> (any CallSystem)? {
        #if canImport(LiveCommunicationKit)
        if #available(iOS 17.4, macCatalyst 17.4, *) {
            return LiveCommunicationKitSystem(configuration: configuration)
        }
        #endif
        return nil
    }
}

extension InAppCallSystem.Audio {
    /// The session of the app, made now, since it belongs to the app that makes it.
    @MainActor static func of(_ audio: CallAudio?) -> Self {
        if let audio {
            return Self(activate: { try audio.activate() }, deactivate: { audio.deactivate() })
        }
        let session = SystemAudioSession()
        return Self(
            activate: { try session.setActive(true) },
            deactivate: {
                // A session that nobody needs: nothing is to be done about its failing.
                try? session.setActive(false)
            })
    }
}
