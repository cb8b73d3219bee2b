// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Sound and other calls", .phone(failing: .violationsAndAdvice)) struct SoundTests {
    @Test("Sound runs from the answer to the end, not before")
    func runs() async throws {
        let hotline = Hotline()
        try await hotline.ring()
        #expect(try await !hotline.soundRuns)
        hotline.phone.user.answer()
        try await hotline.phone.settle()
        #expect(try await hotline.soundRuns)
        hotline.phone.user.end()
        try await hotline.phone.settle()
        #expect(try await !hotline.soundRuns)
    }

    @Test("A cellular call holds the call; when the user ends it, the call goes on")
    func cellularEndedHere() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        try await hotline.talk()
        let cellular = phone.world.incomingCellularCall(from: "+495555555")
        try await phone.settle()
        phone.user.holdAndAnswer()
        try await phone.settle()
        #expect(try await hotline.calls.map(\.state) == [.held])
        #expect(try await !hotline.soundRuns)
        phone.user.end(cellular)
        try await phone.settle()
        #expect(try await hotline.calls.map(\.state) == [.active])
        #expect(try await hotline.soundRuns)
        phone.user.end()
    }

    @Test("When the cellular side hangs up, the call stays held until the user resumes it")
    func cellularEndedThere() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        let call = try await hotline.talk()
        let cellular = phone.world.incomingCellularCall(from: "+495555555")
        try await phone.settle()
        phone.user.holdAndAnswer()
        try await phone.settle()
        phone.world.cellularHangsUp(cellular)
        try await phone.settle()
        #expect(try await hotline.calls.map(\.state) == [.held])
        try await hotline.tap { $0.setHeld(call, false) }
        #expect(try await hotline.soundRuns)
        phone.user.end()
    }

    @Test("A cellular call that is declined disturbs nothing")
    func cellularDeclined() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        try await hotline.talk()
        let cellular = phone.world.incomingCellularCall(from: "+495555555")
        try await phone.settle()
        phone.user.decline(cellular)
        try await phone.settle()
        #expect(try await hotline.calls.map(\.state) == [.active])
        #expect(try await hotline.soundRuns)
        phone.user.end()
    }

    @Test("An alarm takes the sound and gives it back")
    func interruption() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        try await hotline.talk()
        phone.world.interruptAudio()
        try await phone.settle()
        #expect(try await hotline.look { $0.audio.isInterrupted })
        #expect(try await !hotline.soundRuns)
        phone.world.endInterruption()
        try await phone.settle()
        #expect(try await !hotline.look { $0.audio.isInterrupted })
        #expect(try await hotline.soundRuns)
        phone.user.end()
    }

    @Test("A headset takes the sound while it is there")
    func route() async throws {
        let hotline = Hotline()
        let phone = hotline.phone
        try await hotline.talk()
        #expect(phone.audio.outputs == [.builtInReceiver])
        phone.world.connect(.headphones)
        try await phone.settle()
        #expect(try await hotline.look { $0.audio.output } == .headphones)
        phone.world.disconnect(.headphones)
        try await phone.settle()
        #expect(try await hotline.look { $0.audio.output } == .builtInReceiver)
        #expect(try await hotline.look { $0.audio.routeChangeCount } == 2)
        phone.user.speaker(true)
        try await phone.settle()
        #expect(phone.audio.outputs == [.builtInSpeaker])
        phone.user.end()
    }
}

extension Hotline {
    /// Whether the app plays and records.
    var soundRuns: Bool {
        get async throws { try await look { $0.audio.isRunning } }
    }
}
