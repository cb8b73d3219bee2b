// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Foundation
import Testing

/// The numbers of the audio session's types, for the ledger.
@Suite struct DeclarationTestsTypes {
    /// The number that four letters are.
    private func number(_ letters: String) -> UInt {
        letters.utf8.reduce(0) { $0 << 8 | UInt($1) }
    }

    @Test("The options of a category are Apple's bits")
    func categoryOptions() {
        struct Renamed: Old {
            @available(*, deprecated) func make() -> AVAudioSession.CategoryOptions {
                .allowBluetooth
            }
        }
        let allowBluetooth = (Renamed() as any Old<AVAudioSession.CategoryOptions>).make()
        let options: [AVAudioSession.CategoryOptions] = [
            .mixWithOthers, .duckOthers, .allowBluetoothHFP, .defaultToSpeaker,
            .interruptSpokenAudioAndMixWithOthers, .allowBluetoothA2DP, .allowAirPlay,
            .overrideMutedMicrophoneInterruption, .farFieldInput, .bluetoothHighQualityRecording,
        ]
        let bits: [UInt] = [0x1, 0x2, 0x4, 0x8, 0x11, 0x20, 0x40, 0x80, 1 << 18, 1 << 19]
        #expect(options.map(\.rawValue) == bits)
        #expect(allowBluetooth == .allowBluetoothHFP)
        #expect(AVAudioSession.CategoryOptions(rawValue: 0x3) == [.mixWithOthers, .duckOthers])
    }

    @Test("The other options are Apple's bits")
    func otherOptions() {
        #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
        #expect(AVAudioSession.SetActiveOptions(rawValue: 1) == .notifyOthersOnDeactivation)
        #expect(AVAudioSession.InterruptionOptions.shouldResume.rawValue == 1)
        #expect(AVAudioSession.InterruptionOptions(rawValue: 1) == .shouldResume)
    }

    @Test("Routes: overrides, reasons of a change and policies have Apple's numbers")
    func routeTypes() {
        struct Renamed: Old {
            @available(*, deprecated) func make() -> AVAudioSession.RouteSharingPolicy {
                .longForm
            }
        }
        let longForm = (Renamed() as any Old<AVAudioSession.RouteSharingPolicy>).make()
        #expect(AVAudioSession.PortOverride.none.rawValue == 0)
        #expect(AVAudioSession.PortOverride.speaker.rawValue == number("spkr"))
        let reasons: [AVAudioSession.RouteChangeReason] = [
            .unknown, .newDeviceAvailable, .oldDeviceUnavailable, .categoryChange, .override,
            .wakeFromSleep, .noSuitableRouteForCategory, .routeConfigurationChange,
        ]
        #expect(reasons.map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
        #expect(AVAudioSession.RouteChangeReason(rawValue: 5) == nil)
        let policies: [AVAudioSession.RouteSharingPolicy] = [
            .default, .longFormAudio, .independent, .longFormVideo,
        ]
        #expect(policies.map(\.rawValue) == [0, 1, 2, 3])
        #expect(longForm == .longFormAudio)
    }

    @Test("Interruptions: types and reasons have Apple's numbers")
    func interruptions() {
        struct Suspended: Old {
            @available(*, deprecated) func make() -> AVAudioSession.InterruptionReason {
                .appWasSuspended
            }
        }
        let suspended = (Suspended() as any Old<AVAudioSession.InterruptionReason>).make()
        let types: [AVAudioSession.InterruptionType] = [.ended, .began]
        #expect(types.map(\.rawValue) == [0, 1])
        let reasons: [AVAudioSession.InterruptionReason] = [
            .default, suspended, .builtInMicMuted, .routeDisconnected,
        ]
        #expect(reasons.map(\.rawValue) == [0, 1, 2, 4])
        #expect(AVAudioSession.InterruptionReason(rawValue: 3) == nil)
    }

    @Test("Permissions are Apple's letters, in the session and in the application")
    func permissions() {
        let letters = ["undt", "deny", "grnt"].map(number)
        let ofSession: [AVAudioSession.RecordPermission] = [.undetermined, .denied, .granted]
        #expect(ofSession.map(\.rawValue) == letters)
        let ofApplication: [AVAudioApplication.recordPermission] = [
            .undetermined, .denied, .granted,
        ]
        #expect(ofApplication.map { UInt($0.rawValue) } == letters)
    }

    @Test("The small types have Apple's numbers and letters")
    func smallTypes() {
        let ioTypes: [AVAudioSession.IOType] = [.notSpecified, .aggregated]
        #expect(ioTypes.map(\.rawValue) == [0, 1])
        let hints: [AVAudioSession.SilenceSecondaryAudioHintType] = [.end, .begin]
        #expect(hints.map(\.rawValue) == [0, 1])
        let styles: [AVAudioSession.PromptStyle] = [.none, .short, .normal]
        #expect(styles.map(\.rawValue) == ["none", "shrt", "nrml"].map(number))
        let orientations: [AVAudioSession.StereoOrientation] = [
            .none, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
        ]
        #expect(orientations.map(\.rawValue) == [0, 1, 2, 3, 4])
        let sources: [AVAudioSession.DeactivationSource] = [.app, .system]
        #expect(sources.map(\.rawValue) == [1, 2])
    }

    @Test("The codes of errors are Apple's letters")
    func errorCodes() {
        typealias Code = AVAudioSession.ErrorCode
        #expect(AVAudioSession.ErrorCode.none.rawValue == 0)
        #expect(Code.badParam.rawValue == -50)
        let codes: [(AVAudioSession.ErrorCode, String)] = [
            (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
            (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"),
            (.siriIsRecording, "siri"), (.cannotStartPlaying, "!pla"),
            (.cannotStartRecording, "!rec"), (.insufficientPriority, "!pri"),
            (.resourceNotAvailable, "!res"), (.unspecified, "what"), (.expiredSession, "!ses"),
            (.sessionNotActive, "inac"),
        ]
        for (code, letters) in codes { #expect(code.rawValue == Int(number(letters))) }
    }
}

/// Uses what is deprecated without a warning: the compiler is silent where the user is, too.
private protocol Old<Value> {
    associatedtype Value
    func make() -> Value
}
