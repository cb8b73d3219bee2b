// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    // MARK: Requests

    mutating func admit(
        _ request: PushRequest,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        counts.requestCount += 1
        let admission = Admission(
            request,
            rules: rules,
            pendingStoreCount: pendingStores.count
        ) { bytes in
            registry.token(bytes).map {
                ($0, registry.devices[$0.device]?.outstandingPushCount ?? 0)
            }
        }
        let given = admission.apnsID
        let id = given?.id ?? random.identifier()
        let apnsID = given?.text ?? id.description
        let refusal = AdmissionRule.refusal(of: admission)
        guard refusal == nil, let token = admission.token, let topic = admission.topic,
            case .bytes(let payload) = request.body
        else {
            let reason = refusal ?? .serviceUnavailable
            let answer = PushAnswer(reason: reason, apnsID: apnsID)
            let push = given.map(\.id)
            return refuse(request.key, answer, admission.topic, push, at: now, into: &effects)
        }
        let push = StoredPush(
            key: newPushKey(),
            device: token.device,
            app: token.app,
            id: id,
            payload: payload,
            expiration: admission.expiration.value,
            expires: expiry(admission.expiration, at: now),
            acceptedAt: now.wall
        )
        let acceptance = Acceptance(request: request.key, apnsID: apnsID, topic: topic, push: push)
        if push.expires > now.wall {
            registry.startStoring(for: push.device)
            store([.addPush(push)], for: .push(acceptance), at: now, into: &effects)
        } else {
            accept(acceptance, isStored: false, at: now, into: &effects)
        }
    }

    /// Until when a push is kept.
    ///
    /// A date that has passed, 0 among them, means one attempt.
    private func expiry(_ expiration: Admission.Expiration, at now: Moment) -> WallTime {
        let longest = now.wall.milliseconds + rules.storageDuration.nanoseconds / 1_000_000
        guard let seconds = expiration.value else { return WallTime(milliseconds: longest) }
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return WallTime(milliseconds: overflow ? longest : min(milliseconds, longest))
    }

    private mutating func refuse(
        _ request: RequestKey,
        _ answer: PushAnswer,
        _ topic: String?,
        _ push: PushID?,
        bundle: BundleID? = nil,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        if let reason = answer.reason { counts.countRefusal(reason) }
        effects.append(.answer(request, answer))
        let entry = TimelineEntry(
            at: now.monotonic,
            who: .gateway,
            step: .pushRefused,
            bundle: bundle,
            push: push,
            detail: answer.reason?.rawValue
        )
        effects.append(.note(entry))
        log(answer, topic, into: &effects)
    }

    /// The answer is 200, and the push goes its way.
    private mutating func accept(
        _ acceptance: Acceptance,
        isStored: Bool,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        counts.acceptedCount += 1
        let push = acceptance.push
        let answer = PushAnswer(reason: nil, apnsID: acceptance.apnsID)
        effects.append(.answer(acceptance.request, answer))
        let entry = TimelineEntry(
            at: now.monotonic,
            who: .gateway,
            step: .pushAccepted,
            bundle: push.app.bundle,
            push: push.id
        )
        effects.append(.note(entry))
        log(answer, acceptance.topic, into: &effects)
        enqueue(Outbox.Push(push: push, isStored: isStored), at: now, into: &effects)
    }

    private func log(
        _ answer: PushAnswer,
        _ topic: String?,
        into effects: inout [GatewayEffect]
    ) {
        effects.append(
            .log(
                .request(
                    apnsID: answer.apnsID,
                    topic: topic.map(cleaned),
                    status: answer.status,
                    reason: answer.reason
                )
            )
        )
    }

    /// The answer of the store to a push.
    mutating func settlePush(
        _ acceptance: Acceptance,
        failure: String?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        registry.endStoring(for: acceptance.push.device)
        guard failure != nil else {
            return accept(acceptance, isStored: true, at: now, into: &effects)
        }
        refuse(
            acceptance.request,
            PushAnswer(reason: .serviceUnavailable, apnsID: acceptance.apnsID),
            acceptance.topic,
            acceptance.push.id,
            bundle: acceptance.push.app.bundle,
            at: now,
            into: &effects
        )
    }

    // MARK: Delivery

    private mutating func enqueue(
        _ push: Outbox.Push,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let id = push.push.device
        // Its token may have gone while the push was being stored.
        guard let device = registry.devices[id], device.tokens[push.push.app] != nil else {
            return store(push.isStored ? [.removePush(push.push.key)] : [], into: &effects)
        }
        guard device.connection == nil else {
            arm(push, at: now)
            registry.withOutbox(of: id) { $0.add(push) }
            return fillWindow(of: id, at: now, into: &effects)
        }
        guard push.isStored else { return }
        arm(push, at: now)
        let replaced = registry.withOutbox(of: id) { $0.addWhileAway(push) }
        store(discard([replaced ?? nil].compactMap(\.self), of: id), into: &effects)
    }

    /// Sends what waits, as much as may be on the wire to that device.
    mutating func fillWindow(
        of id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let connection = registry.devices[id]?.connection else { return }
        var over: [Outbox.Push] = []
        registry.withOutbox(of: id) { outbox in
            while outbox.sentCount < rules.deliveryWindow, let next = outbox.sendNext() {
                if next.isStored, next.push.expires <= now.wall {
                    if let expired = outbox.remove(next.push.key) { over.append(expired) }
                } else {
                    effects.append(.send(connection, .deliver(next.push)))
                }
            }
        }
        store(discard(over, of: id), into: &effects)
    }

    mutating func acknowledge(
        _ push: PushID,
        _ key: PushKey,
        by id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let done = registry.withOutbox(of: id) { $0.acknowledge(push, key) } ?? []
        counts.acknowledgedCount += done.count
        store(discard(done, of: id), into: &effects)
        fillWindow(of: id, at: now, into: &effects)
    }

    /// One attempt was made, and the device has gone.
    mutating func dropSingleAttempts(of id: DeviceID, into effects: inout [GatewayEffect]) {
        guard !rules.repeatsSingleAttempts else { return }
        let dropped = registry.withOutbox(of: id) { $0.remove { !$0.isStored } } ?? []
        store(discard(dropped, of: id), into: &effects)
    }

    mutating func expire(
        _ key: PushKey,
        of id: DeviceID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let push = registry.withOutbox(of: id, { $0.remove(key) }) ?? nil else { return }
        if push.push.expires > now.wall {
            // The wall clock was set back meanwhile.
            return enqueue(push, at: now, into: &effects)
        }
        store(discard([push], of: id), into: &effects)
        fillWindow(of: id, at: now, into: &effects)
    }

    /// Forgets the deadlines of pushes that left the outbox.
    ///
    /// - Returns: What the store has to forget.
    mutating func discard(_ pushes: [Outbox.Push], of id: DeviceID) -> [StoredChange] {
        for push in pushes { deadlines.remove(.push(id, push.push.key)) }
        return pushes.filter(\.isStored).map { .removePush($0.push.key) }
    }

    private mutating func arm(_ push: Outbox.Push, at now: Moment) {
        guard push.isStored else { return }
        deadlines.set(
            .push(push.push.device, push.push.key),
            to: deadline(for: push.push.expires, at: now)
        )
    }

    /// A provider's text as it may stand in a log: no control characters, and not long.
    private func cleaned(_ text: String) -> String {
        String(
            decoding: text.utf8.prefix(255).filter { (0x21...0x7E).contains($0) },
            as: UTF8.self
        )
    }
}

extension Admission.Expiration {
    var value: Int64? {
        guard case .seconds(let seconds) = self else { return nil }
        return seconds
    }
}
