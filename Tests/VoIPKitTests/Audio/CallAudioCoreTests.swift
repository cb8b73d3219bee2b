// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Testing

@testable import VoIPKit

extension CallAudioRoute {
    static let receiver = made(.builtInReceiver, "Receiver")
    static let speaker = made(.builtInSpeaker, "Speaker")
    static let headset = made(.bluetoothHFP, "Headset")

    private static func made(_ type: AVAudioSession.Port, _ name: String) -> CallAudioRoute {
        CallAudioRoute(
            inputs: [Port(type: .builtInMic, name: "Microphone", id: "mic")],
            outputs: [Port(type: type, name: name, id: name)])
    }
}

@Suite("CallAudioCore: events in, effects out") struct CallAudioCoreTests {
    private var core = CallAudioCore(route: .receiver)

    private mutating func handle(_ events: CallAudioEvent...) -> [CallAudioEffect] {
        events.flatMap { core.handle($0) }
    }

    @Test("preparing sets the mode and never activates (B68, B82)") mutating func prepared() {
        #expect(handle(.prepared(hasVideo: false)) == [.configure(hasVideo: false)])
        #expect(handle(.prepared(hasVideo: true)) == [.configure(hasVideo: true)])
        #expect(!core.state.isActive)
    }

    @Test("the engine runs between activation and deactivation") mutating func engine() {
        _ = handle(.prepared(hasVideo: false))
        #expect(handle(.activated(.system)) == [.startEngine])
        #expect(core.state.isActive && core.state.isRunning)
        #expect(handle(.activated(.system)).isEmpty)
        #expect(handle(.deactivated(.system)) == [.stopEngine])
        #expect(handle(.deactivated(.system)).isEmpty)
        #expect(!core.state.isActive && !core.state.isRunning)
    }

    @Test("ringback sounds while it is wished for and the engine runs") mutating func ringback() {
        #expect(handle(.ringbackAsked(true)).isEmpty)
        #expect(handle(.activated(.system)) == [.startEngine, .setRingback(true)])
        #expect(handle(.ringbackAsked(false)) == [.setRingback(false)])
        #expect(handle(.ringbackAsked(true)) == [.setRingback(true)])
        #expect(handle(.deactivated(.system)) == [.setRingback(false), .stopEngine])
        #expect(handle(.activated(.system)) == [.startEngine, .setRingback(true)])
        #expect(handle(.callsEnded) == [.setRingback(false)])
    }

    @Test("an engine that failed is tried again at the next activation") mutating func failed() {
        _ = handle(.ringbackAsked(true))
        #expect(handle(.activated(.system)) == [.startEngine, .setRingback(true)])
        #expect(handle(.engineFailed).isEmpty)
        #expect(core.state.isActive && !core.state.isRunning && !core.state.isRingingBack)
        #expect(handle(.ringbackAsked(true), .callsChanged(hasVideo: false)).isEmpty)
        #expect(handle(.deactivated(.system)).isEmpty)
        #expect(handle(.activated(.system)) == [.startEngine, .setRingback(true)])
        _ = handle(.engineFailed)
        #expect(handle(.activated(.system)) == [.startEngine, .setRingback(true)])
    }

    // MARK: Interruptions

    @Test("a foreign call: interruption, deactivation, later activation (B70)")
    mutating func foreign() {
        _ = handle(.activated(.system))
        #expect(handle(.interruptionBegan) == [.stopEngine])
        #expect(core.state.isInterrupted)
        #expect(handle(.deactivated(.system)).isEmpty)
        #expect(!core.state.isInterrupted)
        #expect(handle(.activated(.system)) == [.startEngine])
    }

    @Test("what CallKit raised comes back when an alarm ends", arguments: [true, false])
    mutating func alarm(shouldResume: Bool) {
        _ = handle(.activated(.system))
        #expect(handle(.interruptionBegan) == [.stopEngine])
        #expect(handle(.interruptionEnded(shouldResume: shouldResume)) == [.startEngine])
    }

    @Test("what the app raised it raises again if it may") mutating func resumes() {
        _ = handle(.activated(.app))
        #expect(handle(.interruptionBegan) == [.stopEngine])
        #expect(handle(.interruptionEnded(shouldResume: true)) == [.activate])
        #expect(core.state.isInterrupted)
        #expect(handle(.activated(.app)) == [.startEngine])
    }

    @Test("without the hint it waits for the person") mutating func waits() {
        _ = handle(.activated(.app), .interruptionBegan)
        #expect(handle(.interruptionEnded(shouldResume: false)).isEmpty)
        #expect(core.state.isInterrupted && core.isRaisedByApp && !core.isActiveByApp)
        #expect(handle(.activated(.app)) == [.startEngine])
    }

    @Test("a call system does not lower what the app has raised") mutating func owners() {
        _ = handle(.activated(.app))
        #expect(handle(.activated(.system), .deactivated(.system)).isEmpty)
        #expect(core.state.isRunning)
        #expect(handle(.deactivated(.app)) == [.stopEngine])
    }

    @Test("an interruption of nothing is none") mutating func nothing() {
        #expect(handle(.interruptionBegan).isEmpty)
        #expect(!core.state.isInterrupted)
        #expect(handle(.interruptionEnded(shouldResume: true)).isEmpty)
        #expect(handle(.activated(.system)) == [.startEngine])
    }

    // MARK: The loudspeaker

    @Test("a wish before the activation is carried out at it") mutating func wish() {
        #expect(handle(.prepared(hasVideo: false), .speakerAsked(true)).count == 1)
        #expect(core.state.isSpeaker)
        #expect(handle(.activated(.system)) == [.overrideSpeaker(true), .startEngine])
        #expect(!core.state.isSpeaker)
        #expect(handle(.routeChanged(.override, .speaker)) == [.tellRoute(.speaker)])
        #expect(core.state.isSpeaker)
    }

