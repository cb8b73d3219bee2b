// SPDX-License-Identifier: Apache-2.0
#if canImport(LiveCommunicationKit)
import AVFAudio
import Foundation
import LiveCommunicationKit

/// LiveCommunicationKit as a ``CallSystem``.
///
/// Written from Apple's documentation, and untested: no machine that builds this project has the
/// framework. In particular it is not established on which queue the delegate is called, whether an
/// action keeps its identifier on its way, and with which errors requests are refused; the code
/// takes neither for granted.
@available(iOS 17.4, macCatalyst 17.4, *)
@MainActor final class LiveCommunicationKitSystem: CallSystem {
    weak var delegate: (any CallSystemDelegate)?

    private let configuration: CallConfiguration
    private let relay = ConversationRelay()
    private var manager: ConversationManager
    /// Requested and not yet performed, by the framework's identifier.
    private var requested: [UUID: CallAction] = [:]
    /// Performed and not yet complete, by the ``CallAction``'s identifier.
    private var open: [UUID: ConversationAction] = [:]

    init(configuration: CallConfiguration) {
        self.configuration = configuration
        manager = ConversationManager(configuration: .make(configuration))
        relay.system = self
        manager.delegate = relay
    }

    func request(_ actions: [CallAction], completion: @escaping @MainActor (CallError?) -> Void) {
        let made = actions.map { ConversationAction.make($0) }
        for (action, asked) in zip(made, actions) { requested[action.uuid] = asked }
        let box = ConversationBox(manager: manager, actions: made)
        let identifiers = made.map(\.uuid)
        Task {
            let error = await box.perform()
            if error != nil { for identifier in identifiers { requested[identifier] = nil } }
            completion(error)
        }
    }

    /// The report is asynchronous in this framework.
    ///
    /// From iOS 26 on it has begun when this returns; before, it begins on the next turn of the
    /// main queue, which may be too late for a push (B121): there CallKit is the better choice.
    func reportIncoming(
        _ call: Call, features: CallFeatures, completion: @escaping @MainActor (CallError?) -> Void
    ) {
        let box = ConversationBox(manager: manager, actions: [])
        let (id, update) = (call.id, Conversation.Update.make(call, features))
        let report: @MainActor () async -> Void = { completion(await box.report(id, update)) }
        #if compiler(>=6.2)
        if #available(iOS 26, macCatalyst 26, *) {
            Task.immediate { await report() }
            return
        }
        #endif
        Task { await report() }
    }

    func reportUpdate(_ call: Call, features: CallFeatures) {
        report(.conversationUpdated(.make(call, features)), of: call.id)
    }

    func reportStartedConnecting(_ call: UUID, at date: Date?) {
        report(.conversationStartedConnecting(date ?? Date()), of: call)
    }

    func reportConnected(_ call: UUID, at date: Date?) {
        report(.conversationConnected(date ?? Date()), of: call)
    }

    func reportEnded(_ call: UUID, at date: Date?, reason: CallEndReason) {
        report(.conversationEnded(date ?? Date(), .make(reason)), of: call)
    }

    private func report(_ event: Conversation.Event, of call: UUID) {
        guard let conversation = manager.conversations.first(where: { $0.uuid == call }) else {
            return
        }
        manager.reportConversationEvent(event, for: conversation)
    }

    func fulfill(_ action: UUID, at date: Date?) {
        let date = date ?? Date()
        switch open.removeValue(forKey: action) {
        case let action as StartConversationAction: action.fulfill(dateStarted: date)
        case let action as JoinConversationAction: action.fulfill(dateConnected: date)
        case let action as EndConversationAction: action.fulfill(dateEnded: date)
        case let action?: action.fulfill()
        case nil: break
        }
    }

    func fail(_ action: UUID) { open.removeValue(forKey: action)?.fail() }

    func rebuild() {
        invalidate()
        manager = ConversationManager(configuration: .make(configuration))
        manager.delegate = relay
    }

    func invalidate() {
        requested = [:]
        open = [:]
        manager.delegate = nil
        manager.invalidate()
    }

    // MARK: What the relay hears

    fileprivate func isCurrent(_ manager: ObjectIdentifier) -> Bool {
        manager == ObjectIdentifier(self.manager)
    }

    fileprivate func perform(_ performed: ConversationAction) {
        guard let kind = performed.systemKind, let delegate else { return performed.fail() }
        let asked = requested.removeValue(forKey: performed.uuid)
        let action = CallAction(
            id: asked?.id ?? performed.uuid, call: performed.conversationUUID,
            kind: asked?.kind ?? kind, deadline: performed.timeoutDate)
        open[action.id] = performed
        delegate.callSystem(self, perform: action)
    }

    fileprivate func timedOut(_ action: UUID) {
        requested[action] = nil
        let known = open.first { $0.value.uuid == action }?.key ?? action
        open[known] = nil
        delegate?.callSystem(self, timedOutPerforming: known)
    }

    fileprivate func reset() {
        requested = [:]
        open = [:]
        delegate?.callSystemDidReset(self)
    }

    fileprivate func audioChanged(isActive: Bool) {
        if isActive {
            delegate?.callSystemDidActivateAudio(self)
        } else {
            delegate?.callSystemDidDeactivateAudio(self)
        }
    }
}

