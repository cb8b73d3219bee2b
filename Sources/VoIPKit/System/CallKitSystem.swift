// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// CallKit as a ``CallSystem``: the process's one provider, and the controller that asks.
///
/// What the core knows an action by is the identifier that it was asked under, or the `CXAction`'s
/// where the system began it. A `CXAction` chooses its own, so the two are matched here.
@MainActor final class CallKitSystem: CallSystem {
    weak var delegate: (any CallSystemDelegate)?

    private let configuration: CallConfiguration
    private let controller: CXCallController
    private let relay = ProviderRelay()
    private var provider: CXProvider

    /// Requested and not yet performed, by the `CXAction`'s identifier.
    private var requested: [UUID: CallAction] = [:]
    /// Performed and not yet complete, by the ``CallAction``'s identifier.
    private var open: [UUID: CXAction] = [:]
    /// Who waits for the answer to a request or report, by number: forgotten by a reset, since an
    /// answer to what came before is of no use to anyone.
    private var waiting: [Int: @MainActor (CallError?) -> Void] = [:]
    private var waitingCount = 0

    /// Makes the provider and the controller at once, since both belong to the app that makes them.
    init(configuration: CallConfiguration) {
        self.configuration = configuration
        controller = CXCallController(queue: .main)
        provider = CXProvider(configuration: .make(configuration))
        relay.system = self
        provider.setDelegate(relay, queue: .main)
    }

    // MARK: Asking

    func request(
        _ actions: [CallAction], completion: @escaping @MainActor (CallError?) -> Void
    ) {
        let transaction = CXTransaction()
        var identifiers: [UUID] = []
        for action in actions {
            let made = CXCallAction.make(action)
            requested[made.uuid] = action
            identifiers.append(made.uuid)
            transaction.addAction(made)
        }
        let number = wait(completion)
        controller.request(transaction) { [identifiers] error in
            let refusal = error.map { CallError(callKit: $0) }
            MainActor.assumeIsolated {
                if refusal != nil {
                    for identifier in identifiers { self.requested[identifier] = nil }
                }
                self.answer(number, refusal)
            }
        }
    }

    private func wait(_ completion: @escaping @MainActor (CallError?) -> Void) -> Int {
        waitingCount += 1
        waiting[waitingCount] = completion
        return waitingCount
    }

    private func answer(_ number: Int, _ error: CallError?) {
        waiting.removeValue(forKey: number)?(error)
    }

    // MARK: Reporting

    func reportIncoming(
        _ call: Call, features: CallFeatures,
        completion: @escaping @MainActor (CallError?) -> Void
    ) {
        let update = CXCallUpdate.make(call, features: features)
        let number = wait(completion)
        provider.reportNewIncomingCall(with: call.id, update: update) { error in
            let refusal = error.map { CallError(callKit: $0) }
            MainActor.assumeIsolated { self.answer(number, refusal) }
        }
    }

    func reportUpdate(_ call: Call, features: CallFeatures) {
        provider.reportCall(with: call.id, updated: .make(call, features: features))
    }

    func reportStartedConnecting(_ call: UUID, at date: Date?) {
        provider.reportOutgoingCall(with: call, startedConnectingAt: date)
    }

    func reportConnected(_ call: UUID, at date: Date?) {
        provider.reportOutgoingCall(with: call, connectedAt: date)
    }

    func reportEnded(_ call: UUID, at date: Date?, reason: CallEndReason) {
        provider.reportCall(with: call, endedAt: date, reason: .make(reason))
    }

    // MARK: Completing

    func fulfill(_ action: UUID, at date: Date?) {
        guard let action = open.removeValue(forKey: action) else { return }
        guard let date else { return action.fulfill() }
        switch action {
        case let action as CXStartCallAction: action.fulfill(withDateStarted: date)
        case let action as CXAnswerCallAction: action.fulfill(withDateConnected: date)
        case let action as CXEndCallAction: action.fulfill(withDateEnded: date)
        default: action.fulfill()
        }
    }

    func fail(_ action: UUID) {
        open.removeValue(forKey: action)?.fail()
    }

    // MARK: The provider's life

    /// Makes another provider, since a reset can leave the first of no use (B11).
    func rebuild() {
        invalidate()
        provider = CXProvider(configuration: .make(configuration))
        provider.setDelegate(relay, queue: .main)
    }

    func invalidate() {
        forgetActions()
        // First, so that nothing of the old one's end is heard as the new one's.
        provider.setDelegate(nil, queue: .main)
        provider.invalidate()
    }

    private func forgetActions() {
        requested = [:]
        open = [:]
    }

    /// Whether nothing is on its way: nothing requested, to be completed or to be answered.
    var hasNothingOpen: Bool { requested.isEmpty && open.isEmpty && waiting.isEmpty }

    // MARK: What the relay hears

    /// Whether what comes from this provider still counts: one that was replaced does not.
    func isCurrent(_ identity: ObjectIdentifier) -> Bool { identity == ObjectIdentifier(provider) }

    func perform(_ performed: CXCallAction) {
        guard let kind = performed.systemKind else { return }
        let asked = requested.removeValue(forKey: performed.uuid)
        let action = CallAction(
            id: asked?.id ?? performed.uuid, call: performed.callUUID, kind: asked?.kind ?? kind,
            deadline: performed.timeoutDate)
        guard let delegate else { return performed.fail() }
        open[action.id] = performed
        delegate.callSystem(self, perform: action)
    }

    func timedOutPerforming(_ action: UUID) {
        let asked = requested.removeValue(forKey: action)?.id
        let known = open.first { $0.value.uuid == action }?.key ?? asked ?? action
        open[known] = nil
        delegate?.callSystem(self, timedOutPerforming: known)
    }

    func reset() {
        forgetActions()
        waiting = [:]
        delegate?.callSystemDidReset(self)
    }

    func activatedAudio() { delegate?.callSystemDidActivateAudio(self) }

    func deactivatedAudio() { delegate?.callSystemDidDeactivateAudio(self) }
}
