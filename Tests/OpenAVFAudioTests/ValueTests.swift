// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Foundation
import Testing

/// Apple's numbers are four characters each.
private func code(_ characters: String) -> UInt {
    characters.utf8.reduce(0) { $0 << 8 | UInt($1) }
}

@Suite struct ValueTests {
    @Test("The options' bits are Apple's")
    func options() {
        let options: [(AVAudioSession.CategoryOptions, UInt)] = [
            (.mixWithOthers, 0x1), (.duckOthers, 0x2), (.allowBluetoothHFP, 0x4),
            (.defaultToSpeaker, 0x8), (.interruptSpokenAudioAndMixWithOthers, 0x11),
            (.allowBluetoothA2DP, 0x20), (.allowAirPlay, 0x40),
            (.overrideMutedMicrophoneInterruption, 0x80), (.farFieldInput, 0x40000),
            (.bluetoothHighQualityRecording, 0x80000),
        ]
        for (option, bits) in options { #expect(option.rawValue == bits) }
        #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
        #expect(AVAudioSession.InterruptionOptions.shouldResume.rawValue == 1)
    }

    @Test("The enumerations' numbers are Apple's")
    func enumerations() {
        #expect(AVAudioSession.PortOverride.speaker.rawValue == code("spkr"))
        #expect(AVAudioSession.PortOverride.none.rawValue == 0)
        #expect(AVAudioSession.InterruptionType.began.rawValue == 1)
        #expect(AVAudioSession.InterruptionType.ended.rawValue == 0)
        #expect(AVAudioSession.InterruptionReason.builtInMicMuted.rawValue == 2)
        #expect(AVAudioSession.InterruptionReason.routeDisconnected.rawValue == 4)
        #expect(AVAudioSession.SilenceSecondaryAudioHintType.begin.rawValue == 1)
        #expect(AVAudioSession.RouteSharingPolicy.longFormVideo.rawValue == 3)
        #expect(AVAudioSession.IOType.aggregated.rawValue == 1)
        #expect(AVAudioSession.StereoOrientation.landscapeLeft.rawValue == 4)
        #expect(AVAudioSession.PromptStyle.none.rawValue == code("none"))
        #expect(AVAudioSession.PromptStyle.short.rawValue == code("shrt"))
        #expect(AVAudioSession.PromptStyle.normal.rawValue == code("nrml"))
        #expect(AVAudioSession.RecordPermission.undetermined.rawValue == code("undt"))
        #expect(AVAudioSession.RecordPermission.denied.rawValue == code("deny"))
        #expect(AVAudioSession.RecordPermission.granted.rawValue == code("grnt"))
        #expect(AVAudioApplication.recordPermission.granted.rawValue == Int(code("grnt")))
    }

    @Test("The reasons of a route change are Apple's, which have no 5")
    func reasons() {
        let numbers = (0...9).compactMap {
            AVAudioSession.RouteChangeReason(rawValue: $0)?.rawValue
        }
        #expect(numbers == [0, 1, 2, 3, 4, 6, 7, 8])
    }

    @Test("The codes of errors are Apple's")
    func errors() {
        let errors: [(AVAudioSession.ErrorCode, String)] = [
            (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
            (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"),
            (.siriIsRecording, "siri"), (.cannotStartPlaying, "!pla"),
            (.cannotStartRecording, "!rec"), (.insufficientPriority, "!pri"),
            (.resourceNotAvailable, "!res"), (.unspecified, "what"), (.expiredSession, "!ses"),
            (.sessionNotActive, "inac"),
        ]
        for (error, characters) in errors { #expect(UInt(error.rawValue) == code(characters)) }
        #expect(AVAudioSession.ErrorCode.badParam.rawValue == -50)
        #expect(AVAudioSession.ErrorCode.none.rawValue == 0)
    }

    @Test("Ports are called as they are in Apple's logs, all else as Apple's constants")
    func strings() {
        let ports: [(AVAudioSession.Port, String)] = [
            (.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"),
            (.builtInReceiver, "Receiver"), (.builtInSpeaker, "Speaker"),
            (.headphones, "Headphones"), (.bluetoothHFP, "BluetoothHFP"),
            (.bluetoothA2DP, "BluetoothA2DPOutput"), (.HDMI, "HDMIOutput"),
            (.carAudio, "CarAudio"), (.usbAudio, "USBAudio"),
        ]
        for (port, name) in ports { #expect(port.rawValue == name) }
        #expect(AVAudioSession.Mode.voiceChat.rawValue == "AVAudioSessionModeVoiceChat")
        #expect(AVAudioSession.Category.record.rawValue == "AVAudioSessionCategoryRecord")
        #expect(
            AVAudioSession.interruptionNotification.rawValue
                == "AVAudioSessionInterruptionNotification"
        )
        #expect(
            AVAudioSessionRouteChangeReasonKey == "AVAudioSessionRouteChangeReasonKey"
        )
    }

    @available(*, deprecated)
    @Test("Names that Apple has deprecated mean what the new ones mean")
    func deprecated() {
        #expect(AVAudioSession.CategoryOptions.allowBluetooth == .allowBluetoothHFP)
        #expect(AVAudioSession.RouteSharingPolicy.longForm == .longFormAudio)
        #expect(AVAudioSession.InterruptionReason(rawValue: 1) == .appWasSuspended)
        #expect(
            AVAudioSession.Category.audioProcessing.rawValue
                == "AVAudioSessionCategoryAudioProcessing"
        )
        #expect(AVAudioSessionInterruptionWasSuspendedKey.hasSuffix("WasSuspendedKey"))
    }
}
