// SPDX-License-Identifier: Apache-2.0
@preconcurrency import CallKit
@preconcurrency import PushKit

/// Keeps what belongs to calls, as an actor.
package actor CallBook {
    private var names: [UUID: String] = [:]

    func add(_ call: UUID, _ update: CXCallUpdate) {
        names[call] = update.localizedCallerName ?? "unknown"
    }

    package var all: [String] { names.values.sorted() }
}

/// Hears of pushes by the asynchronous forms alone, and reports with `await`.
// Sendable because all of it is constant.
package final class AsyncPushService: NSObject, PKPushRegistryDelegate, CXProviderDelegate,
    @unchecked Sendable
{
    package let book = CallBook()
    package let provider = CXProvider(configuration: CXProviderConfiguration())
    private let registry: PKPushRegistry
    private let template = CXCallUpdate()

    package init(queue: DispatchQueue?) {
        registry = PKPushRegistry(queue: queue)
        super.init()
        provider.setDelegate(self, queue: queue)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    package func providerDidReset(_ provider: CXProvider) {}

    package func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    package func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) async {
        template.localizedCallerName = "old"
        await ring()
    }

    package func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        template.localizedCallerName = "new"
        await ring()
    }

    private func ring() async {
        let call = UUID()
        try? await provider.reportNewIncomingCall(with: call, update: template)
        // The update goes to an actor: it is no Sendable type, and the import says not to mind.
        await book.add(call, template)
    }
}
