// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PushKit

/// A call service that lives on the main actor, as most new ones do.
@MainActor
public final class PhoneService: NSObject, @preconcurrency CXProviderDelegate,
    @preconcurrency PKPushRegistryDelegate, @preconcurrency CXCallObserverDelegate
{
    public private(set) var events: [String] = []
    public let provider: CXProvider
    public let controller = CXCallController()
    public let observer: CXCallObserver
    private let registry = PKPushRegistry(queue: .main)

    public override init() {
        provider = CXProvider(configuration: configured())
        observer = controller.callObserver
        super.init()
        provider.setDelegate(self, queue: nil)
        observer.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    public func call(_ number: String) async throws -> UUID {
        let call = UUID()
        let action = CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: number))
        try await controller.requestTransaction(with: action)
        events.append("requested")
        return call
    }

    public func ring() async throws {
        let update = CXCallUpdate()
        update.hasVideo = false
        try await provider.reportNewIncomingCall(with: UUID(), update: update)
        events.append("reported")
    }

    public func hangUp(_ call: UUID) {
        let transaction = CXTransaction(action: CXEndCallAction(call: call))
        controller.request(transaction) { error in
            DispatchQueue.main.async { [weak self] in
                self?.events.append(error == nil ? "ending" : "cannot end")
            }
        }
    }

    public func providerDidReset(_ provider: CXProvider) { events.append("reset") }
    public func providerDidBegin(_ provider: CXProvider) { events.append("begin") }

    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        events.append("start")
        provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: nil)
        action.fulfill(withDateStarted: Date())
    }

    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        events.append("end")
        action.fulfill()
    }

    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        events.append("audio \(audioSession === AVAudioSession.sharedInstance())")
    }

    public func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        events.append(call.hasEnded ? "call ended" : "call")
    }

    public func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) { events.append("token") }

    public func pushRegistry(
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
