// SPDX-License-Identifier: Apache-2.0
import VoIPKit

/// An engine that plays nothing, and notes where VoIPKit breaks its word to it.
@MainActor final class TestEngine: CallAudioEngine {
    private(set) var isRunning = false
    private(set) var isRingingBack = false
    private(set) var startCount = 0
    private(set) var breaches: [String] = []

    func start() throws {
        if isRunning { breaches.append("the engine was started twice") }
        isRunning = true
        startCount += 1
    }

    func stop() {
        if !isRunning { breaches.append("the engine was stopped that did not run") }
        if isRingingBack { breaches.append("the engine was stopped while it rang back") }
        isRunning = false
    }

    func setRingback(_ isOn: Bool) {
        if isOn, !isRunning { breaches.append("ringback without a running engine") }
        isRingingBack = isOn
    }
}
