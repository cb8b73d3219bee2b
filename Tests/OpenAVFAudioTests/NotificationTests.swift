// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

/// Hears the notifications of one session, as an app would.
private final class Listener: Sendable {
    private let history = History()
    private let tokens: Transfer<[any NSObjectProtocol]>

    init(
        _ object: AnyObject?,
        _ names: [NSNotification.Name],
        _ describe: @escaping @Sendable (Notification) -> String
    ) {
        let history = history
        tokens = Transfer(
            names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                    history.note(describe($0))
                }
            }
        )
    }

    deinit { tokens.value.forEach(NotificationCenter.default.removeObserver) }

    var heard: [String] { history.all }
}

@Suite struct NotificationTests {
    private let line: @Sendable (Notification) -> String = { notification in
        let numbers = (notification.userInfo ?? [:]).compactMap { key, value -> String? in
            // In the way of apps: as an unsigned number, not as an NSNumber.
            guard let number = value as? UInt else { return nil }
            return "\(key)=\(number)"
        }
        return ([notification.name.rawValue] + numbers.sorted()).joined(separator: " ")
            .replacing("AVAudioSession", with: "")
    }

    @Test("B70: an interruption's beginning tells a reason, its end whether to go on")
    func interruption() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        let listener = Listener(audio, [AVAudioSession.interruptionNotification], line)
        bench.phone.say(
            .audioInterrupted(.began(reason: 0)),
            .audioInterrupted(.ended(shouldResume: true)),
            .audioInterrupted(.began(reason: 4)),
            .audioInterrupted(.ended(shouldResume: false))
        )
        await bench.settle()
        #expect(
            listener.heard == [
                "InterruptionNotification InterruptionReasonKey=0 InterruptionTypeKey=1",
                "InterruptionNotification InterruptionOptionKey=1 InterruptionTypeKey=0",
                "InterruptionNotification InterruptionReasonKey=4 InterruptionTypeKey=1",
                "InterruptionNotification InterruptionOptionKey=0 InterruptionTypeKey=0",
            ]
        )
    }

    @Test("A route change tells its reason and the route before it")
    func routeChange() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        let listener = Listener(audio, [AVAudioSession.routeChangeNotification]) { notification in
            let previous =
                notification.userInfo?[AVAudioSessionRouteChangePreviousRouteKey]
                as? AVAudioSessionRouteDescription
            let reason = (notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt)
                .flatMap(AVAudioSession.RouteChangeReason.init)
            let now = (notification.object as? AVAudioSession)?.currentRoute
            let name = { (route: AVAudioSessionRouteDescription?) in
                route?.outputs.first?.portName ?? "-"
            }
            return "\(name(previous)) → \(name(now)), \(reason.map { "\($0)" } ?? "-")"
        }
        let speaker = AudioRoute(inputs: [.builtInMicrophone], outputs: [.speaker])
        bench.phone.say(.audioRouteChanged(speaker, .override))
        await bench.settle()
        let headset = AudioRoute(inputs: [.headset], outputs: [.headset])
        bench.phone.say(.audioRouteChanged(headset, .newDeviceAvailable))
        await bench.settle()
        #expect(
            listener.heard == [
                "Receiver → Speaker, override", "Speaker → Headset, newDeviceAvailable",
            ]
        )
        #expect(audio.sampleRate == 16_000)
    }

    @Test("After a reset of the media services everything is forgotten")
    func reset() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        try audio.setCategory(.playAndRecord, mode: .videoChat, options: .allowBluetoothHFP)
        try audio.setPreferredSampleRate(16_000)
        try audio.setPreferredInput(audio.availableInputs?.first)
        let names = [
            AVAudioSession.mediaServicesWereLostNotification,
            AVAudioSession.mediaServicesWereResetNotification,
        ]
        let listener = Listener(audio, names) { notification in
            let audio = notification.object as? AVAudioSession
            let isFresh = audio?.category == .soloAmbient && audio?.preferredSampleRate == 0
            return "\(notification.name.rawValue) \(isFresh)"
        }
        bench.phone.say(.mediaServicesLost)
        await bench.settle()
        bench.phone.say(.mediaServicesReset)
        await bench.settle()
        #expect(
            listener.heard == [
                "AVAudioSessionMediaServicesWereLostNotification false",
                "AVAudioSessionMediaServicesWereResetNotification true",
            ]
        )
        #expect(audio.mode == .default && audio.preferredInput == nil)
    }

    @Test("Other apps' sound and new inputs are told, and can be read")
    func others() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        try audio.setCategory(.playAndRecord)
        try audio.setActive(true)
        let names = [
            AVAudioSession.silenceSecondaryAudioHintNotification,
            AVAudioSession.availableInputsChangeNotification,
        ]
        let listener = Listener(audio, names, line)
        bench.phone.say(.otherAudioPlaying(true))
        await bench.settle()
        #expect(audio.isOtherAudioPlaying && audio.secondaryAudioShouldBeSilencedHint)
        let wired = AudioPort(type: "MicrophoneWired", name: "Headset", uid: "w")
        bench.phone.say(
            .otherAudioPlaying(false), .audioInputsChanged([.builtInMicrophone, wired]))
        await bench.settle()
        #expect(!audio.isOtherAudioPlaying)
        #expect(audio.availableInputs?.last?.portType == .headsetMic)
        #expect(
            listener.heard == [
                "SilenceSecondaryAudioHintNotification SilenceSecondaryAudioHintTypeKey=1",
                "SilenceSecondaryAudioHintNotification SilenceSecondaryAudioHintTypeKey=0",
                "AvailableInputsChangeNotification",
            ]
        )
    }

    @Test("Each phone's app is told as its own object, on the main queue, with its phone bound")
    func twoPhones() async throws {
        let benches = try [audioBench(), audioBench()]
        let first = await benches[0].audio()
        let second = await benches[1].audio()
        #expect(first !== second)
        let listeners = [first, second].map { audio in
            Listener(audio, [AVAudioSession.interruptionNotification]) { notification in
                // Stops the test where this is not the main queue.
                MainActor.assumeIsolated {}
                let audio = notification.object as? AVAudioSession
                return "\(audio === AVAudioSession.sharedInstance())"
            }
        }
        benches[0].phone.say(.audioInterrupted(.began(reason: 0)))
        for bench in benches { await bench.settle() }
        #expect(listeners.map(\.heard) == [["true"], []])
    }

    @Test("Silencing the output is told, and ends with a mode that forbids it")
    func outputMute() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        let name = AVAudioSession.outputMuteStateChangeNotification
        let listener = Listener(audio, [name]) { notification in
            "\(notification.userInfo?[AVAudioSession.muteStateKey] as? Bool ?? false)"
        }
        try audio.setCategory(.playAndRecord)
        try audio.setOutputMuted(true)
        try audio.setOutputMuted(true)
        #expect(audio.isOutputMuted)
        try audio.setMode(.voiceChat)
        #expect(!audio.isOutputMuted)
        expect(.incompatibleCategory) { try audio.setOutputMuted(true) }
        await bench.settle()
        #expect(listener.heard == ["true", "false"])
    }

    @Test("From iOS 27: active or not is told, and who made it so")
    func activity() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        let names = [
            AVAudioSession.didBecomeActiveNotification,
            AVAudioSession.didBecomeInactiveNotification,
        ]
        let listener = Listener(audio, names) { notification in
            let context =
                notification.userInfo?[AVAudioSession.deactivationContextKey]
                as? AVAudioSession.DeactivationContext
            return context.map { "off by \($0.source)" } ?? "on"
        }
        try audio.setActive(true)
        try audio.setActive(true)
        #expect(audio.promptStyle == .normal)
        try audio.setCategory(.playAndRecord)
        #expect(audio.promptStyle == .short)
        try audio.setActive(false)
        try audio.setActive(true)
        bench.phone.say(.audioInterrupted(.began(reason: 0)))
        await bench.settle()
        #expect(listener.heard == ["on", "off by app", "on", "off by system"])
        #expect(!bench.session.isAudioActive)
    }
}
