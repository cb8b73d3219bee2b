// SPDX-License-Identifier: Apache-2.0
import AVFoundation

/// The sound of calls; a real app has its audio unit here.
@MainActor
final class CallAudio {
    private(set) var isRunning = false

    /// Sets up the session that the system will activate.
    func configure() {
        let session = AVAudioSession.sharedInstance()
        // A call with the sound as it is beats no call.
        try? session.setCategory(.playAndRecord, mode: .voiceChat)
        try? session.setPreferredIOBufferDuration(0.005)
    }

    func start() { isRunning = true }

    func stop() { isRunning = false }
}
