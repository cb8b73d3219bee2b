// SPDX-License-Identifier: Apache-2.0
// Refused: stored property 'provider' of 'Sendable'-conforming class
// Refused: capture of 'registry' with non-Sendable type 'PKPushRegistry'
// Refused: capture of 'controller' with non-Sendable type 'CXCallController'
// Refused: capture of 'session' with non-Sendable type 'AVAudioSession'
import AVFAudio
import CallKit
import Dispatch
import PushKit

/// What builds here and not for an iPhone: Apple's classes are not Sendable.
final class Keeper: Sendable {
    let provider: CXProvider

    init(_ provider: CXProvider) { self.provider = provider }
}

func useLater(
    _ registry: PKPushRegistry, _ controller: CXCallController, _ session: AVAudioSession
) {
    DispatchQueue.global().async {
        registry.desiredPushTypes = [.voIP]
        _ = controller.callObserver
        _ = session.category
    }
}
