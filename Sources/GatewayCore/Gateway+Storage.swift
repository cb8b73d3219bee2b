// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    /// Takes over what the store held.
    ///
    /// What expired while nobody ran is removed, and so is what was replaced before.
    mutating func restore(
        _ state: StoredState,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        reserveKeys(before: now.wall)
        var changes: [StoredChange] = []
        for code in state.activations.sorted(by: {
            $0.codeHash.lexicographicallyPrecedes($1.codeHash)
        }) {
            if code.expires > now.wall {
                activations.add(code)
                arm(code, at: now)
            } else {
                changes.append(.removeActivation(codeHash: code.codeHash))
            }
        }
        for device in state.devices { registry.add(device) }
        for key in state.keys.sorted(by: { $0.id < $1.id }) { keys.add(key) }
        for token in state.tokens.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard let place = registry.add(token, isStored: true), let end = token.end else {
                continue
            }
            bury(place, end, at: now)
        }
        // Apart from those of pushes, which the driver tries again where they fail.
        store(changes, into: &effects)
        changes = []
        let replaced = state.replacedPushes
        for push in state.pushes.sorted(by: { $0.key < $1.key }) {
            reserve(push.key)
            let hasToken = registry.currentToken(of: push.app, on: push.device) != nil
            if hasToken, push.expires > now.wall, !replaced.contains(push.key) {
                restore(push, at: now)
            } else {
                changes.append(.removePush(push.key))
            }
        }
        store(changes, into: &effects)
    }

    private mutating func restore(_ push: StoredPush, at now: Moment) {
        registry.withOutbox(of: push.device) {
            $0.restore(Outbox.Push(push: push, isStored: true))
        }
        deadlines.set(.push(push.device, push.key), to: deadline(for: push.expires, at: now))
    }

    // MARK: Activation codes

    mutating func issue(
        _ codeHash: [UInt8],
        for key: ControlKey,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard activations.count < rules.activationLimit else {
            let words =
                "\(rules.activationLimit) activation codes wait already; use one, or wait an hour"
            return effects.append(.controlSettled(key, failure: words))
        }
        let lifetime = rules.activationLifetime.nanoseconds / 1_000_000
        let code = StoredActivation(
            codeHash: codeHash,
            expires: WallTime(milliseconds: now.wall.milliseconds + lifetime)
        )
        store([.addActivation(code)], for: .code(key, code), at: now, into: &effects)
    }

    mutating func arm(_ code: StoredActivation, at now: Moment) {
        deadlines.set(
            .activation(codeHash: code.codeHash),
            to: deadline(for: code.expires, at: now)
        )
    }

    // MARK: Answers of the store

    /// Late answers, after the deadline, change nothing.
    mutating func settle(
        _ ticket: StoreTicket,
        failure: String?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        if let failure { effects.append(.log(.store(failure))) }
        guard let waiter = pendingStores.removeValue(forKey: ticket) else { return }
        deadlines.remove(.store(ticket))
        switch waiter {
        case .push(let acceptance):
            settlePush(acceptance, failure: failure, at: now, into: &effects)
        case .token(let token, let older):
            settleToken(token, replaces: older, failure: failure, at: now, into: &effects)
        case .revival(let token, _): settleRevival(token, failure: failure, into: &effects)
        case .activation(let connection, let code, let candidate):
            settleActivation(
                on: connection,
                code,
                candidate,
                failure: failure,
                at: now,
                into: &effects
            )
        case .code(let key, let code):
            if failure == nil {
                activations.add(code)
                arm(code, at: now)
            }
            let words = failure.map { "the activation code cannot be stored: \($0)" }
            effects.append(.controlSettled(key, failure: words))
        case .key(let control, let key):
            if failure == nil { keys.add(key) }
            let words = failure.map { "the key cannot be stored: \($0)" }
            effects.append(.controlSettled(control, failure: words))
        case .revocation(let control, let key):
            let words = failure.map {
                "the key \(key.id) is revoked until the gateway ends, but not stored: \($0)"
            }
            effects.append(.controlSettled(control, failure: words))
        case .removal(let control):
            let words = failure.map {
                "the device is gone until the gateway ends, but not from the store: \($0)"
            }
            effects.append(.controlSettled(control, failure: words))
        }
    }

    /// The store has not answered by the deadline.
    ///
    /// It may still carry the change out, later, and everyone has
    /// been told that it failed: so the opposite goes after it.
    mutating func giveUp(
        _ ticket: StoreTicket,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let waiter = pendingStores[ticket] else { return }
        let seconds = rules.storeTimeout.nanoseconds / 1_000_000_000
        let undo: [StoredChange]
        switch waiter {
        case .push(let acceptance): undo = [.removePush(acceptance.push.key)]
        case .token(let token, let older):
            undo = [.removeToken(token.bytes)] + [older].compactMap(\.self).map { .addToken($0) }
        case .revival(let token, let end): undo = [.endToken(token.bytes, end)]
        case .activation(_, let code, let candidate):
            undo = [.removeDevice(candidate.id), .addActivation(code)]
        case .code(_, let code): undo = [.removeActivation(codeHash: code.codeHash)]
        case .key(_, let key): undo = keys[key.id].map { [.addKey($0)] } ?? [.revokeKey(id: key.id)]
        case .revocation, .removal: undo = []
        }
        settle(ticket, failure: "no answer within \(seconds) s", at: now, into: &effects)
        store(undo, into: &effects)
    }
}
