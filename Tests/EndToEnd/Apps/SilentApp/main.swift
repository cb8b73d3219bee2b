// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import PushKit

/// An app that breaks the rule: it takes a VoIP push and reports no call.
final class SilentPushes: NSObject, PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        completion()
    }
}

let pushes = SilentPushes()
let registry = PKPushRegistry(queue: .main)
registry.delegate = pushes
registry.desiredPushTypes = [.voIP]
dispatchMain()
