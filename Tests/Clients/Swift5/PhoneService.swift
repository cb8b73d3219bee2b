// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PushKit

/// A call service that lives on the main actor, as most new ones do.
@MainActor
package final class PhoneService: NSObject, @preconcurrency CXProviderDelegate,
    @preconcurrency PKPushRegistryDelegate, @preconcurrency CXCallObserverDelegate
{
    package private(set) var events: [String] = []
    package let provider: CXProvider
    package let controller = CXCallController()
    package let observer: CXCallObserver
    private let registry = PKPushRegistry(queue: .main)

    package override init() {
        provider = CXProvider(configuration: configured())
        observer = controller.callObserver
        super.init()
        provider.setDelegate(self, queue: nil)
        observer.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    package func call(_ number: String) async throws -> UUID {
        let call = UUID()
        let action = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: number))
        try await controller.requestTransaction(with: action)
        events.append("requested")
        return call
    }

    package func ring() async throws {
        let update = CXCallUpdate()
        update.hasVideo = false
        try await provider.reportNewIncomingCall(with: UUID(), update: update)
        events.append("reported")
    }

    package func hangUp(_ call: UUID) {
        let transaction = CXTransaction(action: CXEndCallAction(call: call))
        controller.request(transaction) { error in
            DispatchQueue.main.async { [weak self] in
                self?.events.append(error == nil ? "ending" : "cannot end")
            }
        }
    }

    package func providerDidReset(_ provider: CXProvider) { events.append("reset") }
    package func providerDidBegin(_ provider: CXProvider) { events.append("begin") }

    package func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        events.append("start")
        provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: nil)
        action.fulfill(withDateStarted: Date())
    }

    package func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        events.append("end")
        action.fulfill()
    }

    package func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        events.append("audio \(audioSession === AVAudioSession.sharedInstance())")
    }

    package func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        events.append(call.hasEnded ? "call ended" : "call")
    }

    package func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) { events.append("token") }

    package func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        events.append("push")
        provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
        completion()
    }
}
