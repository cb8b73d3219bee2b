// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    /// A push whose answer waits for the store.
    struct Acceptance: Hashable, Sendable {
        var request: RequestKey
        var apnsID: WrittenPushID
        var uniqueID: WrittenPushID?
        var pushType: APNsPushType?
        /// As the provider gave it.
        var expiration: Int64?
        var tokenHead: UInt32
        var push: StoredPush
    }

    /// A request comes in; those of one connection are judged in their order.
    mutating func take(
        _ request: PushRequest,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        counts.requestCount += 1
        if !faults.isEmpty, spoil(request, at: now, into: &effects) { return }
        admit(request, at: now, into: &effects)
    }

    /// Judges a request, unless its token must be examined first.
    mutating func admit(
        _ request: PushRequest,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let place = providers.place(of: request.key.connection) else { return }
        // Those behind one that waits wait as well.
        if !providers[place].waiting.isEmpty {
            providers[place].waiting.append(request)
            return
        }
        var admission = Admission(request, topics: providers[place].topics, rules: rules)
        admission.service =
            isShuttingDown ? .shuttingDown : rules.isUnavailable ? .unavailable : .up
        if let reason = AdmissionRule.envelopeRefusal(of: admission) {
            return refuse(request, admission, at: place, reason, nil, at: now, into: &effects)
        }
        admission.authentication = providers[place].authenticate(
            request.fields,
            keys: keys,
            rules: rules,
            at: now
        )
        if case .unexamined(let token) = admission.authentication {
            return examine(token, for: request, at: place, at: now, into: &effects)
        }
        complete(&admission, at: place, at: now)
        if let reason = AdmissionRule.refusal(of: admission) {
            let remark = remark(on: reason, of: admission, at: place)
            return refuse(request, admission, at: place, reason, remark, at: now, into: &effects)
        }
        guard case .found(let token) = admission.token else {
            // The table has a row for each other case.
            let reason = APNsReason.internalServerError
            return refuse(request, admission, at: place, reason, nil, at: now, into: &effects)
        }
        tell(admission, request, at: place, at: now, into: &effects)
        accept(request, admission, at: place, token: token, at: now, into: &effects)
    }

    /// Adds what the service knows of the sender, its topic and the token.
    private func complete(_ admission: inout Admission, at place: Int, at now: Moment) {
        let text = admission.topicText
        let topic = text.span.extracting(admission.topicRange)
        if let topics = providers[place].topics {
            admission.isCertificate = true
            admission.isTopicListed = topics.contains(topic)
        } else if case .good(let good) = providers[place].finding, let topics = good.topics {
            admission.isTopicListed = topics.covers(topic)
        }
        admission.isStoreBehind = pendingStores.count >= rules.pendingStoreLimit
        guard case .token(let written) = admission.path else { return }
        match(written, topic, &admission, in: providers[place].connection.environment, at: now)
    }

    private func match(
        _ written: WrittenToken,
        _ topic: Span<UInt8>,
        _ admission: inout Admission,
        in environment: APNsEnvironment,
        at now: Moment
    ) {
        let key: TokenKey
        switch written {
        case .defect(let defect):
            admission.token = TokenMatch.none(defect.remark)
            return
        case .key(let written): key = written
        }
        guard let place = registry.tokenPlace(key), registry[token: place].isStored else {
            admission.token = TokenMatch.none(.tokenUnknown)
            return
        }
        guard registry[token: place].app.environment == environment else {
            let remark = Remark.tokenForOtherEnvironment(registry[token: place].app.environment)
            admission.token = TokenMatch.none(remark)
            return
        }
        guard topic.isEqual(to: registry[token: place].topic) else {
            admission.token = .otherTopic(.tokenForTopic(registry[token: place].app.topic))
            return
        }
        admission.tokenKind = registry[token: place].app.kind
        if let end = registry[token: place].end, registry[token: place].isGoneAt <= now.monotonic {
            admission.token = .ended(end)
            return
        }
        admission.token = .found(place)
        let device = registry[token: place].place
        if registry[device].outstandingPushCount >= rules.outstandingPushLimit {
            admission.pace = .deviceBehind
        } else if let rate = rules.tokenRate {
            let ahead = (registry[token: place].paceTime - now.monotonic).nanoseconds
            let tolerance =
                rate.interval.nanoseconds - rate.interval.nanoseconds / Int64(rate.count)
            if ahead > tolerance { admission.pace = .tokenTooFast }
        }
    }

    // MARK: Acceptance

    private mutating func accept(
        _ request: PushRequest,
        _ admission: borrowing Admission,
        at place: Int,
        token tokenPlace: Int,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        pace(tokenPlace, at: now)
        let apnsID = writtenID(of: admission)
        let isDevelopment = providers[place].connection.environment == .development
        let expires = expiry(admission.expiration, at: now)
        let isOneAttempt = expires <= now.wall
        var acceptance = Acceptance(
            request: request.key,
            apnsID: apnsID,
            uniqueID: isDevelopment ? WrittenPushID(lowerCase: random.identifier()) : nil,
            pushType: admission.pushType,
            expiration: admission.expiration.value,
            tokenHead: registry[token: tokenPlace].bytes.tokenHead,
            push: StoredPush(
                key: newPushKey(),
                device: registry[token: tokenPlace].device,
                app: registry[token: tokenPlace].app,
                id: apnsID.id,
                payload: request.body,
                expiration: isOneAttempt ? 0 : admission.expiration.value,
                expires: expires,
                acceptedAt: now.wall,
                priority: admission.priority.number,
                collapseID: admission.collapseRange.map {
                    String(decoding: request.fields.text[$0], as: UTF8.self)
                }
            )
        )
        let isInUse = registry[token: tokenPlace].end == nil
        let isAway = registry[registry[token: tokenPlace].place].connection == nil
        let isDropped = isOneAttempt && isAway && isInUse && rules.lateWindow.nanoseconds == 0
        if !isDropped { expect(&acceptance.push, at: registry[token: tokenPlace].place) }
        guard isOneAttempt || !isInUse else {
            registry.startStoring(for: acceptance.push.device)
            let changes = [StoredChange.addPush(acceptance.push)]
            return store(changes, for: .push(acceptance), at: now, into: &effects)
        }
        confirm(acceptance, at: place, at: now, into: &effects)
        if isDropped {
            return drop(acceptance.push, .deviceAway, into: &effects)
        }
        enqueue(Outbox.Push(push: acceptance.push, isStored: false), at: now, into: &effects)
    }

    /// What a push replaces is decided now, while it is on its way into the store.
    private mutating func expect(_ push: inout StoredPush, at place: Int) {
        let isAway = registry[place].connection == nil
        guard isAway || push.collapseID != nil else { return }
        push.replaces = registry[place].outbox.expect(push, isAway: isAway)
    }

    /// Counts a push against the permitted rate of its token.
    private mutating func pace(_ place: Int, at now: Moment) {
        guard let rate = rules.tokenRate else { return }
        let step = Interval(nanoseconds: rate.interval.nanoseconds / Int64(rate.count))
        registry.withToken(at: place) { $0.paceTime = max($0.paceTime, now.monotonic) + step }
    }

    private mutating func writtenID(of admission: borrowing Admission) -> WrittenPushID {
        if case .written(let id) = admission.messageID { return id }
        return WrittenPushID(made: random.identifier())
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

    /// The answer is 200.
    ///
    /// `place` is the provider's; nil if it has gone.
    private mutating func confirm(
        _ acceptance: Acceptance,
        at place: Int?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        counts.acceptedCount += 1
        if let place { raiseStreams(of: place, into: &effects) }
        effects.append(
            .answer(
                acceptance.request,
                PushAnswer(
                    reason: nil,
                    apnsID: acceptance.apnsID,
                    uniqueID: acceptance.uniqueID
                )
            )
        )
        var entry = JournalEntry(.accepted, of: acceptance.push)
        entry.request = acceptance.request
        entry.uniqueID = acceptance.uniqueID?.id
        entry.tokenHead = acceptance.tokenHead
        entry.pushType = acceptance.pushType
        entry.expiration = acceptance.expiration
        effects.append(.record(consume entry))
    }

    /// A success gives a provider its streams.
    private mutating func raiseStreams(
        of place: Int,
        into effects: inout [GatewayEffect]
    ) {
        guard providers[place].streamLimit != rules.streamLimit else { return }
        providers[place].streamLimit = rules.streamLimit
        let connection = providers[place].connection.id
        effects.append(.setStreamLimit(connection, rules.streamLimit))
    }

    /// The answer of the store to a push.
    mutating func settlePush(
        _ acceptance: Acceptance,
        failure: String?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let push = acceptance.push
        registry.endStoring(for: push.device)
        guard let failure else {
            let place = providers.place(of: acceptance.request.connection)
            confirm(acceptance, at: place, at: now, into: &effects)
            return enqueue(Outbox.Push(push: push, isStored: true), at: now, into: &effects)
        }
        registry.withOutbox(of: push.device) { $0.forget(push) }
        var entry = JournalEntry(.refused(.serviceUnavailable), of: push)
        entry.number = nil
        entry.request = acceptance.request
        entry.tokenHead = acceptance.tokenHead
        entry.pushType = acceptance.pushType
        entry.expiration = acceptance.expiration
        entry.remark = .storeFailed(failure)
        let answer = PushAnswer(reason: .serviceUnavailable, apnsID: acceptance.apnsID)
        refuse(acceptance.request, answer, entry, at: now, into: &effects)
    }
}

extension JournalEntry {
    /// A step of an accepted push.
    package init(_ step: Step, of push: StoredPush) {
        self.init(
            step: step,
            number: push.key,
            apnsID: push.id,
            app: push.app,
            environment: push.app.environment,
            priority: push.priority,
            expiration: push.expiration,
            payloadByteCount: push.payload.count
        )
    }
}