/// Takes the framework's objects to where they are awaited.
@available(iOS 17.4, macCatalyst 17.4, *)
private struct ConversationBox: @unchecked Sendable {
    // Sendable because the manager is Apple's and takes calls from any thread, and the actions are
    // touched by nobody else before it has them.
    let manager: ConversationManager
    let actions: [ConversationAction]

    nonisolated func perform() async -> CallError? {
        do {
            try await manager.perform(actions)
            return nil
        } catch {
            return Self.error(error)
        }
    }

    nonisolated func report(_ id: UUID, _ update: Conversation.Update) async -> CallError? {
        do {
            try await manager.reportNewIncomingConversation(uuid: id, update: update)
            return nil
        } catch {
            return Self.error(error)
        }
    }

    private static func error(_ error: any Error) -> CallError {
        let error = error as NSError
        return .system(domain: error.domain, code: error.code)
    }
}

/// Hears the framework, and tells the system on the main actor, in order.
@available(iOS 17.4, macCatalyst 17.4, *)
private final class ConversationRelay: ConversationManagerDelegate, @unchecked Sendable {
    // Sendable because `system` is set once, before anything is heard, and read on the main actor.
    weak var system: LiveCommunicationKitSystem?

    /// Carries what the main actor alone looks at afterwards.
    private struct Carried<Value>: @unchecked Sendable {
        // Sendable because the framework has handed it over, and the main actor alone uses it.
        let value: Value
    }

    func conversationManager(
        _ manager: ConversationManager, conversationChanged conversation: Conversation
    ) {
        // What changed was reported or performed by this app, so it is known.
    }

    func conversationManagerDidBegin(_ manager: ConversationManager) {
        // Nothing waits for it.
    }

    func conversationManagerDidReset(_ manager: ConversationManager) {
        tell(manager) { $0.reset() }
    }

    func conversationManager(
        _ manager: ConversationManager, perform action: ConversationAction
    ) {
        let action = Carried(value: action)
        tell(manager) { $0.perform(action.value) }
    }

    func conversationManager(
        _ manager: ConversationManager, timedOutPerforming action: ConversationAction
    ) {
        let id = action.uuid
        tell(manager) { $0.timedOut(id) }
    }

    func conversationManager(
        _ manager: ConversationManager, didActivate audioSession: AVAudioSession
    ) {
        tell(manager) { $0.audioChanged(isActive: true) }
    }

    func conversationManager(
        _ manager: ConversationManager, didDeactivate audioSession: AVAudioSession
    ) {
        tell(manager) { $0.audioChanged(isActive: false) }
    }

    private func tell(
        _ manager: ConversationManager,
        _ body: @escaping @MainActor (LiveCommunicationKitSystem) -> Void
    ) {
        let identity = ObjectIdentifier(manager)
        let told: @MainActor () -> Void = {
            guard let system = self.system, system.isCurrent(identity) else { return }
            body(system)
        }
        if Thread.isMainThread {
            MainActor.assumeIsolated(told)
        } else {
            DispatchQueue.main.async { MainActor.assumeIsolated(told) }
        }
    }
}
#endif
