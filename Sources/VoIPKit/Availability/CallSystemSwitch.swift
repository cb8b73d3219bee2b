// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The system that ``CallAvailability`` says, as one: a call stays with the system that has it, a
/// new one goes to that of the day.
///
/// A system is made when it is first chosen, so that CallKit hears nothing of an app that may not
/// use it (B116), and given up when another is chosen and its last call is over.
@MainActor final class CallSystemSwitch: CallSystem {
    typealias Choice = CallAvailability.Choice

    private struct Open {
        let system: any CallSystem
        let action: CallAction
    }

    weak var delegate: (any CallSystemDelegate)?
    private let make: @MainActor (Choice) -> any CallSystem
    private var choice: Choice
    private var current: any CallSystem
    /// Those that are not the current one any more, and have calls yet.
    private var leaving: [(choice: Choice, system: any CallSystem)] = []
    private var homes: [UUID: any CallSystem] = [:]
    /// Calls that were started or answered, or are about to be.
    private var engaged: Set<UUID> = []
    /// Performed and not completed, by whom.
    private var open: [UUID: Open] = [:]
    /// Whose audio session is active.
    private var sounding: [any CallSystem] = []
    private var observation: CallObservation?

    init(
        _ availability: CallAvailability, make: @escaping @MainActor (Choice) -> any CallSystem
    ) {
        self.make = make
        choice = availability.choice
        current = make(choice)
        adopt(current)
        observation = availability.observe { [weak self] in self?.change(to: $0) }
    }

    // MARK: Which one

    private func change(to choice: Choice) {
        guard choice != self.choice else { return }
        leaving.append((self.choice, current))
        self.choice = choice
        giveUp()
        // One that has calls yet is taken again: a second of its kind would be in its way (B4).
        if let index = leaving.firstIndex(where: { $0.choice == choice }) {
            current = leaving.remove(at: index).system
        } else {
            current = make(choice)
            adopt(current)
        }
    }

    private func adopt(_ system: any CallSystem) {
        system.delegate = self
        guard let inApp = system as? InAppCallSystem else { return }
        inApp.isSoundTaken = { [weak self, weak inApp] in
            guard let self, let inApp else { return false }
            return self.engaged.contains { self.homes[$0].map { $0 !== inApp } ?? false }
        }
    }

    private func makeLeaving(_ choice: Choice) -> any CallSystem {
        let system = make(choice)
        adopt(system)
        leaving.append((choice, system))
        return system
    }

    /// Gives up those that are left and have no call.
    private func giveUp() {
        let idle = leaving.filter { gone in !homes.values.contains { $0 === gone.system } }
        guard !idle.isEmpty else { return }
        leaving.removeAll { gone in idle.contains { $0.system === gone.system } }
        for gone in idle {
            stopSounding(gone.system)
            gone.system.delegate = nil
            gone.system.invalidate()
        }
    }

    private func home(of call: UUID) -> any CallSystem { homes[call] ?? current }

    private func forget(_ call: UUID) {
        homes[call] = nil
        engaged.remove(call)
        giveUp()
    }

    /// Whether no call is anywhere, nothing is to be completed, and but one system is left.
    var hasNothingOpen: Bool {
        homes.isEmpty && engaged.isEmpty && open.isEmpty && leaving.isEmpty && sounding.isEmpty
    }

    // MARK: CallSystem

    func request(_ actions: [CallAction], completion: @escaping @MainActor (CallError?) -> Void) {
        for action in actions {
            if case .start = action.kind, homes[action.call] == nil { homes[action.call] = current }
        }
        var parts: [(system: any CallSystem, actions: [CallAction])] = []
        for action in actions {
            let system = home(of: action.call)
            if parts.last?.system === system {
                parts[parts.count - 1].actions.append(action)
            } else {
                parts.append((system, [action]))
            }
        }
        if parts.isEmpty { parts = [(current, [])] }
        request(parts[...], completion)
    }

    /// One transaction is in one system: what concerns two is asked of one after the other.
    private func request(
        _ parts: ArraySlice<(system: any CallSystem, actions: [CallAction])>,
        _ completion: @escaping @MainActor (CallError?) -> Void
    ) {
        guard let part = parts.first else { return completion(nil) }
        part.system.request(part.actions) { [weak self] error in
            guard let self, error == nil else {
                self?.forgetStarts(parts)
                return completion(error ?? .noProvider)
            }
            self.request(parts.dropFirst(), completion)
        }
    }

