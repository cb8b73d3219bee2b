// SPDX-License-Identifier: Apache-2.0

/// All that an app needs for calls.
///
/// The app delegate touches ``shared`` at every launch; tests make one for each launch.
@MainActor package final class CallService {
    package static let shared = CallService(signalling: LoopbackSignalling())

    package let manager = CallManager()
    package let audio = CallAudio()
    private let provider: ProviderDelegate
    private let push: PushService

    /// Makes the service, ready for calls.
    ///
    /// - Parameters:
    ///   - signalling: The line to the server.
    ///   - allowsCallWaiting: Whether a second call rings during the first.
    package init(signalling: any Signalling, allowsCallWaiting: Bool = true) {
        let provider = ProviderDelegate(
            manager: manager, audio: audio, signalling: signalling,
            allowsCallWaiting: allowsCallWaiting)
        self.provider = provider
        push = PushService(calls: provider, signalling: signalling)
        signalling.onEvent = { [weak provider] in provider?.take($0) }
    }
}
