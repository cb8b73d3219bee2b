// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct RouteTests {
    @Test("The route is the phone's, and equal where its ports are")
    func route() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        let route = audio.currentRoute
        #expect(route.inputs.map(\.portType) == [.builtInMic])
        #expect(route.outputs.map(\.portType) == [.builtInReceiver])
        #expect(route.outputs.first?.portName == "Receiver")
        #expect(route.outputs.first?.uid == "Built-In Receiver")
        #expect(route == audio.currentRoute && route.hash == audio.currentRoute.hash)
        #expect(route.inputs.first != route.outputs.first)
        #expect(route.description.contains("type = Receiver; name = Receiver"))
    }

    @Test("A port has channels and says what it can")
    func ports() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        try audio.setCategory(.playAndRecord, mode: .voiceChat)
        let inputs = try #require(audio.availableInputs)
        #expect(inputs.map(\.portType) == [.builtInMic, .bluetoothHFP])
        #expect(inputs.map(\.hasHardwareVoiceCallProcessing) == [false, true])
        #expect(inputs.allSatisfy { !$0.isSpatialAudioEnabled })
        let channel = try #require(inputs[0].channels?.first)
        #expect(channel.channelName == "iPhone Microphone 1")
        #expect(channel.channelNumber == 1 && channel.channelLabel == 42)
        #expect(channel.owningPortUID == inputs[0].uid)
        #expect(inputs[0].channels == audio.availableInputs?[0].channels)
    }

    @Test("Inputs are there for categories that record")
    func inputs() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        #expect(audio.availableInputs == nil)
        #expect(audio.isInputAvailable)
        try audio.setCategory(.record)
        #expect(audio.availableInputs?.map(\.portType) == [.builtInMic])
    }

    @Test("A preferred input goes to the phone; one that is not there is refused here")
    func preferredInput() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        try audio.setCategory(.playAndRecord, options: .allowBluetoothHFP)
        let headset = try #require(audio.availableInputs?.last)
        #expect(audio.preferredInput == nil)
        try audio.setPreferredInput(headset)
        #expect(audio.preferredInput == headset)
        let receiver = try #require(audio.currentRoute.outputs.first)
        expect(.badParam) { try audio.setPreferredInput(receiver) }
        try audio.setPreferredInput(nil)
        #expect(audio.preferredInput == nil)
        let asked = bench.phone.requests.compactMap { request -> String?? in
            if case .setPreferredInput(_, let uid) = request { .some(uid) } else { nil }
        }
        // The first is the bench's own.
        #expect(Array(asked.dropFirst()) == [headset.uid, nil])
    }

    @Test("B79: an override goes to the phone, whose refusal is thrown")
    func override() async throws {
        let bench = try audioBench { request in
            guard case .overrideAudioPort(_, toSpeaker: true) = request else { return nil }
            return .audioSession(.badParam)
        }
        let audio = await bench.audio()
        expect(.badParam) { try audio.overrideOutputAudioPort(.speaker) }
        try audio.overrideOutputAudioPort(.none)
    }

    @Test("B80: the phone hears of a category also where it is set again")
    func again() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        try audio.setCategory(.playAndRecord, mode: .voiceChat)
        try audio.setCategory(.playAndRecord, mode: .voiceChat)
        await bench.settle()
        let told = bench.phone.requests.filter {
            if case .setAudioSession = $0 { true } else { false }
        }
        #expect(told.count == 2)
    }

    @Test("Without a phone a route cannot be changed")
    func noPhone() throws {
        let session = AppSession(address: .socket(path: "/nonexistent"), complain: { _ in })
        let audio = session.bind { AVAudioSession.sharedInstance() }
        expect(.mediaServicesFailed) { try audio.overrideOutputAudioPort(.speaker) }
        expect(.mediaServicesFailed) { try audio.setPreferredInput(nil) }
    }

    @Test("A session that has outlived its phone's session refuses, and does not trap")
    func outlived() throws {
        var session: AppSession? = AppSession(
            address: .socket(path: "/nonexistent"), complain: { _ in })
        let audio = try #require(session?.bind { AVAudioSession.sharedInstance() })
        let application = try #require(session?.bind { AVAudioApplication.shared })
        session = nil
        expect(.mediaServicesFailed) { try audio.setActive(true) }
        expect(.mediaServicesFailed) { try audio.overrideOutputAudioPort(.speaker) }
        expect(.mediaServicesFailed) { try application.setInputMuted(true) }
        #expect(audio.recordPermission == .undetermined)
        #expect(!audio.isInputAvailable && !application.isInputMuted)
        try audio.setCategory(.playback)
        #expect(audio.category == .playback)
    }
}

/// What apps' own tests do: stand-ins for the value classes.
private final class FakePort: AVAudioSessionPortDescription, @unchecked Sendable {
    // Sendable because it has nothing of its own.
    override var portType: AVAudioSession.Port { .carAudio }
}

private final class FakeRoute: AVAudioSessionRouteDescription, @unchecked Sendable {
    // Sendable because it has nothing of its own.
    override var outputs: [AVAudioSessionPortDescription] { [FakePort()] }
}

private final class FakeAudio: AVAudioSession, @unchecked Sendable {
    // Sendable because it has nothing of its own.
    override var currentRoute: AVAudioSessionRouteDescription { FakeRoute() }
    override func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws {}
}

@Suite struct SubclassTests {
    @Test("Tests of apps may subclass the session, its routes and ports")
    func subclass() throws {
        let bench = try audioBench()
        let audio: AVAudioSession = bench.make { FakeAudio() }
        #expect(audio.currentRoute.outputs.first?.portType == .carAudio)
        #expect(audio.currentRoute.inputs.isEmpty)
        try audio.setActive(true)
        #expect(bench.phone.everything.isEmpty)
        #expect(AVAudioSessionChannelDescription().owningPortUID == "")
        #expect(AVAudioSessionDataSourceDescription().supportedPolarPatterns == nil)
    }
}
