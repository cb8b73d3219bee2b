// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Foundation

/// The sound of calls; a real app has its audio unit here.
@MainActor package final class CallAudio {
    /// Whether sound is played and recorded.
    package private(set) var isRunning = false
    /// Whether an alarm, Siri or the like has taken the sound.
    package private(set) var isInterrupted = false
    /// Whether the microphone sends silence.
    package var isMuted = false
    /// How often the route has changed during a call.
    package private(set) var routeChangeCount = 0

    private let session = AVAudioSession.sharedInstance()
    private var observers: [any NSObjectProtocol] = []

    init() {
        observe(AVAudioSession.interruptionNotification) { audio, info in
            audio.interrupted(
                info[AVAudioSessionInterruptionTypeKey] ?? 0,
                AVAudioSession.InterruptionOptions(
                    rawValue: info[AVAudioSessionInterruptionOptionKey] ?? 0))
        }
        observe(AVAudioSession.routeChangeNotification) { audio, _ in
            if audio.isRunning { audio.routeChangeCount += 1 }
        }
    }

    /// Where sound goes.
    package var output: AVAudioSession.Port? { session.currentRoute.outputs.first?.portType }

    /// Sets the session up for a call; the system activates it.
    func configure() {
        // Nothing can be done about an error here: the call goes on with the sound as it is.
        try? session.setCategory(.playAndRecord, mode: .voiceChat)
    }

    /// The bug ``PlantedBug/audioActivatedByHand``.
    func activate() { try? session.setActive(true) }

    func start() {
        isRunning = true
        isInterrupted = false
    }

    func stop() {
        isRunning = false
        isInterrupted = false
    }

    private func interrupted(_ type: UInt, _ options: AVAudioSession.InterruptionOptions) {
        switch AVAudioSession.InterruptionType(rawValue: type) {
        case .began where isRunning:
            isRunning = false
            isInterrupted = true
        case .ended where isInterrupted:
            // The system has given the session back; whether to go on is what the option says.
            isInterrupted = false
            isRunning = options.contains(.shouldResume)
        default: break
        }
    }

    /// Passes on the numbers in a notification of this app's own session.
    private func observe(
        _ name: Notification.Name,
        _ body: @escaping @MainActor @Sendable (CallAudio, [String: UInt]) -> Void
    ) {
        let observer = NotificationCenter.default.addObserver(
            forName: name, object: session, queue: nil
        ) { [weak self] notification in
            var numbers: [String: UInt] = [:]
            for (key, value) in notification.userInfo ?? [:] {
                if let key = key as? String, let value = value as? UInt { numbers[key] = value }
            }
            // They are posted on the main queue.
            MainActor.assumeIsolated { [numbers] in
                if let self { body(self, numbers) }
            }
        }
        observers.append(observer)
    }
}
