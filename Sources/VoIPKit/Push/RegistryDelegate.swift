// SPDX-License-Identifier: Apache-2.0
import Foundation
import PushKit

/// What PushKit tells, in each spelling that it has had: of those for a push, each system calls
/// one.
///
/// The asynchronous spelling is left out: Apple's systems know it by the same name as the one with
/// a completion, so that a delegate has one of them, and its report would come after a suspension.
///
/// The registry is on the main queue, so these run there.
@MainActor final class RegistryDelegate: NSObject, PKPushRegistryDelegate {
    private weak var service: VoIPPushService?

    init(_ service: VoIPPushService) { self.service = service }

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        let token = pushCredentials.token
        MainActor.assumeIsolated { service?.update(token, for: type) }
    }

    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {
        MainActor.assumeIsolated { service?.update(nil, for: type) }
    }

    /// Before iOS 11.
    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {
        receive(payload, type, mustReport: true)
    }

    /// From iOS 11 on.
    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        receive(payload, type, mustReport: true)
        completion()
    }

    // Xcode has had the metadata since it has had Swift 6.3.
    #if compiler(>=6.3) || !canImport(Darwin)
    /// From iOS 26.4 on, for VoIP pushes alone (B129).
    @available(iOS 26.4, macCatalyst 26.4, watchOS 26.4, visionOS 26.4, *)
    nonisolated func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
    ) {
        receive(payload, .voIP, mustReport: metadata.mustReport)
        completion()
    }
    #endif

    nonisolated private func receive(
        _ payload: PKPushPayload, _ type: PKPushType, mustReport: Bool
    ) {
        let content = Content(payload: payload.dictionaryPayload)
        MainActor.assumeIsolated {
            service?.receive(content.payload, of: type, mustReport: mustReport)
        }
    }

    private struct Content: @unchecked Sendable {
        // Sendable because nobody else has it: it is handed from the main queue to the main actor,
        // which is the same thread.
        let payload: [AnyHashable: Any]
    }
}
