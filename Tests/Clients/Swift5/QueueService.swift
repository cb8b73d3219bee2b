// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PushKit

/// A call service with a serial queue of its own, as older ones have; it hears of pushes in both
/// forms, that of iOS 26.4 and the one before.
package final class QueueService: NSObject, @unchecked Sendable {
    // Sendable because all that changes is used on `queue` alone.
    package let queue = DispatchQueue(label: "com.example.calls")
    package let provider: CXProvider
    package let controller: CXCallController
    private let observer = CXCallObserver()
    private let registry: PKPushRegistry
    private var log: [String] = []
    private var actions: [UUID: CXAction] = [:]

    package override init() {
        provider = CXProvider(configuration: configured())
        controller = CXCallController(queue: queue)
        registry = PKPushRegistry(queue: queue)
        super.init()
        provider.setDelegate(self, queue: queue)
        observer.setDelegate(self, queue: queue)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    /// What has happened; not to be asked on the queue.
    package var events: [String] { queue.sync { log } }

    private func note(_ event: String) {
        dispatchPrecondition(condition: .onQueue(queue))
        log.append(event)
    }

    /// Holds, mutes, groups and dials, in one transaction.
    package func doAll(_ call: UUID, with other: UUID) {
        let transaction = CXTransaction()
        transaction.addAction(CXSetHeldCallAction(call: call, onHold: false))
        transaction.addAction(CXSetMutedCallAction(call: call, muted: true))
        transaction.addAction(CXSetGroupCallAction(call: call, callUUIDToGroupWith: other))
        transaction.addAction(CXPlayDTMFCallAction(call: call, digits: "1", type: .singleTone))
        transaction.addAction(
            CXSetTranslatingCallAction(
                call: call, isTranslating: true, localLanguage: "de", remoteLanguage: "en"))
        controller.request(transaction) { [self] error in
            note(error == nil ? "requested" : "refused")
        }
    }
}

extension QueueService: CXProviderDelegate {
    package func providerDidReset(_ provider: CXProvider) { note("reset") }

    package func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        note("execute \(transaction.actions.count)")
        return false
    }

    package func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        note("answer")
        action.fulfill(withDateConnected: Date())
    }
    package func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        note("end")
        action.fulfill(withDateEnded: Date())
    }
    package func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        note("held \(action.isOnHold)")
        action.fulfill()
    }
    package func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        note("muted \(action.isMuted)")
        action.fulfill()
    }
    package func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        note(action.callUUIDToGroupWith == nil ? "alone" : "grouped")
        action.fulfill()
    }
    package func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        note("tones \(action.digits)")
        action.fulfill()
    }
    @available(iOS 26.0, *)
    package func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
        note("translating \(action.localLanguage)")
        action.fulfill(using: .default)
    }
    package func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        note("timed out")
    }
}

extension QueueService: CXCallObserverDelegate {
    package func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        note(call.hasEnded ? "call ended" : "call")
    }
}

extension QueueService: PKPushRegistryDelegate {
    package func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) { note("token") }

    package func pushRegistry(
        _ registry: PKPushRegistry,
        didInvalidatePushTokenFor type: PKPushType
    ) { note("no token") }

    package func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        note("old push")
        ring(completion)
    }

    @available(iOS 26.4, *)
    package func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        note("new push, must report: \(metadata.mustReport)")
        guard metadata.mustReport else { return completion() }
        ring(completion)
    }

    private func ring(_ completion: @escaping () -> Void) {
        provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { [self] error in
            note(error == nil ? "reported" : "not reported")
        }
        completion()
    }
}
