// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch

/// The app's audio session, as a phone's session sees it.
///
/// Called on the transport's thread, in order. It must not block that thread, nor call the app's
/// code on it: an app that activates its session while it hears of an interruption's end would wait
/// there for an answer that cannot come. It passes on with ``AppSession/deliver(on:_:)``, to a
/// queue that it has named with ``AppSession/use(_:for:)``.
package protocol AudioReceiver: SharedObject {
    func receive(_ event: AudioEvent)
}

/// What the app's audio session asks of a phone.
///
/// What has an answer waits for it, at most ``answerSecondsMax``; nil is yes.
extension AppSession {
    /// What the app asked of the audio session last; the defaults again after
    /// ``AudioEvent/servicesReset``.
    package var audio: AudioSessionSettings { core.withLock { $0.state.audio.settings } }

    /// How the device's sound stands, with the inputs that the settings let the app choose: none
    /// for a category that does not record.
    package var audioEnvironment: AudioEnvironment {
        core.withLock { core in
            let audio = core.state.audio
            var environment = audio.environment
            environment.inputs = audio.settings.choosable(of: environment.inputs)
            return environment
        }
    }

    /// The session is up: the phone raised it for a call, or the app did.
    package var isAudioActive: Bool { core.withLock { $0.state.audio.isActive } }

    /// Hears of sound from now on, in place of the one before; the session holds it weakly.
    package func listenToAudio(_ receiver: any AudioReceiver) {
        core.withLock { $0.audioReceiver = Weak(receiver) }
    }

    /// Sets category, mode and options together; setting the same again counts as well (B80).
    package func setAudio(_ settings: AudioSessionSettings) {
        change { $0.state.setAudio(settings, into: &$1) }
    }

    /// Asks for the audio session to become active or not.
    package func setAudioActive(_ isActive: Bool) -> RequestError? {
        ask { $0.setAudioActive(isActive, into: &$1) }
    }

    /// `overrideOutputAudioPort` (B79): only for playAndRecord; gone with the next route, category
    /// or activation.
    package func overridePort(toSpeaker: Bool) -> RequestError? {
        ask { $0.overridePort(toSpeaker: toSpeaker, into: &$1) }
    }

    /// Chooses an input by its port's UID; nil leaves the choice to the system.
    ///
    /// `badParam` where there is none of that UID among those of ``audioEnvironment``.
    package func setPreferredInput(_ uid: String?) -> RequestError? {
        ask { $0.setPreferredInput(uid, into: &$1) }
    }

    /// `AVAudioApplication.setInputMuted` (B96).
    ///
    /// There is no answer: ``AudioEvent/inputMuted(_:)`` follows while the app records, else with
    /// the next activation.
    package func setInputMuted(_ isMuted: Bool) {
        change(connects: true) { $0.state.setInputMuted(isMuted, into: &$1) }
    }

    private func ask(
        _ request: (inout AppState, inout [AppEffect]) -> RequestID
    ) -> RequestError? {
        let answer = Locked<RequestError?>(.audioSession(.mediaServicesFailed))
        let done = DispatchSemaphore(value: 0)
        change(connects: true) { core, effects in
            let id = request(&core.state, &effects)
            core.completions[id] = { error in
                answer.withLock { $0 = error }
                done.signal()
            }
        }
        _ = done.wait(timeout: .now() + .seconds(Self.answerSecondsMax))
        return answer.withLock { $0 }
    }
}
