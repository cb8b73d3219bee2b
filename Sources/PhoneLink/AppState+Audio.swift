// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The app's sound: what the app does, and what the phone says.
extension AppState {
    // MARK: What the app does

    /// Sets what the audio session is to be like.
    ///
    /// Sent also where nothing changes: setting the category again undoes an override (B80).
    package mutating func setAudio(
        _ settings: AudioSessionSettings,
        into effects: inout [AppEffect]
    ) {
        audio.settings = settings
        if isLinked { effects.append(.send(.setAudioSession(settings))) }
    }

    /// Asks for the audio session to become active, or not.
    package mutating func setAudioActive(
        _ isActive: Bool,
        into effects: inout [AppEffect]
    ) -> RequestID {
        let id = askForAudio(into: &effects) { .setAudioSessionActive($0, isActive) }
        if outstanding[id] != nil { audio.activations[id] = isActive }
        return id
    }

    /// Asks for the output to go to the speaker whatever is connected, or no longer (B79).
    package mutating func overridePort(
        toSpeaker: Bool,
        into effects: inout [AppEffect]
    ) -> RequestID {
        askForAudio(into: &effects) { .overrideAudioPort($0, toSpeaker: toSpeaker) }
    }

    /// Asks for an input, by its port's UID; nil leaves the choice to the system.
    ///
    /// One that no phone could have fails unsent.
    package mutating func setPreferredInput(
        _ uid: String?,
        into effects: inout [AppEffect]
    ) -> RequestID {
        guard (uid?.utf8.count ?? 0) <= Limits.nameByteCount else {
            let id = number(.audioSession)
            fail(id, .audioSession(.badParam), into: &effects)
            return id
        }
        return askForAudio(into: &effects) { .setPreferredInput($0, uid) }
    }

    /// Mutes the app's input; it holds from the next activation where nothing is recorded now
    /// (B96).
    package mutating func setInputMuted(_ isMuted: Bool, into effects: inout [AppEffect]) {
        audio.environment.isInputMuted = isMuted
        if isLinked { effects.append(.send(.setInputMuted(isMuted))) }
    }

    private mutating func askForAudio(
        into effects: inout [AppEffect],
        _ request: (RequestID) -> AppRequest
    ) -> RequestID {
        let id = number(.audioSession)
        if canSend {
            submit(request(id), into: &effects)
        } else {
            fail(id, into: &effects)
        }
        return id
    }

    // MARK: What the phone says

    /// The standing wishes, behind a hello.
    mutating func sayAudio(into effects: inout [AppEffect]) {
        if audio.settings != AudioSessionSettings() {
            effects.append(.send(.setAudioSession(audio.settings)))
        }
        if audio.environment.isInputMuted { effects.append(.send(.setInputMuted(true))) }
    }

    /// The phone has said how its sound stands; a mute that the app has set since is on the way to
    /// it.
    mutating func takeAudio(_ environment: AudioEnvironment) {
        let isInputMuted = audio.environment.isInputMuted
        audio.environment = environment
        audio.environment.isInputMuted = isInputMuted || environment.isInputMuted
    }

    /// The answer to an activation moves the session, before the app's call returns.
    mutating func audioAnswered(_ id: RequestID, _ error: RequestError?) {
        guard let isActive = audio.activations.removeValue(forKey: id) else { return }
        switch error {
        case nil:
            audio.isActive = isActive
            if isActive { audio.isInterrupted = false }
        // It goes down all the same (B77).
        case .audioSession(.isBusy) where !isActive: audio.isActive = false
        default: break
        }
    }

    /// Takes a notice about sound; any other changes nothing.
    mutating func applyAudio(_ notice: AppNotice, into effects: inout [AppEffect]) {
        switch notice {
        case .audioActivated:
            audio.isRaised = true
            audio.isActive = true
            audio.isInterrupted = false
        case .audioDeactivated:
            audio.isRaised = false
            audio.isActive = false
        case .audioInterrupted(let interruption):
            switch interruption {
            case .began:
                audio.isInterrupted = true
                audio.isActive = false
            case .ended:
                audio.isInterrupted = false
                // What the system raised it takes up again by itself.
                if audio.isRaised { audio.isActive = true }
            }
            effects.append(.audio(.interrupted(interruption)))
        case .audioRouteChanged(let route, let reason):
            let previous = audio.environment.route
            audio.environment.route = route
            effects.append(.audio(.routeChanged(route, reason, previous: previous)))
        case .audioInputsChanged(let inputs):
            let before = audio.settings.choosable(of: audio.environment.inputs)
            audio.environment.inputs = inputs
            let after = audio.settings.choosable(of: inputs)
            if after != before { effects.append(.audio(.inputsChanged(after))) }
        case .mediaServicesLost:
            audio.linkEnded()
            effects.append(.audio(.servicesLost))
        case .mediaServicesReset:
            audio.settings = AudioSessionSettings()
            effects.append(.audio(.servicesReset))
        case .inputMuted(let isMuted):
            audio.environment.isInputMuted = isMuted
            effects.append(.audio(.inputMuted(isMuted)))
        case .otherAudioPlaying(let isPlaying):
            audio.environment.isOtherAudioPlaying = isPlaying
            if audio.isActive { effects.append(.audio(.otherAudioPlaying(isPlaying))) }
        default: break
        }
    }
}
