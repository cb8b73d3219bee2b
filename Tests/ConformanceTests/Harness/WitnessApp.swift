// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import Foundation
import PhoneLink
import PushKit

/// An app that writes down all that it is told in one order: actions, completions, audio, and what
/// its observer sees.
///
/// Calls are named by letters (`uuid(of:)`), actions as their buttons are: `perform Hold a`. An
/// observer's line has the flags outgoing, on hold, connected, ended: `a 0010`.
final class WitnessApp: NSObject, @unchecked Sendable {
    // Sendable because the history is locked and the rest is set while nothing happens.
    enum Completion { case fulfils, fails, waits }

    let provider: CXProvider
    /// On the delegate's queue, as the observer is, so that all is one order.
    let controller: CXCallController
    let observer = CXCallObserver()
    let audio = AVAudioSession.sharedInstance()
    /// What becomes of each action.
    var decide: (CXAction) -> Completion = { _ in .fulfils }
    /// What happens with each action first, before it is completed.
    var onPerform: (WitnessApp, CXAction) -> Void = { _, _ in }
    /// Whether the observer's changes are part of the history.
    var logsChanges = true
    /// Whether it reports a call for each push.
    var reportsPushes = true
    private var registry: PKPushRegistry?
    private var tokens: [any NSObjectProtocol] = []
    private let history: Locked<[String]>
    private let kept = Locked<[CXAction]>([])
    private let letters = Locked<[UUID: String]>([:])

    /// - Parameters:
    ///   - queue: Of all delegates; nil is the main queue.
    ///   - pushes: Whether it asks for pushes; each is reported as the call `a`, unless
    ///     ``reportsPushes`` is false.
    ///   - history: Where it writes down what it is told.
    ///   - configure: Changes the provider's configuration.
    init(
        queue: DispatchQueue? = nil,
        pushes: Bool = false,
        history: Locked<[String]> = Locked([]),
        configure: (CXProviderConfiguration) -> Void = { _ in }
    ) {
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.generic, .phoneNumber]
        configure(configuration)
        provider = CXProvider(configuration: configuration)
        controller = CXCallController(queue: queue ?? .main)
        self.history = history
        super.init()
        provider.setDelegate(self, queue: queue)
        observer.setDelegate(self, queue: queue)
        listen()
        guard pushes else { return }
        let registry = PKPushRegistry(queue: queue)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        self.registry = registry
    }

    deinit { tokens.forEach { NotificationCenter.default.removeObserver($0) } }

    private func listen() {
        let centre = NotificationCenter.default
        tokens.append(
            centre.addObserver(
                forName: AVAudioSession.interruptionNotification, object: audio, queue: nil
            ) { [weak self] note in
                let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                let isBegin = type == AVAudioSession.InterruptionType.began.rawValue
                self?.log(isBegin ? "interrupted" : "interruption ended")
            })
        tokens.append(
            centre.addObserver(
                forName: AVAudioApplication.inputMuteStateChangeNotification,
                object: AVAudioApplication.shared, queue: nil
            ) { [weak self] note in
                let isMuted = note.userInfo?[AVAudioApplication.muteStateKey] as? Bool
                self?.log("input muted \(isMuted ?? false)")
            })
    }

    // MARK: What it was told

    var events: [String] { history.withLock { $0 }.map(lettered) }

    /// What was told since the last time.
    func take() -> [String] {
        let events = history.withLock { events in
            defer { events = [] }
            return events
        }
        return events.map(lettered)
    }

    /// A line with letters for the calls, which may have got theirs since it was written; `?` for
    /// the others.
    private func lettered(_ event: String) -> String {
        let known = letters.withLock { $0 }
        return event.split(separator: " ").map { word in
            UUID(uuidString: String(word)).map { known[$0] ?? "?" } ?? String(word)
        }.joined(separator: " ")
    }

    /// The same, of the actions alone.
    func takePerformed() -> [String] {
        take().filter { $0.hasPrefix("perform ") }.map { String($0.dropFirst(8)) }
    }

    func log(_ event: String) { history.withLock { $0.append(event) } }

    /// The actions that wait to be completed.
    var waiting: [CXAction] { kept.withLock { $0 } }

    /// Completes all that wait.
    func complete(_ body: (CXAction) -> Void) {
        let actions = kept.withLock { actions in
            defer { actions = [] }
            return actions
        }
        actions.forEach(body)
    }

    // MARK: Names

    /// The call of that letter, made up where it is new.
    func uuid(_ letter: String) -> UUID {
        letters.withLock { letters in
            if let known = letters.first(where: { $0.value == letter }) { return known.key }
            let new = UUID()
            letters[new] = letter
            return new
        }
    }

    /// Calls a call by that letter.
    func name(_ uuid: UUID, _ letter: String) { letters.withLock { $0[uuid] = letter } }

    // MARK: What it does

    /// An update with a handle, a name and every flag.
    static func update(
        _ handle: CXHandle? = CXHandle(type: .generic, value: "caller"),
        supporting isSupported: Bool = true
    ) -> CXCallUpdate {
        let update = CXCallUpdate()
        update.remoteHandle = handle
        update.localizedCallerName = "Tester"
        update.supportsHolding = isSupported
        update.supportsGrouping = isSupported
        update.supportsUngrouping = isSupported
        update.supportsDTMF = isSupported
        return update
    }

    func report(_ letter: String, _ update: CXCallUpdate = update()) {
        provider.reportNewIncomingCall(with: uuid(letter), update: update) { [weak self] error in
            self?.log("reported \(Self.code(error))")
        }
    }

    func request(_ actions: CXAction...) {
        controller.request(CXTransaction(actions: actions)) { [weak self] error in
            self?.log("requested \(Self.code(error))")
        }
    }

    func start(_ letter: String, to value: String = "callee") {
        let handle = CXHandle(type: .generic, value: value)
        request(CXStartCallAction(call: uuid(letter), handle: handle))
    }

    static func code(_ error: (any Error)?) -> String {
        error.map { "\(($0 as NSError).code)" } ?? "nil"
    }

    private func take(_ action: CXAction, _ words: String) {
        log("perform \(words)")
        onPerform(self, action)
        switch decide(action) {
        case .fulfils: action.fulfill()
        case .fails: action.fail()
        case .waits: kept.withLock { $0.append(action) }
        }
    }
}

