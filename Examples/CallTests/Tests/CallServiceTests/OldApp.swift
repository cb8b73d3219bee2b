// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushKit

/// An app that takes VoIP pushes and knows nothing of CallKit.
@MainActor final class OldApp: NSObject, @preconcurrency PKPushRegistryDelegate {
    private let registry = PKPushRegistry(queue: .main)

    override init() {
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        completion()
    }
}
