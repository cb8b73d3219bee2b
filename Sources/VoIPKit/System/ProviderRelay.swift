// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation

/// The provider's delegate: passes on what it hears, on the main queue, to a ``CallKitSystem``.
///
/// It implements neither `provider(_:execute:)`, so that each action is performed by itself (B45),
/// nor the actions that VoIPKit does not know, such as translation's of iOS 26: the system deals
/// with those.
@MainActor final class ProviderRelay: NSObject, CXProviderDelegate {
    weak var system: CallKitSystem?

    nonisolated override init() { super.init() }

    nonisolated func providerDidReset(_ provider: CXProvider) {
        pass(from: provider) { $0.reset() }
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        perform(action, of: provider)
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        perform(action, of: provider)
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        perform(action, of: provider)
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        perform(action, of: provider)
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        perform(action, of: provider)
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        perform(action, of: provider)
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        perform(action, of: provider)
    }

    nonisolated func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        let action = action.uuid
        pass(from: provider) { $0.timedOutPerforming(action) }
    }

    nonisolated func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        pass(from: provider) { $0.activatedAudio() }
    }

    nonisolated func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        pass(from: provider) { $0.deactivatedAudio() }
    }

    private nonisolated func perform(_ action: CXCallAction, of provider: CXProvider) {
        let box = ActionBox(action: action)
        pass(from: provider) { $0.perform(box.action) }
    }

    private nonisolated func pass(
        from provider: CXProvider, _ body: @MainActor (CallKitSystem) -> Void
    ) {
        let provider = ObjectIdentifier(provider)
        MainActor.assumeIsolated {
            guard let system, system.isCurrent(provider) else { return }
            body(system)
        }
    }
}

/// Carries an action from the delegate's method to the main actor.
///
/// Sendable because both ends are on the main queue, which the provider was given.
private struct ActionBox: @unchecked Sendable {
    let action: CXCallAction
}
