// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushKit

/// The pushes that tell of calls.
final class PushService: NSObject {
    nonisolated(unsafe) static let shared = PushService()  // Unsafe because the main queue owns it.

    private let registry = PKPushRegistry(queue: .main)

    /// To be called at every launch: the system may have started the app for a push.
    func start() {
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

extension PushService: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        // A real app sends the token to its server. Whoever has it can ring this phone, so it is
        // printed only when asked for.
        guard ProcessInfo.processInfo.environment["HOTLINE_SHOW_TOKEN"] != nil else {
            log("has a push token")
            return
        }
        log("token " + pushCredentials.token.map { String(format: "%02x", $0) }.joined())
    }

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        let aps = payload.dictionaryPayload["aps"] as? [String: Any]
        let alert = aps?["alert"] as? [String: Any]
        let caller = alert?["incoming_caller_id"] as? String
        let name = alert?["incoming_caller_name"] as? String
        // Whatever the push says, a call must be reported.
        CallService.shared.reportIncomingCall(from: caller ?? "unknown", name: name)
        completion()
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        log("the push token is no longer of use")
    }
}