    private func forgetStarts(
        _ parts: ArraySlice<(system: any CallSystem, actions: [CallAction])>
    ) {
        for action in parts.flatMap(\.actions) {
            if case .start = action.kind { forget(action.call) }
        }
    }

    func reportIncoming(
        _ call: Call, features: CallFeatures, completion: @escaping @MainActor (CallError?) -> Void
    ) {
        let isNew = homes[call.id] == nil
        let system = home(of: call.id)
        homes[call.id] = system
        system.reportIncoming(call, features: features) { [weak self] error in
            if error != nil, isNew { self?.forget(call.id) }
            completion(error)
        }
    }

    /// The call of nobody goes to the CallKit that still has calls, or to one that is there for it
    /// alone: the app is ended where nothing is reported (B121), which is worse than a provider.
    func reportForPushAlone() -> Bool {
        guard choice != .callKit else { return false }
        let system = leaving.first { $0.choice == .callKit }?.system ?? makeLeaving(.callKit)
        let call = Call(
            id: UUID(), direction: .incoming, handle: nil, name: nil, hasVideo: false,
            state: .ringing, created: Date())
        homes[call.id] = system
        system.reportIncoming(call, features: []) { [weak self] _ in
            system.reportEnded(call.id, at: nil, reason: .failed)
            self?.forget(call.id)
        }
        return true
    }

    func reportUpdate(_ call: Call, features: CallFeatures) {
        home(of: call.id).reportUpdate(call, features: features)
    }

    func reportStartedConnecting(_ call: UUID, at date: Date?) {
        home(of: call).reportStartedConnecting(call, at: date)
    }

    func reportConnected(_ call: UUID, at date: Date?) {
        home(of: call).reportConnected(call, at: date)
    }

    func reportEnded(_ call: UUID, at date: Date?, reason: CallEndReason) {
        home(of: call).reportEnded(call, at: date, reason: reason)
        forget(call)
    }

    func fulfill(_ action: UUID, at date: Date?) {
        guard let known = open.removeValue(forKey: action) else { return }
        known.system.fulfill(action, at: date)
        if known.action.kind == .end { forget(known.action.call) }
    }

    func fail(_ action: UUID) {
        guard let known = open.removeValue(forKey: action) else { return }
        known.system.fail(action)
        if known.action.kind.failureEndsCall { forget(known.action.call) }
    }

    func rebuild() { current.rebuild() }

    func invalidate() {
        observation = nil
        for system in leaving.map(\.system) + [current] {
            system.delegate = nil
            system.invalidate()
        }
        leaving = []
        homes = [:]
        engaged = []
        open = [:]
        sounding = []
    }
}

extension CallSystemSwitch: CallSystemDelegate {
    func callSystem(_ system: any CallSystem, perform action: CallAction) {
        open[action.id] = Open(system: system, action: action)
        switch action.kind {
        case .start:
            homes[action.call] = system
            engaged.insert(action.call)
        case .answer: engaged.insert(action.call)
        case .end, .setHeld, .setMuted, .setGroup, .play: break
        }
        delegate?.callSystem(self, perform: action)
    }

    func callSystem(_ system: any CallSystem, timedOutPerforming action: UUID) {
        let known = open.removeValue(forKey: action)
        delegate?.callSystem(self, timedOutPerforming: action)
        // An answer that has timed out is followed by an End (B18).
        guard let known else { return }
        switch known.action.kind {
        case .start, .end: forget(known.action.call)
        case .answer, .setHeld, .setMuted, .setGroup, .play: break
        }
    }

    /// The delegate takes all calls for lost, so those of the other systems end there too.
    func callSystemDidReset(_ system: any CallSystem) {
        let others = homes.filter { $0.value !== system }
        for call in others.keys.sorted(by: { $0.uuidString < $1.uuidString }) {
            others[call]?.reportEnded(call, at: nil, reason: .failed)
        }
        homes = [:]
        engaged = []
        open = [:]
        delegate?.callSystemDidReset(self)
        giveUp()
    }

    func callSystemDidActivateAudio(_ system: any CallSystem) {
        let isFirst = sounding.isEmpty
        if !sounding.contains(where: { $0 === system }) { sounding.append(system) }
        if isFirst { delegate?.callSystemDidActivateAudio(self) }
    }

    func callSystemDidDeactivateAudio(_ system: any CallSystem) { stopSounding(system) }

    private func stopSounding(_ system: any CallSystem) {
        guard sounding.contains(where: { $0 === system }) else { return }
        sounding.removeAll { $0 === system }
        if sounding.isEmpty { delegate?.callSystemDidDeactivateAudio(self) }
    }
}
