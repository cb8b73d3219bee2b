// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PushKit

/// A calling service of the usual shape: one object is delegate of everything, on the main queue.
@MainActor
final class VoIPService: NSObject {
    let provider: CXProvider
    let controller = CXCallController()
    private let registry = PKPushRegistry(queue: .main)
    private(set) var token: String?
    private(set) var events: [String] = []
    var reports = true
    var fulfils = true
    var open: [CXAction] = []

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber]
        configuration.ringtoneSound = "ring.caf"
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func report(_ id: UUID = UUID(), number: String = "+491111111", name: String = "Tester") {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: number)
        update.localizedCallerName = name
        update.supportsHolding = true
        provider.reportNewIncomingCall(with: id, update: update) { [weak self] error in
            MainActor.assumeIsolated {
                self?.events.append(error.map { "refused \(($0 as NSError).code)" } ?? "reported")
            }
        }
    }

    private func take(_ action: CXAction, _ name: String) {
        events.append(name)
        if fulfils { action.fulfill() } else { open.append(action) }
    }
}

extension VoIPService: @preconcurrency CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { events.append("reset") }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        take(action, "start")
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        take(action, "answer")
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { take(action, "end") }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        take(action, action.isOnHold ? "hold" : "resume")
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        events.append("audio")
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        events.append("silence")
    }
}

extension VoIPService: @preconcurrency PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        token = pushCredentials.token.map { String(format: "%02x", $0) }.joined()
        events.append("token")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
    ) {
        token = nil
        events.append("token gone")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        guard reports else { return completion() }
        let number = payload.dictionaryPayload["caller"] as? String ?? "+490000000"
        let name = payload.dictionaryPayload["name"] as? String ?? "Unknown"
        report(number: number, name: name)
        completion()
    }
}
