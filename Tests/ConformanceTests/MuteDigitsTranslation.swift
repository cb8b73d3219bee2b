// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Mute, digits, translation: B94–B98") struct MuteDigitsTranslation {
    @Test(
        "B94: the screen's mute is SetMuted, the app's must be one; the microphone is the app's",
        arguments: Link.allCases)
    func b94(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        phone.user.mute()
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Mute a"])
        #expect(phone.screen.current?.isMuted == true)
        let hotline = try #require(phone.hotline)
        let isInputMuted = try await hotline.run { AVAudioApplication.shared.isInputMuted }
        #expect(!isInputMuted)
        #expect(!phone.steps.contains(.audioDeactivated))
        app.request(CXSetMutedCallAction(call: app.uuid("a"), muted: false))
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform Unmute a"])
        #expect(phone.screen.current?.isMuted == false)
        // A mute that the app fails leaves the screen as it was.
        app.decide = { _ in .fails }
        phone.user.mute()
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Mute a"])
        #expect(phone.screen.current?.isMuted == false)
    }

    @Test(
        "B95: an unmute comes unasked when an outgoing call connects, from iOS 13",
        arguments: Link.allCases)
    func b95(link: Link) async throws {
        for major in [12, 13] {
            let phone = SimulatedPhone(link: link, rules: .iOS(major))
            let app = try await phone.run { WitnessApp() }
            app.start("a")
            try await phone.settle()
            _ = app.take()
            app.provider.reportOutgoingCall(with: app.uuid("a"), connectedAt: nil)
            try await phone.settle()
            #expect(
                app.take() == ["a 1010"] + (major < 13 ? [] : ["execute 1", "perform Unmute a"]))
        }
    }

    @Test(
        "B96: a mute gesture is told while the app records; one made before, at activation",
        arguments: Link.allCases)
    func b96(link: Link) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(17))
        let app = try await phone.run { WitnessApp() }
        try app.audio.setCategory(.playAndRecord)
        #expect(phone.user.muteByGesture(true).isDone)
        app.report("a")
        try await phone.settle()
        #expect(app.take() == ["begin", "reported nil", "a 0000"])
        phone.user.answer()
        try await phone.settle()
        let told = app.take()
        #expect(
            told == ["execute 1", "perform Answer a", "a 0010", "didActivate", "input muted true"])
        phone.user.muteByGesture(false)
        try await phone.settle()
        #expect(app.take() == ["input muted false"])
        phone.user.end()
        try await phone.settle()
        _ = app.take()
        phone.user.muteByGesture(true)
        try await phone.settle()
        #expect(app.take() == [])

        let older = SimulatedPhone(link: link, rules: .iOS(16))
        let recorder = try await older.run { WitnessApp() }
        try recorder.audio.setCategory(.playAndRecord)
        try await older.connect("a", of: recorder)
        #expect(!older.user.muteByGesture(true).isDone)
        try await older.settle()
        #expect(recorder.take() == [])
    }

    @Test("B97: each tap on the keypad is one PlayDTMF of one digit", arguments: Link.allCases)
    func b97(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        phone.user.keypad("1#")
        try await phone.settle()
        #expect(
            app.take() == [
                "execute 1", "perform Play 1 singleTone a",
                "execute 1", "perform Play # singleTone a",
            ])
        #expect(!phone.user.keypad("x").isDone)
    }

    @Test(
        "B97: digits behind a pause: a soft one plays by itself, a hard one at the user's word",
        arguments: Link.allCases)
    func b97Pauses(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let handle = CXHandle(type: .phoneNumber, value: "10086,1;22")
        app.request(CXStartCallAction(call: app.uuid("a"), handle: handle))
        try await phone.settle()
        app.provider.reportOutgoingCall(with: app.uuid("a"), connectedAt: nil)
        try await phone.settle()
        _ = app.take()
        try await phone.advance(by: .milliseconds(1_999))
        #expect(app.take() == [])
        try await phone.advance(by: .milliseconds(1))
        #expect(app.takePerformed() == ["Play 1 softPause a"])
        try await phone.advance(by: .seconds(60))
        #expect(app.take() == [])
        phone.user.sendPausedDigits()
        try await phone.settle()
        #expect(app.takePerformed() == ["Play 22 hardPause a"])
        #expect(!phone.user.sendPausedDigits().isDone)
    }

    @Test(
        "B98: translation is offered where the app supports it, from iOS 26; mute does not end it",
        arguments: Link.allCases)
    func b98(link: Link) async throws {
        for (major, isSupported) in [(26, true), (26, false), (18, true)] {
            let phone = SimulatedPhone(link: link, rules: .iOS(major))
            let app = try await phone.run {
                WitnessApp { $0.supportsAudioTranslation = isSupported }
            }
            try await phone.connect("a", of: app)
            let isOffered = major == 26 && isSupported
            #expect(phone.user.translate(true).isDone == isOffered)
            try await phone.settle()
            guard isOffered else {
                #expect(app.take() == [])
                continue
            }
            #expect(app.takePerformed() == ["Translate true a"])
            phone.user.mute()
            try await phone.settle()
            #expect(app.takePerformed() == ["Mute a"])
            app.decide = { _ in .waits }
            phone.user.translate(false)
            try await phone.settle()
            #expect(app.takePerformed() == ["Translate false a"])
            let action = try #require(app.waiting.first as? CXSetTranslatingCallAction)
            #expect(action.remoteLanguage == "en-US" && action.localLanguage == "de-DE")
            action.fulfill(using: .default)
            #expect(action.isComplete)
        }
    }
}
