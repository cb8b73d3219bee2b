// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Testing

@Suite final class AudioStateTests: StateSteps {
    var state = AppState()
    private let provider = ProviderID(1)
    private let call = AudioSessionSettings(
        category: "AVAudioSessionCategoryPlayAndRecord", mode: "AVAudioSessionModeVoiceChat")
    private let headset = AudioPort(type: "BluetoothHFP", name: "Headset", uid: "1")

    private func open(_ environment: AudioEnvironment = AudioEnvironment()) {
        _ = state.beginOpening()
        effects { $0.opened(into: &$1) }
        apply(
            .welcome(
                AppWelcome(
                    version: protocolVersion, bundle: "a", timeouts: ActionTimeouts(),
                    audio: environment)))
    }

    private func setActive(_ isActive: Bool, _ answer: RequestError?) {
        var id: RequestID?
        effects { id = $0.setAudioActive(isActive, into: &$1) }
        if let id { apply(.answered(id, answer)) }
    }

    // MARK: What the app does

    @Test("B80: settings are sent each time, since setting the same again undoes an override")
    func settings() {
        open()
        #expect(
            effects {
                $0.setAudio(call, into: &$1)
                $0.setAudio(call, into: &$1)
            } == [.send(.setAudioSession(call)), .send(.setAudioSession(call))])
        #expect(state.audio.settings == call)
    }

    @Test("Settings and mute are said again on each link")
    func standing() {
        effects {
            $0.setAudio(call, into: &$1)
            $0.setInputMuted(true, into: &$1)
        }
        _ = state.beginOpening()
        let said: [AppEffect] = [
            .send(.hello(version: protocolVersion)), .send(.setAudioSession(call)),
            .send(.setInputMuted(true)),
        ]
        #expect(effects { $0.opened(into: &$1) } == said)
        effects { $0.linkEnded(into: &$1) }
        _ = state.beginOpening()
        #expect(effects { $0.opened(into: &$1) } == said)
    }

    @Test("What has an answer is numbered and sent, or fails where there is no phone")
    func requests() {
        #expect(
            effects { _ = $0.overridePort(toSpeaker: true, into: &$1) }
                == [.answer(RequestID(1), .audioSession(.mediaServicesFailed))])
        open()
        #expect(
            effects {
                _ = $0.overridePort(toSpeaker: true, into: &$1)
                _ = $0.setPreferredInput("1", into: &$1)
                _ = $0.setAudioActive(true, into: &$1)
            } == [
                .send(.overrideAudioPort(RequestID(2), toSpeaker: true)),
                .send(.setPreferredInput(RequestID(3), "1")),
                .send(.setAudioSessionActive(RequestID(4), true)),
            ])
        #expect(
            apply(.answered(RequestID(2), .audioSession(.badParam)))
                == [.answer(RequestID(2), .audioSession(.badParam))])
        effects {
            $0.couldNotSend(.setPreferredInput(RequestID(3), "1"), into: &$1)
        }
        #expect(
            effects { $0.linkEnded(into: &$1) }.contains(
                .answer(RequestID(4), .audioSession(.mediaServicesFailed))))
    }

    @Test("An input that no phone could have is a bad parameter, unsent")
    func longInput() {
        open()
        let uid = String(repeating: "a", count: Limits.nameByteCount + 1)
        #expect(
            effects { _ = $0.setPreferredInput(uid, into: &$1) }
                == [.answer(RequestID(1), .audioSession(.badParam))])
    }

    // MARK: Up and down

    @Test("The session is up as the phone answers and says")
    func activity() {
        open()
        setActive(true, .audioSession(.insufficientPriority))
        #expect(!state.audio.isActive)
        setActive(true, nil)
        #expect(state.audio.isActive)
        setActive(false, nil)
        #expect(!state.audio.isActive)
        apply(.audioActivated(provider))
        #expect(state.audio.isActive && state.audio.isRaised)
        apply(.audioDeactivated(provider))
        #expect(!state.audio.isActive && !state.audio.isRaised)
    }

    @Test("B77: a deactivation that throws isBusy has worked")
    func busy() {
        open()
        apply(.audioActivated(provider))
        setActive(false, .audioSession(.isBusy))
        #expect(!state.audio.isActive)
    }

    @Test("An interruption takes the session down; its end raises what the system had raised")
    func interruption() {
        open()
        setActive(true, nil)
        #expect(
            apply(.audioInterrupted(.began(reason: 0)))
                == [.audio(.interrupted(.began(reason: 0)))])
        #expect(!state.audio.isActive && state.audio.isInterrupted)
        apply(.audioInterrupted(.ended(shouldResume: true)))
        #expect(!state.audio.isActive && !state.audio.isInterrupted)
        apply(.audioActivated(provider))
        apply(.audioInterrupted(.began(reason: 0)))
        #expect(
            apply(.audioInterrupted(.ended(shouldResume: false)))
                == [.audio(.interrupted(.ended(shouldResume: false)))])
        #expect(state.audio.isActive)
    }

    @Test("B70: an activation stands for the end of an interruption")
    func activationEnds() {
        open()
        apply(.audioInterrupted(.began(reason: 0)))
        apply(.audioActivated(provider))
        #expect(!state.audio.isInterrupted)
    }

    @Test("With the link the session goes down; its settings stay")
    func linkEnds() {
        open()
        effects { $0.setAudio(call, into: &$1) }
        apply(.audioActivated(provider))
        effects { $0.linkEnded(into: &$1) }
        #expect(!state.audio.isActive && !state.audio.isRaised)
        #expect(state.audio.settings == call)
    }

    // MARK: The environment

    @Test("The welcome says how the sound stands; a mute of the app's own is kept")
    func environment() {
        effects { $0.setInputMuted(true, into: &$1) }
        open(AudioEnvironment(inputs: [.builtInMicrophone, headset], isOtherAudioPlaying: true))
        #expect(state.audio.environment.inputs == [.builtInMicrophone, headset])
        #expect(state.audio.environment.isOtherAudioPlaying)
        #expect(state.audio.environment.isInputMuted)
    }

    @Test("A new route comes with the one before")
    func route() {
        open()
        let before = state.audio.environment.route
        let after = AudioRoute(inputs: [headset], outputs: [headset])
        #expect(
            apply(.audioRouteChanged(after, .newDeviceAvailable))
                == [.audio(.routeChanged(after, .newDeviceAvailable, previous: before))])
        #expect(state.audio.environment.route == after)
    }

    @Test("Inputs are told where those that the settings let the app choose have changed")
    func inputs() {
        open()
        let all = [AudioPort.builtInMicrophone, headset]
        #expect(apply(.audioInputsChanged(all)) == [])
        effects { $0.setAudio(call, into: &$1) }
        #expect(
            apply(.audioInputsChanged([.builtInMicrophone]))
                == [.audio(.inputsChanged([.builtInMicrophone]))])
        #expect(apply(.audioInputsChanged(all)) == [.audio(.inputsChanged(all))])
    }

    @Test("The audio server's death puts the settings back and the session down")
    func services() {
        open()
        effects { $0.setAudio(call, into: &$1) }
        apply(.audioActivated(provider))
        #expect(apply(.mediaServicesLost) == [.audio(.servicesLost)])
        #expect(!state.audio.isActive)
        #expect(apply(.mediaServicesReset) == [.audio(.servicesReset)])
        #expect(state.audio.settings == AudioSessionSettings())
    }

    @Test("Mute is told; other audio as well, while the session is active")
    func muteAndMusic() {
        open()
        #expect(apply(.otherAudioPlaying(true)) == [])
        #expect(state.audio.environment.isOtherAudioPlaying)
        setActive(true, nil)
        #expect(apply(.otherAudioPlaying(false)) == [.audio(.otherAudioPlaying(false))])
        #expect(apply(.inputMuted(true)) == [.audio(.inputMuted(true))])
        #expect(state.audio.environment.isInputMuted)
    }
}
