// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import CallKitTesting
import Foundation
import Testing

@Suite("What is around a phone for tests") struct SurroundingsTests {
    private let hotline = "com.example.hotline"

    @Test("The wall clock can be set, and no deadline moves with it", .phone())
    func clock() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.push(to: app)
        try await phone.settle()
        let date = Date(timeIntervalSince1970: 4_294_967_296)
        phone.world.setDate(date)
        #expect(phone.now == date)
        try await phone.advance(by: .seconds(59))
        #expect(phone.screen.ringing != nil)
        try await phone.advance(by: .seconds(1))
        #expect(phone.recents.first?.outcome == .unanswered)
    }

    @Test("Another app's music is heard of, and the audio server forgets what was set", .phone())
    func sound() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.world.otherAudio(isPlaying: true)
        try await phone.settle()
        let isHeard = try await app.run { () throws -> Bool in
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playAndRecord)
            return session.isOtherAudioPlaying
        }
        #expect(isHeard)
        phone.world.otherAudio(isPlaying: false)
        phone.world.resetMediaServices()
        try await phone.settle()
        let (isStillHeard, category) = try await app.run {
            let session = AVAudioSession.sharedInstance()
            return (session.isOtherAudioPlaying, session.category)
        }
        #expect(!isStillHeard && category == .soloAmbient)
    }

    @Test("An app comes to the front and goes to the back", .phone())
    func front() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        #expect(app.state == .background)
        phone.world.bringToFront(app)
        try await phone.settle()
        #expect(app.state == .foreground)
        phone.world.sendToBack()
        try await phone.settle()
        #expect(app.state == .background && phone.frontApp == nil)
    }

    @Test("B21: an end on another device reaches the app as an End", .phone())
    func otherDevice() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.push(to: app)
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.user.endOnAnotherDevice().isDone)
        try await phone.settle()
        #expect(phone.calls.isEmpty)
        let service = try app.object(VoIPService.self)
        #expect(await service.events.suffix(2) == ["end", "silence"])
    }

    @Test("A fault outlives a reboot", .phone())
    func faults() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        try await phone.settle()
        phone.faults.refusesReports = .filteredByDoNotDisturb
        phone.reboot()
        phone.relaunch(app)
        try await phone.settle()
        let push = phone.push(to: app)
        try await phone.settle()
        #expect(phone.result(of: push) == .refused(3))
    }
}
