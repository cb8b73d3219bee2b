// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct HardwareTests {
    @Test("Preferences are hints: kept, and answered as a telephone would")
    func hints() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        #expect(audio.preferredSampleRate == 0 && audio.sampleRate == 48_000)
        try audio.setPreferredSampleRate(16_000)
        #expect(audio.preferredSampleRate == 16_000 && audio.sampleRate == 48_000)
        try audio.setPreferredSampleRate(44_100)
        #expect(audio.sampleRate == 44_100)

        #expect(audio.preferredIOBufferDuration == 0 && audio.ioBufferDuration == 0.023)
        for (wish, real) in [(0.01, 0.01), (0.000_1, 0.005), (3, 0.1)] {
            try audio.setPreferredIOBufferDuration(wish)
            #expect(audio.preferredIOBufferDuration == wish && audio.ioBufferDuration == real)
        }

        try audio.setPreferredInputNumberOfChannels(1)
        try audio.setPreferredOutputNumberOfChannels(1)
        #expect(audio.preferredInputNumberOfChannels == 1 && audio.inputNumberOfChannels == 1)
        #expect(audio.preferredOutputNumberOfChannels == 1 && audio.outputNumberOfChannels == 1)

        #expect(audio.isInputGainSettable && audio.inputGain == 1)
        try audio.setInputGain(0.25)
        #expect(audio.inputGain == 0.25)
        #expect(audio.inputLatency > 0 && audio.outputLatency > 0 && audio.isInputAvailable)
        #expect(audio.outputVolume == 0.5)
    }

    @Test("Hands-free Bluetooth has 16 kHz, one channel and a gain of its own")
    func handsFree() async throws {
        let bench = try audioBench(.handsFree)
        let audio = await bench.audio()
        #expect(audio.sampleRate == 16_000)
        try audio.setPreferredSampleRate(8_000)
        #expect(audio.sampleRate == 8_000)
        #expect(audio.maximumOutputNumberOfChannels == 1)
        #expect(!audio.isInputGainSettable)
        expect(.resourceNotAvailable) { try audio.setInputGain(0.5) }
        #expect(audio.inputDataSources == nil)
    }

    @Test("Without ports there are no channels and no latency")
    func silent() async throws {
        let bench = try audioBench(.silent)
        let audio = await bench.audio()
        #expect(audio.inputNumberOfChannels == 0 && audio.outputNumberOfChannels == 0)
        #expect(audio.inputLatency == 0 && audio.outputLatency == 0)
        #expect(!audio.isInputAvailable)
        expect(.badParam) { try audio.setPreferredOutputNumberOfChannels(1) }
        try audio.setInputDataSource(nil)
    }

    @Test("Nonsense is refused, and what was preferred stays")
    func nonsense() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        for rate in [-1, 7_999, 192_001, .nan, .infinity] {
            expect(.badParam) { try audio.setPreferredSampleRate(rate) }
        }
        for duration in [-0.001, .nan, .infinity] {
            expect(.badParam) { try audio.setPreferredIOBufferDuration(duration) }
        }
        for count in [-1, 0, 2] {
            expect(.badParam) { try audio.setPreferredInputNumberOfChannels(count) }
        }
        for gain: Float in [-0.1, 1.1, .nan] {
            expect(.badParam) { try audio.setInputGain(gain) }
        }
        #expect(audio.preferredSampleRate == 0 && audio.preferredIOBufferDuration == 0)
        #expect(audio.preferredInputNumberOfChannels == 0 && audio.inputGain == 1)
    }

    @Test("Switches are kept; those of a new session are Apple's defaults")
    func switches() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        #expect(!audio.allowHapticsAndSystemSoundsDuringRecording)
        #expect(!audio.prefersNoInterruptionsFromSystemAlerts)
        #expect(audio.prefersInterruptionOnRouteDisconnect)
        try audio.setAllowHapticsAndSystemSoundsDuringRecording(true)
        try audio.setPrefersNoInterruptionsFromSystemAlerts(true)
        try audio.setPrefersInterruptionOnRouteDisconnect(false)
        try audio.setAggregatedIOPreference(.aggregated)
        #expect(audio.allowHapticsAndSystemSoundsDuringRecording)
        #expect(audio.prefersNoInterruptionsFromSystemAlerts)
        #expect(!audio.prefersInterruptionOnRouteDisconnect)
    }

    @Test("Echo is cancelled between the built-in microphone and loudspeaker in the default mode")
    func echo() async throws {
        let speaker = AudioEnvironment(
            route: AudioRoute(inputs: [.builtInMicrophone], outputs: [.speaker])
        )
        let bench = try audioBench(speaker)
        let audio = await bench.audio()
        try audio.setPrefersEchoCancelledInput(true)
        #expect(audio.prefersEchoCancelledInput)
        #expect(!audio.isEchoCancelledInputAvailable && !audio.isEchoCancelledInputEnabled)
        try audio.setCategory(.playAndRecord)
        #expect(audio.isEchoCancelledInputAvailable && audio.isEchoCancelledInputEnabled)
        try audio.setMode(.voiceChat)
        #expect(!audio.isEchoCancelledInputEnabled)
    }

    @Test("The built-in microphone is three, and one may be preferred")
    func dataSources() async throws {
        let bench = try audioBench()
        let audio = await bench.audio()
        let sources = try #require(audio.inputDataSources)
        #expect(sources.map(\.dataSourceName) == ["Bottom", "Front", "Back"])
        #expect(sources.map(\.orientation) == [.bottom, .front, .back])
        #expect(sources.map(\.location) == [.lower, .upper, .upper])
        #expect(audio.inputDataSource == sources[0])
        try audio.setInputDataSource(sources[1])
        #expect(audio.inputDataSource == sources[1])
        let port = try #require(audio.currentRoute.inputs.first)
        #expect(port.preferredDataSource == sources[1] && port.selectedDataSource == sources[1])
        try port.setPreferredDataSource(nil)
        #expect(port.preferredDataSource == nil && audio.inputDataSource == sources[0])

        #expect(sources[1].selectedPolarPattern == .omnidirectional)
        try sources[1].setPreferredPolarPattern(.cardioid)
        #expect(audio.inputDataSources?[1].selectedPolarPattern == .cardioid)
        expect(.badParam) { try sources[0].setPreferredPolarPattern(.stereo) }

        let receiver = try #require(audio.currentRoute.outputs.first)
        expect(.badParam) { try receiver.setPreferredDataSource(sources[0]) }
        #expect(audio.outputDataSources == nil && audio.outputDataSource == nil)
        expect(.badParam) { try audio.setOutputDataSource(sources[0]) }
        try audio.setOutputDataSource(nil)
    }
}