    @Test("asked for and taken back, even before the route is told") mutating func toggles() {
        _ = handle(.prepared(hasVideo: false), .activated(.system))
        #expect(handle(.speakerAsked(true)) == [.overrideSpeaker(true)])
        #expect(handle(.speakerAsked(false)) == [.overrideSpeaker(false)])
    }

    @Test("the system's button is followed, not fought (B80)") mutating func button() {
        _ = handle(.prepared(hasVideo: false), .activated(.system), .speakerAsked(true))
        _ = handle(.routeChanged(.override, .speaker))
        // The person switches it off on the system's screen.
        #expect(handle(.routeChanged(.override, .receiver)) == [.tellRoute(.receiver)])
        #expect(!core.state.isSpeaker)
        #expect(handle(.routeChanged(.category, .receiver)).isEmpty)
        // And on again: it is as if the app had.
        _ = handle(.routeChanged(.override, .speaker))
        #expect(
            handle(.routeChanged(.category, .receiver))
                == [.tellRoute(.receiver), .overrideSpeaker(true)])
    }

    @Test("an override that a category change undid is renewed (B79)") mutating func renewed() {
        _ = handle(.prepared(hasVideo: false), .activated(.system), .speakerAsked(true))
        _ = handle(.routeChanged(.override, .speaker))
        #expect(
            handle(.routeChanged(.category, .receiver))
                == [.tellRoute(.receiver), .overrideSpeaker(true)])
    }

    @Test("a headset takes the sound, and the wish with it") mutating func headset() {
        _ = handle(.prepared(hasVideo: false), .activated(.system), .speakerAsked(true))
        _ = handle(.routeChanged(.override, .speaker))
        #expect(handle(.routeChanged(.device, .headset)) == [.tellRoute(.headset)])
        #expect(handle(.routeChanged(.device, .receiver)) == [.tellRoute(.receiver)])
        #expect(handle(.deactivated(.system), .activated(.system)) == [.stopEngine, .startEngine])
    }

    @Test("after a hold the loudspeaker is chosen again") mutating func hold() {
        _ = handle(.prepared(hasVideo: false), .activated(.system), .speakerAsked(true))
        _ = handle(.routeChanged(.override, .speaker), .deactivated(.system))
        // The override ended with the activation.
        #expect(handle(.routeChanged(.category, .receiver)) == [.tellRoute(.receiver)])
        #expect(handle(.activated(.system)) == [.overrideSpeaker(true), .startEngine])
    }

    @Test("the next call begins without the last one's choice") mutating func next() {
        _ = handle(.prepared(hasVideo: false), .activated(.system), .speakerAsked(true))
        _ = handle(.deactivated(.system), .callsEnded, .prepared(hasVideo: false))
        #expect(handle(.activated(.system)) == [.startEngine])
    }

    @Test("a video call at the ear needs another mode (B78)") mutating func videoAtTheEar() {
        _ = handle(.prepared(hasVideo: true), .activated(.system))
        #expect(
            handle(.speakerAsked(false)) == [.configure(hasVideo: false), .overrideSpeaker(false)])
        // Asked to prepare again, it stays there.
        #expect(handle(.prepared(hasVideo: true)) == [.configure(hasVideo: false)])
        #expect(
            handle(.speakerAsked(true)) == [.configure(hasVideo: true), .overrideSpeaker(true)])
    }

    @Test("a call that gets video goes to the loudspeaker, one that loses it to the ear")
    mutating func upgrade() {
        #expect(handle(.callsChanged(hasVideo: true)).isEmpty)
        _ = handle(.prepared(hasVideo: false), .activated(.system), .speakerAsked(false))
        #expect(handle(.callsChanged(hasVideo: false)).isEmpty)
        #expect(handle(.callsChanged(hasVideo: true)) == [.configure(hasVideo: true)])
        #expect(handle(.callsChanged(hasVideo: nil)).isEmpty)
        #expect(handle(.callsChanged(hasVideo: false)) == [.configure(hasVideo: false)])
    }

    // MARK: The audio service

    @Test("a reset rebuilds all, and starts what was active") mutating func reset() {
        _ = handle(.prepared(hasVideo: false), .activated(.system), .speakerAsked(true))
        _ = handle(.ringbackAsked(true))
        #expect(handle(.servicesLost) == [.setRingback(false), .stopEngine])
        #expect(!core.state.isActive)
        #expect(
            handle(.servicesReset) == [
                .rebuildEngine, .configure(hasVideo: false), .overrideSpeaker(true), .startEngine,
                .setRingback(true),
            ])
    }

    @Test("a reset without its loss is both") mutating func resetAlone() {
        _ = handle(.prepared(hasVideo: false), .activated(.system))
        #expect(
            handle(.servicesReset) == [
                .stopEngine, .rebuildEngine, .configure(hasVideo: false), .startEngine,
            ])
    }

    @Test("a reset without calls rebuilds alone") mutating func idleReset() {
        #expect(handle(.servicesLost, .servicesReset) == [.rebuildEngine])
    }

    @Test("a session of the app's is raised again after a reset") mutating func appReset() {
        _ = handle(.prepared(hasVideo: false), .activated(.app), .servicesLost)
        #expect(
            handle(.servicesReset) == [.rebuildEngine, .configure(hasVideo: false), .activate])
        #expect(!core.state.isActive)
        #expect(handle(.activated(.app)) == [.startEngine])
    }
}
