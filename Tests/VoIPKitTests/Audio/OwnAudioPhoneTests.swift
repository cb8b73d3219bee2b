// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

/// An app whose calls are on its own screen.
@MainActor private final class OwnScreen {
    let engine = FakeEngine()
    let audio: CallAudio
    private(set) var error: CallAudioError?
    private(set) var problems: [CallAudioError] = []

    init() {
        audio = CallAudio(engine: engine)
        audio.onProblem = { [weak self] in self?.problems.append($0) }
    }

    func activate() {
        do {
            try audio.activate()
            error = nil
        } catch {
            self.error = error as? CallAudioError
        }
    }
}

@Suite("CallAudio without CallKit, on a phone", .phone(.iOS(18))) struct OwnAudioPhoneTests {
    private let phone = SimulatedPhone.current

    private func active() async throws -> (SimulatedApp, OwnScreen) {
        let app = phone.launch("com.example.hotline") { OwnScreen() }
        let object = try app.object(OwnScreen.self)
        try await app.run(with: OwnScreen.self) { $0.activate() }
        try await phone.settle()
        return (app, object)
    }

    @Test("it activates itself, stops and lets go") func own() async throws {
        let (app, object) = try await active()
        #expect(await object.error == nil)
        #expect(await object.audio.state.isRunning)
        #expect(phone.audio.outputs == [.builtInReceiver])
        try await app.run(with: OwnScreen.self) { $0.audio.deactivate() }
        try await phone.settle()
        #expect(await object.engine.log.last == "stop")
        #expect(phone.violations.isEmpty && phone.advice.isEmpty)
    }

    @Test("an alarm interrupts it, and it resumes as it is told", arguments: [true, false])
    func alarm(shouldResume: Bool) async throws {
        let (app, object) = try await active()
        phone.world.interruptAudio()
        try await phone.settle()
        #expect(await object.audio.state.isInterrupted)
        phone.world.endInterruption(shouldResume: shouldResume)
        try await phone.settle()
        #expect(await object.audio.state.isRunning == shouldResume)
        // The person wants the sound back.
        try await app.run(with: OwnScreen.self) { $0.activate() }
        #expect(await object.audio.state.isRunning)
    }

    @Test("a cellular call goes first (B72, B73)") func cellular() async throws {
        let (app, object) = try await active()
        let call = phone.world.incomingCellularCall(from: "+493012345")
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(await object.audio.state.isInterrupted)
        #expect(await !object.audio.state.isRunning)
        try await app.run(with: OwnScreen.self) { $0.activate() }
        #expect(await object.error == .insufficientPriority)
        #expect(await !object.audio.state.isActive)
        phone.world.cellularHangsUp(call)
        try await phone.settle()
        try await app.run(with: OwnScreen.self) { $0.activate() }
        #expect(await object.error == nil)
        #expect(await object.audio.state.isRunning)
    }

    @Test("after the audio server has died it is active again") func reset() async throws {
        let (_, object) = try await active()
        phone.world.resetMediaServices()
        try await phone.settle()
        #expect(await object.engine.log.filter { $0 == "rebuild" }.count == 1)
        #expect(await object.audio.state.isRunning)
        #expect(await object.problems.isEmpty)
    }
}
