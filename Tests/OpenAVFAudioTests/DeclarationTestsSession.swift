// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

/// What each declaration of the audio session is, for the ledger.
@Suite struct DeclarationTestsSession {
    private let bench: Bench
    private let audio: AVAudioSession

    /// A phone in a call, with a headset beside what is built in.
    init() throws {
        let headset = AudioPort(type: "BluetoothHFP", name: "Headset", uid: "headset")
        bench = try Bench { request in
            switch request {
            case .hello:
                var welcome = FakePhone.welcome
                welcome.audio = AudioEnvironment(
                    route: AudioRoute(inputs: [.builtInMicrophone], outputs: [.receiver]),
                    inputs: [.builtInMicrophone, headset],
                    isOtherAudioPlaying: true
                )
                return [.welcome(welcome)]
            case .overrideAudioPort(let id, _), .setPreferredInput(let id, _):
                return [.answered(id, nil)]
            default: return FakePhone.admitting(request)
            }
        }
        audio = bench.make { AVAudioSession.sharedInstance() }
        try audio.setCategory(.playAndRecord, options: [.allowBluetoothHFP])
        try audio.setActive(true)
    }

    /// The code of the error that a body throws.
    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    // MARK: Category and activation

    @Test("A session keeps its category, options, mode and policy")
    func category() throws {
        #expect(bench.make { AVAudioSession.sharedInstance() } === audio)
        #expect(audio.availableCategories.contains(.playAndRecord))
        #expect(audio.availableModes.contains(.voiceChat))
        try audio.setCategory(.playback)
        #expect(audio.category == .playback && audio.categoryOptions == [])
        try audio.setCategory(.playback, options: [.duckOthers])
        #expect(audio.categoryOptions.contains(.duckOthers))
        try audio.setCategory(.playAndRecord, mode: .voiceChat, options: [.defaultToSpeaker])
        #expect(audio.mode == .voiceChat && audio.categoryOptions == [.defaultToSpeaker])
        try audio.setCategory(.playback, mode: .default, policy: .longFormAudio)
        #expect(audio.routeSharingPolicy == .longFormAudio)
        try audio.setMode(.spokenAudio)
        #expect(audio.mode == .spokenAudio)
    }

    @Test("Activation takes its options, or none")
    func activation() throws {
        try audio.setActive(false, options: .notifyOthersOnDeactivation)
        try audio.setActive(true)
        let asked = bench.phone.requests.compactMap {
            if case .setAudioSessionActive(_, let isActive) = $0 { isActive } else { nil }
        }
        #expect(asked == [true, false, true])
    }

    @Test("Wishes are off until they are set, and are kept")
    func wishes() throws {
        #expect(!audio.allowHapticsAndSystemSoundsDuringRecording)
        try audio.setAllowHapticsAndSystemSoundsDuringRecording(true)
        #expect(audio.allowHapticsAndSystemSoundsDuringRecording)
        #expect(!audio.prefersNoInterruptionsFromSystemAlerts)
        try audio.setPrefersNoInterruptionsFromSystemAlerts(true)
        #expect(audio.prefersNoInterruptionsFromSystemAlerts)
        let prefersInterruption = audio.prefersInterruptionOnRouteDisconnect
        try audio.setPrefersInterruptionOnRouteDisconnect(!prefersInterruption)
        #expect(audio.prefersInterruptionOnRouteDisconnect == !prefersInterruption)
        #expect(!audio.prefersEchoCancelledInput && !audio.isEchoCancelledInputEnabled)
        try audio.setPrefersEchoCancelledInput(true)
        #expect(audio.prefersEchoCancelledInput)
        #expect(audio.isEchoCancelledInputEnabled == audio.isEchoCancelledInputAvailable)
        try audio.setAggregatedIOPreference(.aggregated)
    }

    @Test("Output can be muted, but not in a call's modes")
    func outputMute() throws {
        #expect(!audio.isOutputMuted)
        try audio.setOutputMuted(true)
        #expect(audio.isOutputMuted)
        try audio.setMode(.voiceChat)
        #expect(!audio.isOutputMuted)
        #expect(code { try audio.setOutputMuted(true) } != nil)
    }

