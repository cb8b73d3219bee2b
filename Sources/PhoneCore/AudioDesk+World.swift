// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What persons, accessories and the rest of the system do to the sound.
extension AudioDesk {
    /// Takes an event about sound; any other changes nothing.
    mutating func handle(_ event: WorldEvent, turn: inout Turn) {
        switch event {
        case .accessoryConnected(let accessory):
            guard !accessories.contains(accessory) else { return }
            connect(accessories + [accessory], .newDeviceAvailable, turn: &turn)
        case .accessoryDisconnected(let accessory):
            guard accessories.contains(accessory) else { return }
            connect(accessories.filter { $0 != accessory }, .oldDeviceUnavailable, turn: &turn)
        case .audioInterruptionBegan:
            isInterrupted = true
            for session in clients.keys { interrupt(session, turn: &turn) }
        case .audioInterruptionEnded(let shouldResume):
            guard isInterrupted else { return }
            isInterrupted = false
            endInterruptions(shouldResume: shouldResume, turn: &turn)
        case .mediaServicesReset: resetServices(turn: &turn)
        case .otherAudioPlaying(let isPlaying):
            guard isPlaying != isOtherAudioPlaying else { return }
            isOtherAudioPlaying = isPlaying
            for session in clients.keys { turn.tell(session, .otherAudioPlaying(isPlaying)) }
        default: break
        }
    }

    /// Takes over what is connected.
    ///
    /// An override ends where the route beneath it changes (B79); an input that is gone is no
    /// longer preferred.
    private mutating func connect(
        _ new: [AudioAccessory], _ reason: AudioRouteChangeReason, turn: inout Turn
    ) {
        let old = accessories
        accessories = new
        let inputs = AudioRouting.inputs(new)
        let areInputsNew = inputs != AudioRouting.inputs(old)
        for session in clients.keys {
            clients.update(session) { client in
                let before = client.wantedRoute(old, isOverridden: false)
                if !inputs.contains(where: { $0.uid == client.preferredInput }) {
                    client.preferredInput = nil
                }
                if client.wantedRoute(new, isOverridden: false) != before {
                    client.isOverridden = false
                }
            }
            if areInputsNew { turn.tell(session, .audioInputsChanged(inputs)) }
            reroute(session, reason, turn: &turn)
        }
        let cellular = AudioRouting.route(for: Self.cellularSettings, new)
        if cellular != AudioRouting.route(for: Self.cellularSettings, old) {
            isCellularOverridden = false
        }
    }

    /// The audio server has died and is back: every session is down and as new.
    ///
    /// A call's session is raised again at once; its app sets the category anew when it hears of
    /// the reset.
    private mutating func resetServices(turn: inout Turn) {
        turn.note(.mediaServicesReset)
        isInterrupted = false
        isCellularOverridden = false
        var raised: Claim?
        if let active, active.owner != .cellular {
            raised = active
            lower(active, turn: &turn)
        }
        for session in clients.keys {
            clients.update(session) {
                $0.settings = AudioSessionSettings()
                $0.isUp = false
                $0.isOwedEnd = false
                $0.isOverridden = false
                $0.preferredInput = nil
            }
            turn.tell(session, .mediaServicesLost)
            turn.tell(session, .mediaServicesReset)
            reroute(session, .routeConfigurationChange, turn: &turn)
        }
        if let raised { raise(raised, turn: &turn) }
    }

    // MARK: The person

    /// The call screen's Speaker button: the override that an app could set, as short-lived (B80).
    mutating func setSpeaker(_ isOn: Bool, turn: inout Turn) -> UserAnswer {
        guard let active else {
            return .failed("no call has sound; answer one, or take it off hold")
        }
        guard case .provider(let provider) = active.owner else {
            isCellularOverridden = isOn
            return .done
        }
        guard let client = clients[provider.session], client.settings.isPlayAndRecord else {
            return .failed(
                "\(active.call.bundle) has not set its audio session to playAndRecord, so there is "
                    + "no receiver to switch from (B79)")
        }
        clients.update(provider.session) { $0.isOverridden = isOn }
        reroute(provider.session, .override, turn: &turn)
        return .done
    }

    /// An accessory's mute gesture: it is for the app whose call has the sound, else for the newest
    /// process that records, else for the next that does (B96).
    mutating func muteInput(_ isMuted: Bool, turn: inout Turn) -> UserAnswer {
        guard turn.rules.hasInputMute else {
            return .failed("this system knows no mute gesture; iOS 17 and later do (B96)")
        }
        guard active?.owner != .cellular else {
            return .failed("the sound is the cellular network's; mute its call instead")
        }
        let raised = active?.owner.session
        let recorder =
            clients.keys.last { $0 == raised && clients[$0]?.isRecording == true }
            ?? clients.keys.last { clients[$0]?.isRecording == true }
        if let recorder {
            mute(recorder, isMuted, turn: &turn)
        } else {
            earlyMute = isMuted
        }
        return .done
    }

    // MARK: Looking

    /// How the sound stands, for testers.
    var snapshot: AudioSnapshot {
        if let active, case .cellular = active.owner {
            return AudioSnapshot(
                owner: cellularBundle,
                route: AudioRouting.route(
                    for: Self.cellularSettings, accessories, isOverridden: isCellularOverridden),
                isOverridden: isCellularOverridden)
        }
        let shown =
            active.flatMap { $0.owner.session }.flatMap { clients[$0] }
            ?? clients.values.last { $0.isUp }
        return AudioSnapshot(
            owner: active?.call.bundle,
            route: shown?.route ?? AudioRouting.route(for: AudioSessionSettings(), accessories),
            isOverridden: shown?.isOverridden ?? false)
    }

    private static let cellularSettings = AudioSessionSettings(
        category: "AVAudioSessionCategoryPlayAndRecord", mode: "AVAudioSessionModeVoiceChat")
}
