// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PushKit

/// The calling code of an app, as it would stand in an iOS project.
package final class Caller: NSObject, CXProviderDelegate, PKPushRegistryDelegate {
    package let provider: CXProvider
    package let controller = CXCallController()
    private let registry = PKPushRegistry(queue: .main)

    package override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        configuration.maximumCallGroups = 1
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    package func providerDidReset(_ provider: CXProvider) {}

    package func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        action.fulfill()
    }

    package func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        try? AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
        action.fulfill()
    }

    package func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        action.fulfill()
    }

    package func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    package func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in completion() }
    }
}
