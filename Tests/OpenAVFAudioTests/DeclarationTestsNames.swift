// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Foundation
import Testing

/// The texts of the audio session's constants, for the ledger.
@Suite struct DeclarationTestsNames {
    @Test("Notifications are named as Apple's constants")
    func notifications() {
        let names: [(NSNotification.Name, String)] = [
            (AVAudioSession.interruptionNotification, "Interruption"),
            (AVAudioSession.routeChangeNotification, "RouteChange"),
            (AVAudioSession.mediaServicesWereLostNotification, "MediaServicesWereLost"),
            (AVAudioSession.mediaServicesWereResetNotification, "MediaServicesWereReset"),
            (AVAudioSession.silenceSecondaryAudioHintNotification, "SilenceSecondaryAudioHint"),
            (
                AVAudioSession.spatialPlaybackCapabilitiesChangedNotification,
                "SpatialPlaybackCapabilitiesChanged"
            ),
            (AVAudioSession.availableInputsChangeNotification, "AvailableInputsChange"),
            (AVAudioSession.outputMuteStateChangeNotification, "OutputMuteStateChange"),
            (AVAudioSession.didBecomeActiveNotification, "DidBecomeActive"),
            (AVAudioSession.didBecomeInactiveNotification, "DidBecomeInactive"),
        ]
        for (name, words) in names {
            #expect(name.rawValue == "AVAudioSession\(words)Notification")
        }
        #expect(
            AVAudioApplication.inputMuteStateChangeNotification.rawValue
                == "AVAudioApplicationInputMuteStateChangeNotification")
    }

    @Test("Keys are texts as Apple's constants")
    func keys() {
        struct Suspended: Old {
            @available(*, deprecated) func make() -> String {
                AVAudioSessionInterruptionWasSuspendedKey
            }
        }
        let wasSuspended = (Suspended() as any Old<String>).make()
        #expect(wasSuspended == "AVAudioSessionInterruptionWasSuspendedKey")
        #expect(AVAudioSessionInterruptionTypeKey == "AVAudioSessionInterruptionTypeKey")
        #expect(AVAudioSessionInterruptionOptionKey == "AVAudioSessionInterruptionOptionKey")
        #expect(AVAudioSessionInterruptionReasonKey == "AVAudioSessionInterruptionReasonKey")
        #expect(AVAudioSessionRouteChangeReasonKey == "AVAudioSessionRouteChangeReasonKey")
        #expect(
            AVAudioSessionRouteChangePreviousRouteKey
                == "AVAudioSessionRouteChangePreviousRouteKey")
        #expect(
            AVAudioSessionSilenceSecondaryAudioHintTypeKey
                == "AVAudioSessionSilenceSecondaryAudioHintTypeKey")
        #expect(AVAudioSessionSpatialAudioEnabledKey == "AVAudioSessionSpatialAudioEnabledKey")
        #expect(AVAudioSession.deactivationContextKey == "AVAudioSessionDeactivationContextKey")
        #expect(AVAudioSession.muteStateKey == "AVAudioSessionMuteStateKey")
        #expect(AVAudioApplication.muteStateKey == "AVAudioApplicationMuteStateKey")
    }

    @Test("Categories are named as Apple's constants")
    func categories() {
        struct Past: Old {
            @available(*, deprecated) func make() -> AVAudioSession.Category { .audioProcessing }
        }
        let processing = (Past() as any Old<AVAudioSession.Category>).make()
        #expect(processing.rawValue == "AVAudioSessionCategoryAudioProcessing")
        let categories: [(AVAudioSession.Category, String)] = [
            (.ambient, "Ambient"), (.soloAmbient, "SoloAmbient"), (.playback, "Playback"),
            (.record, "Record"), (.playAndRecord, "PlayAndRecord"), (.multiRoute, "MultiRoute"),
        ]
        for (category, words) in categories {
            #expect(category.rawValue == "AVAudioSessionCategory\(words)")
            #expect(AVAudioSession.Category(rawValue: category.rawValue) == category)
        }
    }

    @Test("Modes are named as Apple's constants")
    func modes() {
        let modes: [(AVAudioSession.Mode, String)] = [
            (.default, "Default"), (.voiceChat, "VoiceChat"), (.gameChat, "GameChat"),
            (.videoRecording, "VideoRecording"), (.measurement, "Measurement"),
            (.moviePlayback, "MoviePlayback"), (.videoChat, "VideoChat"),
            (.spokenAudio, "SpokenAudio"), (.voicePrompt, "VoicePrompt"),
            (.shortFormVideo, "ShortFormVideo"), (.dualRoute, "DualRoute"),
        ]
        for (mode, words) in modes {
            #expect(mode.rawValue == "AVAudioSessionMode\(words)")
            #expect(AVAudioSession.Mode(rawValue: mode.rawValue) == mode)
        }
    }

    @Test("Ports are named by texts of their own")
    func ports() {
        #expect(AVAudioSession.Port.builtInReceiver.rawValue == "Receiver")
        #expect(AVAudioSession.Port.builtInSpeaker.rawValue == "Speaker")
        #expect(AVAudioSession.Port.builtInMic.rawValue == "MicrophoneBuiltIn")
        #expect(AVAudioSession.Port.headphones.rawValue == "Headphones")
        #expect(AVAudioSession.Port.bluetoothHFP.rawValue == "BluetoothHFP")
        #expect(AVAudioSession.Port.bluetoothA2DP.rawValue == "BluetoothA2DPOutput")
        let others: [AVAudioSession.Port] = [
            .lineIn, .headsetMic, .continuityMicrophone, .lineOut, .HDMI, .airPlay, .bluetoothLE,
            .usbAudio, .carAudio, .virtual, .PCI, .fireWire, .displayPort, .AVB, .thunderbolt,
        ]
        #expect(Set(others).count == others.count)
        #expect(AVAudioSession.Port(rawValue: "Speaker") == .builtInSpeaker)
    }

    @Test("Places of microphones and their patterns are named as Apple's constants")
    func placements() {
        let locations: [AVAudioSession.Location] = [.upper, .lower]
        #expect(
            locations.map(\.rawValue) == ["Upper", "Lower"].map { "AVAudioSessionLocation\($0)" })
        #expect(AVAudioSession.Location(rawValue: "AVAudioSessionLocationUpper") == .upper)
        let orientations: [AVAudioSession.Orientation] = [
            .top, .bottom, .front, .back, .left, .right,
        ]
        #expect(
            orientations.map(\.rawValue)
                == ["Top", "Bottom", "Front", "Back", "Left", "Right"].map {
                    "AVAudioSessionOrientation\($0)"
                })
        #expect(AVAudioSession.Orientation(rawValue: "AVAudioSessionOrientationTop") == .top)
        let patterns: [AVAudioSession.PolarPattern] = [
            .omnidirectional, .cardioid, .subcardioid, .stereo,
        ]
        #expect(
            patterns.map(\.rawValue)
                == ["Omnidirectional", "Cardioid", "Subcardioid", "Stereo"].map {
                    "AVAudioSessionPolarPattern\($0)"
                })
        #expect(
            AVAudioSession.PolarPattern(rawValue: "AVAudioSessionPolarPatternStereo") == .stereo)
    }
}

/// Uses what is deprecated without a warning: the compiler is silent where the user is, too.
private protocol Old<Value> {
    associatedtype Value
    func make() -> Value
}
