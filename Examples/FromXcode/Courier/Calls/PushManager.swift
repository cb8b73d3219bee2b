// SPDX-License-Identifier: Apache-2.0
import PushKit

class PushManager: NSObject {
    private let registry = PKPushRegistry(queue: .main)
    private let calls: CallManager
    private let tokens = TokenStore()

    init(calls: CallManager) { self.calls = calls }

    func register() {
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

extension PushManager: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        tokens.save(pushCredentials.token)
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        let number = payload.dictionaryPayload["number"] as? String
        calls.report(number ?? "unknown", completion: completion)
    }
}
