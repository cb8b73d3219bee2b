// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushKit

/// Takes the pushes that tell of calls.
@MainActor final class PushService: NSObject {
    private let registry = PKPushRegistry(queue: .main)
    private let calls: ProviderDelegate
    private let signalling: any Signalling
    private let bug: PlantedBug?

    init(calls: ProviderDelegate, signalling: any Signalling, bug: PlantedBug?) {
        self.bug = bug
        self.calls = calls
        self.signalling = signalling
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

extension PushService: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        if bug == .tokenPrinted { return signalling.upload(token: "\(pushCredentials.token)") }
        signalling.upload(
            token: pushCredentials.token.map { String(format: "%02x", $0) }.joined())
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        signalling.upload(token: nil)
    }

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        // Whatever the push says, a call must be reported before this method returns.
        if let push = IncomingPush(payload.dictionaryPayload) {
            calls.report(push)
        } else if bug != .pushNotReported {
            calls.reportUnreadable()
        }
        completion()
    }
}
