// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    /// An accepted push goes its way: onto the wire, into the slot of a device that is away, or
    /// nowhere.
    mutating func enqueue(
        _ push: Outbox.Push,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let id = push.push.device
        // Its token may have gone while the push was being stored.
        guard let place = registry.place(of: id),
            let token = registry.currentToken(of: push.push.app, on: id)
        else {
            drop(push.push, .unregistered, into: &effects)
            return leave(push, into: &effects)
        }
        let isAway = registry[place].connection == nil
        if isAway, !push.isStored, rules.lateWindow.nanoseconds == 0 {
            drop(push.push, .deviceAway, into: &effects)
            return leave(push, into: &effects)
        }
        let collapsed = registry.withOutbox(of: id) { $0.collapse(into: push.push) } ?? nil
        replace(collapsed, .collapsed, into: &effects)
        if let step = registry[place].outbox.replacement(of: push.push) {
            counts.displacedCount += 1
            effects.append(.record(JournalEntry(step, of: push.push)))
            return leave(push, into: &effects)
        }
        var push = push
        push.isLateAt = lateness(at: now)
        if !isAway, !faults.isEmpty { hold(&push, registry.token(at: token), at: now) }
        arm(push, at: now)
        guard !isAway else { return keep(push, into: &effects) }
        registry.withOutbox(of: id) { $0.add(push) }
        fillWindow(of: id, at: now, into: &effects)
        if !faults.isEmpty, push.place != .held {
            releaseReordered(of: id, at: now, into: &effects)
        }
    }

    /// The device is away: the newest push of its bundle is kept.
    private mutating func keep(_ push: Outbox.Push, into effects: inout [GatewayEffect]) {
        effects.append(.record(JournalEntry(.stored, of: push.push)))
        let id = push.push.device
        let displaced = registry.withOutbox(of: id) { $0.displace(by: push.push) } ?? nil
        registry.withOutbox(of: id) { $0.add(push) }
        replace(displaced, .displaced, into: &effects)
    }

    /// A newer push has taken the place of this one.
    private mutating func replace(
        _ older: Outbox.Push?,
        _ step: JournalEntry.Step,
        into effects: inout [GatewayEffect]
    ) {
        guard let older else { return }
        counts.displacedCount += 1
        effects.append(.record(JournalEntry(step, of: older.push)))
        store(discard([older], of: older.push.device), into: &effects)
    }

    /// A push that was accepted does not get into the outbox.
    private mutating func leave(_ push: Outbox.Push, into effects: inout [GatewayEffect]) {
        registry.withOutbox(of: push.push.device) { $0.forget(push.push) }
        store(push.isStored ? [.removePush(push.push.key)] : [], into: &effects)
    }

    /// Sends what waits, as much as may be on the wire to that device.
    mutating func fillWindow(
        of id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let connection = registry.connection(of: id) else { return }
        var over: [Outbox.Push] = []
        var sentCount = 0
        registry.withOutbox(of: id) { outbox in
            while outbox.sentCount < rules.deliveryWindow, let next = outbox.sendNext() {
                if next.isOver(at: now) {
                    if let expired = outbox.remove(next.push.key) { over.append(expired) }
                    continue
                }
                effects.append(.record(JournalEntry(.sent, of: next.push)))
                let copies =
                    switch next.spoiling {
                    case .loseDelivery: 0
                    case .duplicateDelivery: 2
                    default: 1
                    }
                for _ in 0..<copies { effects.append(.send(connection, .deliver(next.push))) }
                sentCount += copies
                if next.spoiling != nil { outbox.clearSpoiling(next.push.key) }
            }
        }
        counts.sentCount += sentCount
        end(over, of: id, into: &effects)
    }

    mutating func acknowledge(
        _ push: PushID,
        _ key: PushKey,
        by id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let done = registry.withOutbox(of: id, { $0.acknowledge(push, key) }) ?? nil else {
            return
        }
        counts.acknowledgedCount += 1
        effects.append(.record(JournalEntry(.acknowledged, of: done.push)))
        store(discard([done], of: id), into: &effects)
        fillWindow(of: id, at: now, into: &effects)
    }

    // MARK: Ends

    /// One attempt was made, and the device has gone.
    mutating func dropSingleAttempts(of id: DeviceID, into effects: inout [GatewayEffect]) {
        guard rules.lateWindow.nanoseconds == 0 else { return }
        let dropped = registry.withOutbox(of: id) { $0.remove { !$0.isStored } } ?? []
        for push in dropped { drop(push.push, .connectionLost, into: &effects) }
        store(discard(dropped, of: id), into: &effects)
    }

    mutating func expire(
        _ key: PushKey,
        of id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let place = registry.place(of: id), let push = registry[place].outbox[key] else {
            return
        }
        if push.isStored, !push.isOver(at: now) {
            // The wall clock was set back meanwhile.
            return arm(push, at: now)
        }
        _ = registry.withOutbox(of: id) { $0.remove(key) }
        end([push], of: id, into: &effects)
        fillWindow(of: id, at: now, into: &effects)
    }

    /// The time of these is over.
    private mutating func end(
        _ pushes: [Outbox.Push],
        of id: DeviceID,
        into effects: inout [GatewayEffect]
    ) {
        guard !pushes.isEmpty else { return }
        counts.expiredCount += pushes.count
        for push in pushes { effects.append(.record(JournalEntry(.expired, of: push.push))) }
        store(discard(pushes, of: id), into: &effects)
    }

    mutating func drop(
        _ push: StoredPush,
        _ cause: JournalEntry.DropCause,
        into effects: inout [GatewayEffect]
    ) {
        counts.droppedCount += 1
        effects.append(.record(JournalEntry(.dropped(cause), of: push)))
    }

    /// Forgets the deadlines of pushes that left the outbox.
    ///
    /// - Returns: What the store has to forget.
    mutating func discard(_ pushes: [Outbox.Push], of id: DeviceID) -> [StoredChange] {
        for push in pushes {
            if push.isStored || rules.lateWindow.nanoseconds > 0 {
                deadlines.remove(.push(id, push.push.key))
            }
            if push.place == .held { deadlines.remove(.delivery(id, push.push.key)) }
        }
        return pushes.filter(\.isStored).map { .removePush($0.push.key) }
    }

    /// Sets the deadline at which a push is given up.
    mutating func arm(_ push: Outbox.Push, at now: Moment) {
        let name = Deadline.push(push.push.device, push.push.key)
        if push.isStored {
            deadlines.set(name, to: deadline(for: push.push.expires, at: now))
        } else if rules.lateWindow.nanoseconds > 0 {
            deadlines.set(name, to: push.isLateAt)
        }
    }

    /// When a push of one attempt that is accepted now is too late; never, where there is but the
    /// attempt itself.
    private func lateness(at now: Moment) -> MonotonicTime {
        guard rules.lateWindow.nanoseconds > 0 else { return MonotonicTime(nanoseconds: .max) }
        return now.monotonic + rules.lateWindow
    }

    // MARK: Faults

    /// Lets a fault happen to a delivery that is about to be sent.
    private mutating func hold(_ push: inout Outbox.Push, _ token: Registry.Token, at now: Moment) {
        guard let fault = faults.hitDelivery(token: token.bytes, topic: token.topic) else { return }
        push.spoiling = fault.rule.action
        let time: Interval
        switch fault.rule.action {
        case .delayDelivery(let interval): time = interval
        case .reorderDeliveries: time = .seconds(1)
        default: return
        }
        push.place = .held
        let name = Deadline.delivery(push.push.device, push.push.key)
        deadlines.set(name, to: now.monotonic + time)
    }

    /// The time of a held delivery has come.
    mutating func release(
        _ key: PushKey,
        of id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        _ = registry.withOutbox(of: id) { $0.release(key) }
        fillWindow(of: id, at: now, into: &effects)
    }

    /// The next delivery has overtaken those that a fault holds back.
    private mutating func releaseReordered(
        of id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let held = registry.withOutbox(of: id) { $0.heldForReordering() } ?? []
        for key in held {
            deadlines.remove(.delivery(id, key))
            release(key, of: id, at: now, into: &effects)
        }
    }
}
