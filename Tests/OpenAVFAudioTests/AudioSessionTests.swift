// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct AudioSessionTests {
    private func sent(_ bench: Bench) -> [AudioSessionSettings] {
        bench.phone.requests.compactMap {
            if case .setAudioSession(let settings) = $0 { settings } else { nil }
        }
    }

    @Test("Begins as Apple's does, and is the same each time")
    func begins() throws {
        let bench = try Bench()
        let audio = bench.make { AVAudioSession.sharedInstance() }
        #expect(audio === bench.make { AVAudioSession.sharedInstance() })
        #expect(audio.category == .soloAmbient)
        #expect(audio.mode == .default)
        #expect(audio.categoryOptions == [])
        #expect(audio.routeSharingPolicy == .default)
    }

    @Test("B83: all forms set what they name; options go with the category, the mode stays")
    func settings() async throws {
        let bench = try Bench()
        let audio = bench.make { AVAudioSession.sharedInstance() }
        try audio.setActive(true)
        try audio.setCategory(.playAndRecord, mode: .voiceChat, options: [.defaultToSpeaker])
        #expect(audio.category == .playAndRecord && audio.mode == .voiceChat)
        #expect(audio.categoryOptions == .defaultToSpeaker)
        try audio.setCategory(.playback)
        #expect(audio.categoryOptions == [] && audio.mode == .voiceChat)
        try audio.setCategory(.playback, options: [.mixWithOthers, .duckOthers])
        try audio.setMode(.videoChat)
        #expect(audio.categoryOptions == [.mixWithOthers, .duckOthers])
        try audio.setCategory(.playback, mode: .default, policy: .longFormAudio)
        #expect(audio.routeSharingPolicy == .longFormAudio)
        await bench.settle()
        let playback = "AVAudioSessionCategoryPlayback"
        #expect(
            sent(bench) == [
                AudioSessionSettings(
                    category: "AVAudioSessionCategoryPlayAndRecord",
                    mode: "AVAudioSessionModeVoiceChat",
                    options: 8
                ),
                AudioSessionSettings(
                    category: playback,
                    mode: "AVAudioSessionModeVoiceChat",
                    options: 0
                ),
                AudioSessionSettings(
                    category: playback,
                    mode: "AVAudioSessionModeVoiceChat",
                    options: 3
                ),
                AudioSessionSettings(
                    category: playback,
                    mode: "AVAudioSessionModeVideoChat",
                    options: 3
                ),
                AudioSessionSettings(
                    category: playback,
                    mode: "AVAudioSessionModeDefault",
                    options: 0
                ),
            ]
        )
    }

    @Test("What is set before there is a link is told when there is one")
    func early() async throws {
        let bench = try Bench()
        let audio = bench.make { AVAudioSession.sharedInstance() }
        try audio.setCategory(.record)
        #expect(bench.phone.everything == [])
        try audio.setActive(true)
        await bench.settle()
        #expect(sent(bench).map(\.category) == ["AVAudioSessionCategoryRecord"])
    }

    @Test("A category or mode that does not exist is refused, and changes nothing")
    func unknown() throws {
        let bench = try Bench()
        let audio = bench.make { AVAudioSession.sharedInstance() }
        for body: () throws -> Void in [
            { try audio.setCategory(AVAudioSession.Category(rawValue: "x")) },
            { try audio.setCategory(.playback, mode: AVAudioSession.Mode(rawValue: "x")) },
            { try audio.setMode(AVAudioSession.Mode(rawValue: "x")) },
        ] {
            let error = #expect(throws: NSError.self) { try body() }
            #expect(error?.domain == NSOSStatusErrorDomain)
            #expect(error?.code == AVAudioSession.ErrorCode.badParam.rawValue)
        }
        #expect(audio.category == .soloAmbient && audio.mode == .default)
    }

    @Test("B76: activation waits for the phone's answer", arguments: FakeLink.allCases)
    func activation(link: FakeLink) throws {
        let bench = try Bench(link)
        let audio = bench.make { AVAudioSession.sharedInstance() }
        try audio.setActive(true)
        try audio.setActive(false, options: .notifyOthersOnDeactivation)
        let asked = bench.phone.requests.compactMap {
            if case .setAudioSessionActive(_, let isActive) = $0 { isActive } else { nil }
        }
        #expect(asked == [true, false])
    }

    @Test("B72, B76: a refusal is thrown with Apple's code", arguments: AudioSessionError.allCases)
    func refused(refusal: AudioSessionError) throws {
        let bench = try Bench { request in
            guard case .setAudioSessionActive(let id, _) = request else {
                return FakePhone.admitting(request)
            }
            return [.answered(id, .audioSession(refusal))]
        }
        let audio = bench.make { AVAudioSession.sharedInstance() }
        let error = #expect(throws: NSError.self) { try audio.setActive(true) }
        #expect(error?.domain == NSOSStatusErrorDomain)
        #expect(error?.code == refusal.rawValue)
    }

    @Test("Without a phone the audio service has failed")
    func noPhone() throws {
        let session = AppSession(address: .socket(path: "/nonexistent"), complain: { _ in })
        let audio = session.bind { AVAudioSession.sharedInstance() }
        let error = #expect(throws: NSError.self) { try audio.setActive(true) }
        #expect(error?.code == AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
    }
}

@Suite struct CategoryOptionTests {
    @Test("B83: options that a category does not have are refused, and change nothing")
    func refused() throws {
        let bench = try Bench()
        let audio = bench.make { AVAudioSession.sharedInstance() }
        try audio.setCategory(.playAndRecord, options: .defaultToSpeaker)
        let bad: [(AVAudioSession.Category, AVAudioSession.CategoryOptions)] = [
            (.playback, .defaultToSpeaker), (.playback, .allowBluetoothHFP),
            (.record, .allowBluetoothA2DP), (.multiRoute, .allowAirPlay),
            (.ambient, .overrideMutedMicrophoneInterruption), (.playAndRecord, .farFieldInput),
            (.playAndRecord, AVAudioSession.CategoryOptions(rawValue: 1 << 30)),
        ]
        for (category, options) in bad {
            expect(.badParam) { try audio.setCategory(category, options: options) }
        }
        expect(.badParam) {
            try audio.setCategory(.playback, mode: .default, policy: .independent)
        }
        #expect(audio.category == .playAndRecord && audio.categoryOptions == .defaultToSpeaker)
    }

    @Test("Who ducks others mixes with them")
    func implied() throws {
        let bench = try Bench()
        let audio = bench.make { AVAudioSession.sharedInstance() }
        try audio.setCategory(.playback, options: .duckOthers)
        #expect(audio.categoryOptions == [.duckOthers, .mixWithOthers])
        #expect(audio.availableCategories.contains(.playAndRecord))
        #expect(audio.availableModes.contains(.voiceChat))
    }

    @Test("B77: a session that goes down while sound runs throws, and is down")
    func busy() throws {
        let bench = try audioBench { request in
            guard case .setAudioSessionActive(_, false) = request else { return nil }
            return .audioSession(.isBusy)
        }
        let audio = bench.make { AVAudioSession.sharedInstance() }
        try audio.setActive(true)
        #expect(bench.session.isAudioActive)
        expect(.isBusy) { try audio.setActive(false) }
        #expect(!bench.session.isAudioActive)
    }
}
