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
        TokenService.register(pushCredentials.token)
        // Whoever has the token can ring this phone, so it is printed only when asked for.
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
        let fields = payload.dictionaryPayload
        // As `opencallkit provider run` writes it, or in the form that tutorials show.
        let aps = fields["aps"] as? [String: Any]
        let alert = aps?["alert"] as? [String: Any]
        let caller = fields["handle"] as? String ?? alert?["incoming_caller_id"] as? String
        let name = fields["name"] as? String ?? alert?["incoming_caller_name"] as? String
        let call = (fields["call"] as? String).flatMap { UUID(uuidString: $0) }
        // Whatever the push says, a call must be reported.
        CallService.shared.reportIncomingCall(
            call ?? UUID(), from: caller ?? "unknown", name: name,
            hasVideo: fields["video"] as? Bool ?? false)
        completion()
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        log("the push token is no longer of use")
    }
}
