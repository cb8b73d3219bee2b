// SPDX-License-Identifier: Apache-2.0
import PushKit

/// The pushes that tell of calls.
@MainActor
final class PushService: NSObject {
    static let shared = PushService()

    /// The newest token in hexadecimal, as the push service wants it in the path of a request.
    private(set) var token: String?

    private var registry: PKPushRegistry?

    /// To be called at each launch.
    func start() {
        let registry = PKPushRegistry(queue: .main)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        self.registry = registry
    }
}

extension PushService: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        let token = pushCredentials.token.map { String(format: "%02x", $0) }.joined()
        self.token = token
        CallKitService.shared.tell("token", ["token": token])
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        let aps = payload.dictionaryPayload["aps"] as? [String: Any]
        let alert = aps?["alert"] as? [String: Any]
        CallKitService.shared.reportIncomingCall(
            id: alert?["incoming_caller_id"] as? String,
            name: alert?["incoming_caller_name"] as? String)
        completion()
    }
}
