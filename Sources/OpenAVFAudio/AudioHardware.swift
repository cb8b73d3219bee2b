// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation

/// What the hardware of a telephone would make of a route and of an app's wishes.
///
/// Nothing is heard here; the numbers are those that a telephone would plausibly answer, so that
/// code that reads them works.
struct AudioHardware {
    var route: AudioRoute
    var wishes: AudioWishes

    private var input: AVAudioSession.Port? {
        route.inputs.first.map { AVAudioSession.Port(rawValue: $0.type) }
    }

    private var output: AVAudioSession.Port? {
        route.outputs.first.map { AVAudioSession.Port(rawValue: $0.type) }
    }

    private var isHandsFree: Bool { input == .bluetoothHFP || output == .bluetoothHFP }

    /// A telephone's converters run at two rates, the hands-free profile's at two others.
    var sampleRate: Double {
        if isHandsFree { return wishes.sampleRate == 8_000 ? 8_000 : 16_000 }
        return wishes.sampleRate == 44_100 ? 44_100 : 48_000
    }

    var ioBufferDuration: TimeInterval {
        guard wishes.ioBufferDuration > 0 else { return 0.023 }
        return min(max(wishes.ioBufferDuration, 0.005), 0.1)
    }

    var inputChannelsMax: Int { input?.inputChannels ?? 0 }

    var outputChannelsMax: Int { output?.outputChannels ?? 0 }

    /// One unless more are preferred.
    var inputChannels: Int { min(max(wishes.inputChannels, 1), inputChannelsMax) }

    /// All unless fewer are preferred.
    var outputChannels: Int {
        wishes.outputChannels == 0
            ? outputChannelsMax : min(wishes.outputChannels, outputChannelsMax)
    }

    var isInputGainSettable: Bool { input != nil && input != .bluetoothHFP }

    var inputLatency: TimeInterval { input?.latency ?? 0 }

    var outputLatency: TimeInterval { output?.latency ?? 0 }

    var isEchoCancelledInputAvailable: Bool {
        wishes.category == .playAndRecord && wishes.mode == .default
            && input == .builtInMic && output == .builtInSpeaker
    }
}

extension AVAudioSession.Port {
    /// The most channels of it as an input.
    var inputChannels: Int { self == .usbAudio || self == .lineIn ? 2 : 1 }

    /// The most channels of it as an output.
    var outputChannels: Int { self == .bluetoothHFP || self == .builtInReceiver ? 1 : 2 }

    /// Seconds.
    var latency: TimeInterval {
        switch self {
        case .bluetoothA2DP, .bluetoothLE: 0.16
        case .bluetoothHFP: 0.08
        case .airPlay: 2
        default: 0.01
        }
    }
}
