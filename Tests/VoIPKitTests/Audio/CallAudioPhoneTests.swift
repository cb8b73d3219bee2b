// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("CallAudio on a phone", .phone(.iOS(18))) struct CallAudioPhoneTests {
    private let phone = SimulatedPhone.current
    private let call = UUID()

    private func launch() throws -> (SimulatedApp, AudioApp) {
        let phone = phone
        let app = phone.launch("com.example.hotline") { AudioApp(phone) }
        return (app, try app.object(AudioApp.self))
    }

    private func answered(hasVideo: Bool = false) async throws -> (SimulatedApp, AudioApp) {
        let (app, object) = try launch()
        let call = call
        try await app.run(with: AudioApp.self) { $0.ring(call, hasVideo: hasVideo) }
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        try #require(phone.calls.first?.isConnected == true)
        return (app, object)
    }

    private func did(_ app: SimulatedApp, _ body: @escaping @MainActor @Sendable (AudioApp) -> Void)
        async throws
    {
        try await app.run(with: AudioApp.self, body)
        try await phone.settle()
    }

    @Test("incoming: the category before the answer, the engine after the activation (B68, B69)")
    func incoming() async throws {
        let (app, object) = try await answered()
        // When the route is told beside that, the phone is free to choose.
        let log = await object.log.filter { !$0.hasPrefix("engine route") }
        #expect(
            log == [
                "ring", "accept in playAndRecord", "engine start", "startMedia in playAndRecord",
            ])
        #expect(await object.mode == .voiceChat)
        #expect(await object.audio.state.isActive)
        #expect(await object.audio.state.isRunning)
        try await did(app) { $0.clear() }
        phone.user.end()
        try await phone.settle()
        let last = await object.log
        #expect(last.contains("engine stop") && last.contains("hangUp in playAndRecord"))
        #expect(await !object.audio.state.isActive)
        #expect(phone.violations.isEmpty && phone.advice.isEmpty)
        #expect(await object.problems.isEmpty)
    }

    @Test("outgoing: ringback between ringing and the answer, within the activation")
    func outgoing() async throws {
        let (app, object) = try launch()
        let call = call
        try await did(app) { $0.dial(call) }
        #expect(await object.log.contains("engine start"))
        #expect(await !object.log.contains("engine ringback true"))
        try await did(app) { $0.manager.report(.startedConnecting(nil), of: call) }
        #expect(await object.log.last == "engine ringback true")
        #expect(await object.audio.state.isRingingBack)
        try await did(app) { $0.manager.report(.connected(nil), of: call) }
        #expect(await object.log.last == "engine ringback false")
        phone.user.end()
        try await phone.settle()
        #expect(await object.log.filter { $0 == "engine stop" }.count == 1)
        #expect(phone.violations.isEmpty && phone.advice.isEmpty)
    }

    @Test("a call that is declined activates nothing") func declined() async throws {
        let (app, object) = try launch()
        let call = call
        try await did(app) { $0.ring(call) }
        phone.user.decline()
        try await phone.settle()
        #expect(await !object.log.contains { $0.hasPrefix("engine") })
    }

    @Test("video brings its mode, and the loudspeaker (B78)") func video() async throws {
        let (_, object) = try await answered(hasVideo: true)
        #expect(await object.mode == .videoChat)
        #expect(phone.audio.outputs == [.builtInSpeaker])
        #expect(await object.audio.state.isSpeaker)
    }

    @Test("a call that gets video changes to its mode") func upgrade() async throws {
        let (app, object) = try await answered()
        let call = call
        try await did(app) {
            $0.manager.report(.updated(handle: nil, name: nil, hasVideo: true), of: call)
        }
        #expect(await object.mode == .videoChat)
        #expect(phone.audio.outputs == [.builtInSpeaker])
    }

    // MARK: Routes

    @Test("the app's speaker button, and back") func speaker() async throws {
        let (app, object) = try await answered()
        #expect(phone.audio.outputs == [.builtInReceiver])
        try await did(app) { $0.audio.setSpeaker(true) }
        #expect(phone.audio.outputs == [.builtInSpeaker] && phone.audio.isSpeakerChosen)
        #expect(await object.audio.state.isSpeaker)
        try await did(app) { $0.audio.setSpeaker(false) }
        #expect(phone.audio.outputs == [.builtInReceiver])
        #expect(await !object.audio.state.isSpeaker)
    }

    @Test("the system's speaker button is followed, and stays as it is (B80)")
    func systemButton() async throws {
        let (app, object) = try await answered()
        #expect(phone.user.speaker(true).isDone)
        try await phone.settle()
        #expect(await object.audio.state.isSpeaker)
        // What would make it flip back: preparing again.
        try await did(app) { $0.audio.prepare(hasVideo: false) }
        #expect(phone.audio.isSpeakerChosen)
        #expect(phone.user.speaker(false).isDone)
        try await phone.settle()
        #expect(phone.audio.outputs == [.builtInReceiver])
        #expect(await !object.audio.state.isSpeaker)
    }

    @Test("chosen while it rings, the loudspeaker is there when the call is") func early()
        async throws
    {
        let (app, object) = try launch()
        let call = call
        try await did(app) {
            $0.audio.setSpeaker(true)
            $0.dial(call)
        }
        #expect(phone.audio.outputs == [.builtInSpeaker])
        #expect(await object.audio.state.isSpeaker)
    }

    @Test("it comes back when another app's category change has undone it (B79)")
    func undone() async throws {
        let (app, _) = try await answered()
        try await did(app) { $0.audio.setSpeaker(true) }
        try await app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
        }
        try await phone.settle()
        #expect(phone.audio.outputs == [.builtInSpeaker])
    }

    @Test("a headset takes the sound, also from the loudspeaker") func headset() async throws {
        let (app, object) = try await answered()
        try await did(app) { $0.audio.setSpeaker(true) }
        phone.world.connect(.bluetoothHeadset)
        try await phone.settle()
        #expect(phone.audio.outputs == [.bluetoothHFP])
        let route = await object.audio.state.route
        #expect(route.isAccessory && !route.isSpeaker)
        #expect(await object.log.last == "engine route BluetoothHFP")
        phone.world.disconnect(.bluetoothHeadset)
        try await phone.settle()
        #expect(phone.audio.outputs == [.builtInReceiver])
        #expect(await object.problems.isEmpty)
    }

    @Test("the inputs are listed, and one is preferred") func inputs() async throws {
        let (app, object) = try await answered()
        phone.world.connect(.bluetoothHeadset)
        try await phone.settle()
        let builtIn = try #require(
            await object.audio.availableInputs.first { $0.type == .builtInMic })
        try await app.run(with: AudioApp.self) { try $0.audio.preferInput(builtIn) }
        try await phone.settle()
        #expect(phone.audio.inputs == [.builtInMic])
        let none = CallAudioRoute.Port(type: .usbAudio, name: "Gone", id: "gone")
        let error = try await app.run(with: AudioApp.self) { app in
            #expect(throws: CallAudioError.self) { try app.audio.preferInput(none) }
        }
        #expect(error == .input(code: AVAudioSession.ErrorCode.badParam.rawValue))
    }

    // MARK: Interruptions

    @Test("Hold & Accept of a foreign call, in the order of B70") func foreignCall() async throws {
        let (app, object) = try await answered()
        try await did(app) {
            $0.audio.setSpeaker(true)
            $0.clear()
        }
        let other = phone.world.incomingCellularCall(from: "+493012345")
        try await phone.settle()
        #expect(phone.user.holdAndAnswer().isDone)
        try await phone.settle()
        #expect(await object.log.filter { $0 == "engine stop" }.count == 1)
        #expect(await !object.audio.state.isActive)
        // B71: nothing resumes by itself.
        phone.world.cellularHangsUp(other)
        try await phone.settle()
        #expect(await !object.log.contains("engine start"))
        #expect(phone.user.unhold().isDone)
        try await phone.settle()
        #expect(await object.log.filter { $0 == "engine start" }.count == 1)
        #expect(await object.audio.state.isRunning)
        #expect(await object.audio.state.isSpeaker)
        #expect(phone.violations.isEmpty)
    }

    @Test("an alarm stops the engine, and its end starts it", arguments: [true, false])
    func alarm(shouldResume: Bool) async throws {
        let (app, object) = try await answered()
        try await did(app) { $0.clear() }
        phone.world.interruptAudio()
        try await phone.settle()
        #expect(await object.audio.state.isInterrupted)
        #expect(await object.service.heard.isEmpty)
        phone.world.endInterruption(shouldResume: shouldResume)
        try await phone.settle()
        #expect(
            await object.log == [
                "engine stop", "stopMedia in playAndRecord", "engine start",
                "startMedia in playAndRecord",
            ])
        #expect(await object.service.breaches.isEmpty)
        #expect(await object.audio.state.isRunning)
        #expect(phone.violations.isEmpty && phone.advice.isEmpty)
    }

    @Test("when the audio server dies, all is made anew") func reset() async throws {
        let (app, object) = try await answered()
        try await did(app) {
            $0.audio.setSpeaker(true)
            $0.clear()
        }
        phone.world.resetMediaServices()
        try await phone.settle()
        let log = await object.log
        let steps = ["engine stop", "engine rebuild", "engine start"]
        #expect(log.filter(steps.contains) == steps)
        #expect(await object.mode == .voiceChat)
        #expect(await object.audio.state.isRunning)
        #expect(phone.audio.outputs == [.builtInSpeaker])
        #expect(await object.problems.isEmpty)
    }

    @Test("when the call service restarts, the engine stops") func callService() async throws {
        let (_, object) = try await answered()
        phone.restartCallService()
        try await phone.settle()
        #expect(await !object.audio.state.isActive)
        #expect(await object.log.last { $0.hasPrefix("engine s") } == "engine stop")
    }
}
