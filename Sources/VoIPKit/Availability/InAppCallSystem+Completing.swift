// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What follows when an action is done, or is not.
extension InAppCallSystem {
    func fulfill(_ action: UUID, at date: Date?) {
        guard let action = take(action) else { return }
        defer { settle() }
        let date = date ?? clock.now
        guard let call = table[action.call] else { return }
        switch action.kind {
        case .start:
            table.change(call.id) { $0.isStarted = true }
            if let connected = call.earlyConnection {
                connect(call.id, at: connected, prefersHold: false)
            }
        case .answer:
            guard call.isUnderWay else { return }
            connect(call.id, at: date, prefersHold: true)
        case .end:
            drop(call.id)
            if call.isLive { resumeWhatIsHeld() }
        case .setHeld(let isOnHold): setHeld(isOnHold, call)
        case .setMuted(let isMuted): table.change(call.id) { $0.call.isMuted = isMuted }
        case .setGroup(let other): join(call, other)
        case .play: break
        }
    }

    func fail(_ action: UUID) {
        guard let action = take(action) else { return }
        if action.kind.failureEndsCall { drop(action.call) } else { leave(action) }
        settle()
    }

    /// An action that was to change a call has failed: nothing has changed (B42), as far as there
    /// is room for it.
    func leave(_ action: CallAction) {
        guard let call = table[action.call], !isPending(action.kind, call.id) else { return }
        switch action.kind {
        case .end:
            table.change(call.id) { $0.isEnding = false }
            // It can be answered again, and does not wait for ever.
            if call.isRinging { ring(call.id) }
            // Somebody else is heard by now: the person has hung up, and that stands.
            if call.isLive, isTaken(besides: call.group) { drop(call.id) }
        case .setHeld(true) where call.isStoodAside:
            table.change(call.id) { $0.isStoodAside = false }
            // An app that cannot hold it loses the call that stood in the way (B92).
            if call.isLive, !call.isEnding, isTaken(besides: call.group) {
                perform([(call.id, .end)])
            }
        case .setGroup where call.isLive: makeRoom(for: call.group, prefersHold: true)
        case .start, .answer, .setHeld, .setMuted, .setGroup, .play: break
        }
    }

    private func isTaken(besides group: UUID) -> Bool {
        table.calls.contains { $0.group != group && ($0.isLive || $0.isUnderWay) }
    }

    /// The call is connected, and heard.
    func connect(_ call: UUID, at date: Date, prefersHold: Bool) {
        guard let known = table[call] else { return }
        table.change(call) {
            $0.call.state = .active
            $0.call.dates.connected = date
            $0.earlyConnection = nil
        }
        makeRoom(for: known.group, prefersHold: prefersHold)
    }

    private func setHeld(_ isOnHold: Bool, _ call: InAppCall) {
        guard call.isConnected else { return }
        table.change(call.id) {
            $0.call.state = isOnHold ? .held : .active
            $0.call.isOnHold = isOnHold
            $0.isStoodAside = false
        }
        if !isOnHold { makeRoom(for: call.group, prefersHold: true) }
    }

    private func join(_ call: InAppCall, _ other: UUID?) {
        // The partner is gone, or its conference has filled up meanwhile.
        let isRefused = table.refusal(
            of: [CallAction(id: call.id, call: call.id, kind: .setGroup(with: other))],
            configuration)
        if isRefused == nil { table.regroup(call.id, with: other) }
        if call.isLive, let group = table[call.id]?.group {
            makeRoom(for: group, prefersHold: true)
        }
    }

    /// One group is heard at a time: all others step aside (B43, B81).
    private func makeRoom(for group: UUID, prefersHold: Bool) {
        for other in table.calls where other.isLive && other.group != group && !other.isEnding {
            guard !isJoining(other.group, group) else { continue }
            if isPending(.setHeld(true), other.id) {
                // On its way already: what comes of it has the same consequences.
                table.change(other.id) { $0.isStoodAside = true }
            } else if prefersHold, other.features.contains(.holding) {
                table.change(other.id) { $0.isStoodAside = true }
                perform([(other.id, .setHeld(true))])
            } else {
                perform([(other.id, .end)])
            }
        }
    }

    /// The person has ended what was heard: if one group alone waits, it is heard again.
    private func resumeWhatIsHeld() {
        let others = table.calls.filter { !$0.isEnding }
        let held = others.filter(\.isHeld)
        guard !others.contains(where: { $0.isLive || $0.isUnderWay }),
            !held.contains(where: { isPending(.setHeld(false), $0.id) }),
            Set(held.map(\.group)).count == 1
        else { return }
        perform(held.map { ($0.id, .setHeld(false)) })
    }

    func isPending(_ kind: CallAction.Kind, _ call: UUID) -> Bool {
        pending.values.contains { $0.call == call && $0.kind == kind }
    }

    /// Whether the two groups are about to be one: what is taken off hold for that takes nobody's
    /// place.
    private func isJoining(_ one: UUID, _ other: UUID) -> Bool {
        pending.values.contains { action in
            guard case .setGroup(let partner?) = action.kind,
                let from = table[action.call]?.group, let to = table[partner]?.group
            else { return false }
            return (from, to) == (one, other) || (from, to) == (other, one)
        }
    }
}