extension WitnessApp: CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { log("reset") }
    func providerDidBegin(_ provider: CXProvider) { log("begin") }

    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        log("execute \(transaction.actions.count)")
        return false
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        take(action, "Start \(action.callUUID.uuidString)")
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        take(action, "Answer \(action.callUUID.uuidString)")
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        take(action, "End \(action.callUUID.uuidString)")
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        take(action, "\(action.isOnHold ? "Hold" : "Resume") \(action.callUUID.uuidString)")
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        take(action, "\(action.isMuted ? "Mute" : "Unmute") \(action.callUUID.uuidString)")
    }

    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        let partner = action.callUUIDToGroupWith.map { " with \($0.uuidString)" }
        take(
            action,
            (partner == nil ? "Ungroup " : "Group ") + action.callUUID.uuidString
                + (partner ?? ""))
    }

    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        take(action, "Play \(action.digits) \(action.type) \(action.callUUID.uuidString)")
    }

    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
        take(action, "Translate \(action.isTranslating) \(action.callUUID.uuidString)")
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        log("timedOut \(type(of: action))")
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        log("didActivate")
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        log("didDeactivate")
    }
}

extension WitnessApp: CXCallObserverDelegate {
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        guard logsChanges else { return }
        let flags = [call.isOutgoing, call.isOnHold, call.hasConnected, call.hasEnded]
        log("\(call.uuid.uuidString) \(flags.map { $0 ? "1" : "0" }.joined())")
    }
}

extension WitnessApp: PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        log("push")
        if reportsPushes { report("a") }
        completion()
    }
}
