// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite("Where sound goes: B77–B80, B83") struct AudioRoutes {
    @Test(
        "B77: setActive(false) while sound runs throws isBusy before iOS 26; off it is in any case",
        arguments: Link.allCases)
    func b77(link: Link) async throws {
        for (major, code) in [(18, AVAudioSession.ErrorCode.isBusy.rawValue), (26, nil)]
            as [(Int, Int?)]
        {
            let phone = SimulatedPhone(link: link, rules: .iOS(major))
            let app = try await phone.run { WitnessApp() }
            try await phone.connect("a", of: app)
            let count = Locked(0)
            let token = NotificationCenter.default.addObserver(
                forName: AVAudioSession.didBecomeInactiveNotification, object: app.audio, queue: nil
            ) { _ in count.withLock { $0 += 1 } }
            defer { NotificationCenter.default.removeObserver(token) }
            var thrown: Int?
            do { try app.audio.setActive(false) } catch { thrown = (error as NSError).code }
            try await phone.settle()
            #expect(thrown == code)
            #expect(count.withLock { $0 } == 1)
            phone.user.end()
            try await phone.settle()
            #expect(app.take() == ["execute 1", "perform End a", "a 0011", "didDeactivate"])
        }
    }

    @Test(
        "B78: voiceChat takes hands-free devices, else the receiver; videoChat else the speaker",
        arguments: Link.allCases)
    func b78(link: Link) async throws {
        let ports: [(AVAudioSession.Mode, AVAudioSession.Port, AVAudioSession.Port)] = [
            (.voiceChat, .builtInReceiver, .bluetoothHFP),
            (.videoChat, .builtInSpeaker, .bluetoothHFP),
            (.default, .builtInReceiver, .builtInReceiver),
        ]
        for (mode, bare, withHeadset) in ports {
            let phone = SimulatedPhone(link: link)
            let app = try await phone.run { WitnessApp() }
            try await call(phone, app, mode)
            #expect(outputs(app) == [bare])
            phone.world.connect(.bluetoothHeadset)
            try await phone.settle()
            #expect(outputs(app) == [withHeadset])
        }
    }

    @Test(
        "B79: an override to the speaker is for playAndRecord, until the route or category changes",
        arguments: Link.allCases)
    func b79(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try app.audio.setCategory(.playback)
        let refused = #expect(throws: NSError.self) {
            try app.audio.overrideOutputAudioPort(.speaker)
        }
        #expect(refused?.code == AVAudioSession.ErrorCode.badParam.rawValue)
        try await call(phone, app, .voiceChat)

        try app.audio.overrideOutputAudioPort(.speaker)
        try await phone.settle()
        #expect(outputs(app) == [.builtInSpeaker])
        try app.audio.overrideOutputAudioPort(.none)
        try await phone.settle()
        #expect(outputs(app) == [.builtInReceiver])

        try app.audio.overrideOutputAudioPort(.speaker)
        phone.world.connect(.headphones)
        try await phone.settle()
        #expect(outputs(app) == [.headphones])
        phone.world.disconnect(.headphones)
        try await phone.settle()
        #expect(outputs(app) == [.builtInReceiver])

        try app.audio.overrideOutputAudioPort(.speaker)
        try app.audio.setCategory(.playAndRecord, mode: .voiceChat)
        try await phone.settle()
        #expect(outputs(app) == [.builtInReceiver])
    }

    @Test(
        "B80: the call screen's Speaker button flips back where the app sets its category again",
        arguments: Link.allCases)
    func b80(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await call(phone, app, .voiceChat)
        for undo in 0..<2 {
            #expect(phone.user.speaker(true).isDone)
            try await phone.settle()
            #expect(outputs(app) == [.builtInSpeaker])
            if undo == 0 {
                try app.audio.setCategory(.playAndRecord, mode: .voiceChat)
            } else {
                try app.audio.setActive(true)
            }
            try await phone.settle()
            #expect(outputs(app) == [.builtInReceiver])
        }
        // With defaultToSpeaker the button switches nothing off.
        try app.audio.setCategory(.playAndRecord, mode: .voiceChat, options: .defaultToSpeaker)
        #expect(phone.user.speaker(false).isDone)
        try await phone.settle()
        #expect(outputs(app) == [.builtInSpeaker])
    }

    @Test("B83: setting a category drops the options of the one before", arguments: Link.allCases)
    func b83(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await call(phone, app, .voiceChat)
        try app.audio.setCategory(.playAndRecord, options: [.defaultToSpeaker, .mixWithOthers])
        try await phone.settle()
        #expect(app.audio.categoryOptions == [.defaultToSpeaker, .mixWithOthers])
        #expect(outputs(app) == [.builtInSpeaker])
        try app.audio.setCategory(.playAndRecord)
        try await phone.settle()
        #expect(app.audio.categoryOptions == [])
        #expect(outputs(app) == [.builtInReceiver])
    }

    /// A call whose app sets its session up as it should: while performing the answer (B68).
    private func call(
        _ phone: SimulatedPhone, _ app: WitnessApp, _ mode: AVAudioSession.Mode
    ) async throws {
        app.onPerform = { app, action in
            guard action is CXAnswerCallAction else { return }
            do {
                try app.audio.setCategory(.playAndRecord, mode: mode)
            } catch {
                app.log("\(error)")
            }
        }
        try await phone.connect("a", of: app)
    }

    private func outputs(_ app: WitnessApp) -> [AVAudioSession.Port] {
        app.audio.currentRoute.outputs.map(\.portType)
    }
}
