// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import PushKit

/// An app with the singletons that apps have: it reports a call for each push, and names it by how
/// many it has seen.
///
/// Started with the argument `silent`, it reports none.
final class PocketApp: NSObject, @unchecked Sendable {
    // Sendable because it is used on the main queue only.
    static let shared = PocketApp()
    private let provider: CXProvider
    private let registry = PKPushRegistry(queue: .main)
    private var pushCount = 0

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.generic]
        provider = CXProvider(configuration: configuration)
        super.init()
    }

    func start() {
        provider.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }
}

extension PocketApp: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        action.fulfill()
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        action.fulfill()
    }
}

extension PocketApp: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        pushCount += 1
        guard !CommandLine.arguments.contains("silent") else { return }
        let update = CXCallUpdate()
        update.localizedCallerName = "Caller \(pushCount)"
        provider.reportNewIncomingCall(with: UUID(), update: update) { _ in completion() }
    }
}

PocketApp.shared.start()
dispatchMain()
