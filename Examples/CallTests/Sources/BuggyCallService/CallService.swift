// SPDX-License-Identifier: Apache-2.0

/// The call service with one bug.
@MainActor package final class CallService {
    package let manager = CallManager()
    package let audio = CallAudio()
    private let provider: ProviderDelegate
    private let push: PushService

    /// Makes the service, ready for calls.
    ///
    /// - Parameters:
    ///   - signalling: The line to the server.
    ///   - allowsCallWaiting: Whether a second call rings during the first.
    ///   - bug: What is wrong; nil for nothing.
    package init(signalling: any Signalling, allowsCallWaiting: Bool = true, bug: PlantedBug?) {
        let provider = ProviderDelegate(
            manager: manager, audio: audio, signalling: signalling,
            allowsCallWaiting: allowsCallWaiting, bug: bug)
        self.provider = provider
        push = PushService(calls: provider, signalling: signalling, bug: bug)
        signalling.onEvent = { [weak provider] in provider?.take($0) }
    }
}
