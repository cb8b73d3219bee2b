// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PhoneLink
import PushKit

/// An app that writes down what the system tells it, in order, and answers as a test says.
final class RecordingApp: NSObject, @unchecked Sendable {
    // Sendable because the history is locked and the rest is set before the app runs.
    let provider: CXProvider
    /// On the delegate's queue, so that the order of completions and delegate calls is one order.
    let controller: CXCallController
    let observer: CXCallObserver
    private let history = Locked<[String]>([])
    private let pending = Locked<[CXAction]>([])
    private let changes = Locked<[CXCall]>([])
    /// Fulfils each action at once; else the test completes them.
    var fulfils = true
    /// What `execute` gives.
    var executes = false
    /// What the app does when a push comes; by default it reports a call.
    var onPush: ((RecordingApp, PKPushPayload) -> Void)?
    private var registry: PKPushRegistry?

    init(groups: Int = 2, queue: DispatchQueue? = nil, pushes: Bool = false) {
        let configuration = CXProviderConfiguration()
        configuration.maximumCallGroups = groups
        configuration.supportedHandleTypes = [.generic]
        provider = CXProvider(configuration: configuration)
        controller = CXCallController(queue: queue ?? .main)
        observer = CXCallObserver()
        super.init()
        provider.setDelegate(self, queue: queue)
        observer.setDelegate(self, queue: queue)
        guard pushes else { return }
        let registry = PKPushRegistry(queue: queue)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        self.registry = registry
    }

    // MARK: What it was told

    var events: [String] { history.withLock { $0 } }

    func takeEvents() -> [String] {
        history.withLock { events in
            defer { events = [] }
            return events
        }
    }

    func log(_ event: String) { history.withLock { $0.append(event) } }

    /// The calls as the observer was told, oldest first: outgoing, on hold, connected, ended.
    var observed: [String] {
        changes.withLock { $0 }.map { call in
            [call.isOutgoing, call.isOnHold, call.hasConnected, call.hasEnded]
                .map { $0 ? "1" : "0" }.joined()
        }
    }

    /// Actions that were not completed at once, oldest first.
    var openActions: [CXAction] { pending.withLock { $0 } }

    func complete(_ body: (CXAction) -> Void) {
        let actions = pending.withLock { actions in
            defer { actions = [] }
            return actions
        }
        actions.forEach(body)
    }

    // MARK: What it does

    /// Reports an incoming call; its error is logged as `reported …`.
    func report(_ uuid: UUID, holding: Bool = true) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: "0123456789")
        update.localizedCallerName = "Tester"
        update.supportsHolding = holding
        provider.reportNewIncomingCall(with: uuid, update: update) { [weak self] error in
            self?.log("reported \(Self.code(error))")
        }
    }

    func request(_ actions: CXAction...) {
        let transaction = CXTransaction(actions: actions)
        controller.request(transaction) { [weak self] error in
            self?.log("requested \(Self.code(error))")
        }
    }

    static func code(_ error: (any Error)?) -> String {
        error.map { "\(($0 as NSError).code)" } ?? "nil"
    }

    private func take(_ action: CXAction, _ name: String) {
        log("perform \(name)")
        if fulfils {
            action.fulfill()
        } else {
            pending.withLock { $0.append(action) }
        }
    }
}

extension RecordingApp: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { log("reset") }
    func providerDidBegin(_ provider: CXProvider) { log("begin") }

    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        if executes {
            log("execute \(transaction.actions.count)")
            pending.withLock { $0 += transaction.actions }
        }
        return executes
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        take(action, "Start")
    }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        take(action, "Answer")
    }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { take(action, "End") }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        take(action, "SetHeld \(action.isOnHold)")
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) { log("timedOut") }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        log("didActivate")
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        log("didDeactivate")
    }
}

extension RecordingApp: CXCallObserverDelegate {
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        changes.withLock { $0.append(call) }
    }
}

extension RecordingApp: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        log("token")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        log("push")
        if let onPush { onPush(self, payload) } else { report(UUID()) }
        completion()
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        log("invalidated")
    }
}