    @Test("Recording is granted where nobody says otherwise")
    func permission() async {
        #expect(audio.recordPermission == .granted)
        let isGranted = await withCheckedContinuation { continuation in
            audio.requestRecordPermission { continuation.resume(returning: $0) }
        }
        #expect(isGranted)
    }

    @Test("What ended an activation is told with its notification")
    func deactivation() async throws {
        let heard = Locked<[AVAudioSession.DeactivationSource]>([])
        let token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.didBecomeInactiveNotification, object: audio, queue: nil
        ) { note in
            let context = note.userInfo?[AVAudioSession.deactivationContextKey]
            guard let context = context as? AVAudioSession.DeactivationContext else { return }
            heard.withLock { $0.append(context.source) }
        }
        try audio.setActive(false)
        await bench.settle()
        #expect(heard.withLock { $0 } == [.app])
        NotificationCenter.default.removeObserver(token)
    }

    @Test("What a test makes by itself is empty; a session is its app's")
    func made() {
        #expect(AVAudioSessionRouteDescription().inputs.isEmpty)
        #expect(AVAudioSessionPortDescription().uid.isEmpty)
        #expect(AVAudioSessionDataSourceDescription().location == nil)
        #expect(AVAudioSessionChannelDescription().owningPortUID.isEmpty)
        let own = bench.make { AVAudioSession() }
        #expect(own !== audio && own.category == .soloAmbient)
        #expect(bench.make { AVAudioApplication() }.recordPermission == .granted)
    }

    // MARK: Routes

    @Test("The route has ports; an input can be preferred, and the speaker asked for")
    func routing() throws {
        let route: AVAudioSessionRouteDescription = audio.currentRoute
        #expect(route.inputs.map(\.portType) == [.builtInMic])
        #expect(route.outputs.map(\.portType) == [.builtInReceiver])
        let inputs = try #require(audio.availableInputs)
        #expect(inputs.map(\.portType) == [.builtInMic, .bluetoothHFP])
        #expect(audio.preferredInput == nil)
        try audio.setPreferredInput(inputs[1])
        #expect(audio.preferredInput?.uid == "headset")
        try audio.setPreferredInput(nil)
        #expect(audio.preferredInput == nil)
        try audio.overrideOutputAudioPort(.speaker)
        try audio.overrideOutputAudioPort(.none)
        let asked = bench.phone.requests.compactMap {
            if case .overrideAudioPort(_, let toSpeaker) = $0 { toSpeaker } else { nil }
        }
        #expect(asked == [true, false])
    }

    @Test("A port tells what it is; one that is built in has places to choose from")
    func port() throws {
        let port: AVAudioSessionPortDescription = try #require(audio.currentRoute.inputs.first)
        #expect(port.portType == .builtInMic && !port.portName.isEmpty)
        #expect(port.uid == AudioPort.builtInMicrophone.uid)
        #expect(!port.hasHardwareVoiceCallProcessing && !port.isSpatialAudioEnabled)
        #expect(port.channels?.count == 1)
        let sources = try #require(port.dataSources)
        #expect(port.selectedDataSource == sources.first && port.preferredDataSource == nil)
        try port.setPreferredDataSource(sources.last)
        #expect(port.preferredDataSource == sources.last)
        #expect(port.selectedDataSource == sources.last)
        try port.setPreferredDataSource(nil)
        #expect(port.preferredDataSource == nil)
        let receiver = try #require(audio.currentRoute.outputs.first)
        #expect(receiver.dataSources == nil && receiver != port)
        #expect(code { try receiver.setPreferredDataSource(sources[0]) } == -50)
    }

    @Test("A source of data has a place, and patterns to choose from")
    func dataSource() throws {
        let port = try #require(audio.currentRoute.inputs.first)
        let sources: [AVAudioSessionDataSourceDescription] = try #require(port.dataSources)
        #expect(Set(sources.map(\.dataSourceID)).count == sources.count)
        #expect(sources.allSatisfy { !$0.dataSourceName.isEmpty })
        let source = try #require(sources.first { $0.orientation == .front })
        #expect(source.location == .upper)
        #expect(source.supportedPolarPatterns?.contains(.cardioid) == true)
        #expect(source.preferredPolarPattern == nil)
        #expect(source.selectedPolarPattern == source.supportedPolarPatterns?.first)
        try source.setPreferredPolarPattern(.cardioid)
        #expect(source.preferredPolarPattern == .cardioid)
        #expect(source.selectedPolarPattern == .cardioid)
        let unknown = AVAudioSession.PolarPattern(rawValue: "x")
        #expect(code { try source.setPreferredPolarPattern(unknown) } == -50)
    }

    @Test("The session's sources are those of its route")
    func dataSources() throws {
        let sources = try #require(audio.inputDataSources)
        #expect(audio.inputDataSource == sources.first)
        try audio.setInputDataSource(sources.last)
        #expect(audio.inputDataSource == sources.last)
        try audio.setInputDataSource(nil)
        #expect(audio.outputDataSources == nil && audio.outputDataSource == nil)
        try audio.setOutputDataSource(nil)
        #expect(code { try audio.setOutputDataSource(sources[0]) } == -50)
    }

    @Test("A channel tells its port and its number there")
    func channel() throws {
        let port = try #require(audio.currentRoute.inputs.first)
        let channel: AVAudioSessionChannelDescription = try #require(port.channels?.first)
        #expect(!channel.channelName.isEmpty && channel.owningPortUID == port.uid)
        #expect(channel.channelNumber == 1)
        let label: AudioChannelLabel = channel.channelLabel
        #expect(label == 42, "kAudioChannelLabel_Mono")
    }

    // MARK: Hardware

    @Test("Preferences are hints: the values stay within what there is, and nonsense is refused")
    func hardware() throws {
        try audio.setPreferredSampleRate(44_100)
        #expect(audio.preferredSampleRate == 44_100 && audio.sampleRate == 44_100)
        #expect(code { try audio.setPreferredSampleRate(-1) } == -50)
        try audio.setPreferredIOBufferDuration(0.005)
        #expect(audio.preferredIOBufferDuration == 0.005 && audio.ioBufferDuration == 0.005)
        #expect(code { try audio.setPreferredIOBufferDuration(.nan) } == -50)
        #expect(audio.maximumInputNumberOfChannels == 1 && audio.inputNumberOfChannels == 1)
        try audio.setPreferredInputNumberOfChannels(1)
        #expect(audio.preferredInputNumberOfChannels == 1)
        #expect(code { try audio.setPreferredInputNumberOfChannels(9) } == -50)
        #expect(audio.outputNumberOfChannels <= audio.maximumOutputNumberOfChannels)
        try audio.setPreferredOutputNumberOfChannels(1)
        #expect(audio.preferredOutputNumberOfChannels == 1)
        #expect(code { try audio.setPreferredOutputNumberOfChannels(0) } == -50)
        #expect(audio.isInputAvailable && audio.isInputGainSettable)
        try audio.setInputGain(0.5)
        #expect(audio.inputGain == 0.5)
        #expect(code { try audio.setInputGain(2) } == -50)
        #expect(audio.inputLatency > 0 && audio.outputLatency > 0)
    }

    @Test("The sound of others is seen, and a hint to be silent with it")
    func surroundings() {
        #expect(audio.isOtherAudioPlaying)
        #expect(audio.secondaryAudioShouldBeSilencedHint)
        #expect((0...1).contains(audio.outputVolume))
        #expect(audio.promptStyle != .none)
    }

    // MARK: The application

    @Test("The application has the permission, and mutes the microphone")
    func application() async throws {
        let application: AVAudioApplication = bench.make { AVAudioApplication.shared }
        #expect(bench.make { AVAudioApplication.shared } === application)
        #expect(application.recordPermission == .granted)
        let isGranted = await bench.session.bind {
            await AVAudioApplication.requestRecordPermission()
        }
        #expect(isGranted)
        let isGrantedToo = await withCheckedContinuation { continuation in
            bench.make {
                AVAudioApplication.requestRecordPermission(completionHandler: {
                    continuation.resume(returning: $0)
                })
            }
        }
        #expect(isGrantedToo)
        #expect(!application.isInputMuted)
        try application.setInputMuted(true)
        #expect(application.isInputMuted)
        await bench.settle()
        #expect(bench.phone.requests.contains(.setInputMuted(true)))
    }
}
