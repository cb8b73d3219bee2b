// SPDX-License-Identifier: Apache-2.0
import CallService
import Foundation

/// The app's server, in the hands of a test.
@MainActor final class FakeServer: Signalling {
    var onEvent: ((SignallingEvent) -> Void)?
    /// What the app has sent, oldest first.
    private(set) var messages: [SignallingMessage] = []
    /// The tokens that the app gave, nil where it took one back.
    private(set) var tokens: [String?] = []
    /// Whether a call that the app answers is heard at once.
    var connectsAnswers = true
    /// Told of each message.
    var onMessage: ((SignallingMessage) -> Void)?

    nonisolated init() {}

    func upload(token: String?) { tokens.append(token) }

    func send(_ message: SignallingMessage) {
        messages.append(message)
        onMessage?(message)
        guard connectsAnswers, case .accept(let call) = message else { return }
        // The app is in the middle of an action, as with a real network.
        DispatchQueue.main.async { self.onEvent?(.connected(call)) }
    }
}
