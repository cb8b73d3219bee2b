// SPDX-License-Identifier: Apache-2.0

/// Names as Swift imported them before 4.2, and Objective-C's.
enum OldSpellings {
    /// What Swift calls it now; nil for any other word.
    static func current(_ word: String) -> String? {
        if let name = whole[word] { return name }
        for (prefix, type, members) in families where word.hasPrefix(prefix) {
            let member = String(word.dropFirst(prefix.count))
            if members.contains(member) { return "\(type).\(lowerFirst(member))" }
        }
        return nil
    }

    private static let whole: [String: String] = [
        "PKPushTypeVoIP": "PKPushType.voIP",
        "PKPushTypeComplication": "PKPushType.complication",
        "AVAudioSessionCategoryOptions": "AVAudioSession.CategoryOptions",
        "AVAudioSessionPortOverride": "AVAudioSession.PortOverride",
        "AVAudioSessionInterruptionType": "AVAudioSession.InterruptionType",
        "AVAudioSessionInterruptionOptions": "AVAudioSession.InterruptionOptions",
        "AVAudioSessionRouteChangeReason": "AVAudioSession.RouteChangeReason",
        "AVAudioSessionSetActiveOptions": "AVAudioSession.SetActiveOptions",
        "AVAudioSessionRecordPermission": "AVAudioSession.RecordPermission",
        "AVAudioSessionInterruption": "AVAudioSession.interruptionNotification",
        "AVAudioSessionInterruptionNotification": "AVAudioSession.interruptionNotification",
        "AVAudioSessionRouteChange": "AVAudioSession.routeChangeNotification",
        "AVAudioSessionRouteChangeNotification": "AVAudioSession.routeChangeNotification",
        "AVAudioSessionMediaServicesWereReset":
            "AVAudioSession.mediaServicesWereResetNotification",
        "AVAudioSessionMediaServicesWereLost": "AVAudioSession.mediaServicesWereLostNotification",
        "UIApplicationLaunchOptionsKey": "UIApplication.LaunchOptionsKey",
        "UIApplicationState": "UIApplication.State",
        "UIBackgroundTaskInvalid": "UIBackgroundTaskIdentifier.invalid",
        "UIApplicationDidFinishLaunching": "UIApplication.didFinishLaunchingNotification",
        "UIApplicationDidBecomeActive": "UIApplication.didBecomeActiveNotification",
        "UIApplicationWillResignActive": "UIApplication.willResignActiveNotification",
        "UIApplicationDidEnterBackground": "UIApplication.didEnterBackgroundNotification",
        "UIApplicationWillEnterForeground": "UIApplication.willEnterForegroundNotification",
        "UIApplicationWillTerminate": "UIApplication.willTerminateNotification",
    ]

    private static let families: [(prefix: String, type: String, members: Set<String>)] = [
        (
            "AVAudioSessionCategory", "AVAudioSession.Category",
            [
                "Ambient", "SoloAmbient", "Playback", "Record", "PlayAndRecord", "MultiRoute",
                "AudioProcessing",
            ]
        ),
        (
            "AVAudioSessionMode", "AVAudioSession.Mode",
            [
                "Default", "VoiceChat", "VideoChat", "GameChat", "VideoRecording", "Measurement",
                "MoviePlayback", "SpokenAudio", "VoicePrompt",
            ]
        ),
        (
            "AVAudioSessionPort", "AVAudioSession.Port",
            [
                "BuiltInMic", "BuiltInSpeaker", "BuiltInReceiver", "HeadsetMic", "Headphones",
                "BluetoothA2DP", "BluetoothHFP", "BluetoothLE", "CarAudio", "LineIn", "LineOut",
                "USBAudio",
            ]
        ),
        (
            "CXCallEndedReason", "CXCallEndedReason",
            [
                "Failed", "RemoteEnded", "Unanswered", "AnsweredElsewhere", "DeclinedElsewhere",
            ]
        ),
        (
            "CXHandleType", "CXHandle.HandleType", ["Generic", "PhoneNumber", "EmailAddress"]
        ),
    ]

    /// Letters that stand together stay so: USBAudio is usbAudio.
    private static func lowerFirst(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }.count
        let count = capitals > 1 && capitals < word.count ? capitals - 1 : 1
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }
}
