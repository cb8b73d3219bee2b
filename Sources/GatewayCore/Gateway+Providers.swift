// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    /// A provider token that is being looked at, and who waits for it.
    struct Examination: Hashable, Sendable {
        var token: [UInt8]
        /// In the order of their asking.
        var connections: [ProviderConnectionID]
    }

    // MARK: Connections

    mutating func admit(_ connection: ProviderConnection, into effects: inout [GatewayEffect]) {
        let hasCertificate = connection.identity != .none
        let limit = hasCertificate ? rules.streamLimit : rules.firstStreamLimit
        var provider = ProviderDesk.Provider(connection, streamLimit: limit)
        effects.append(.setStreamLimit(connection.id, limit))
        if faults.isAway { return effects.append(.drop(connection.id)) }
        if !connection.offersALPN {
            _ = provider.isNew(.noALPN)
            effects.append(.remark(connection.id, stream: nil, .noALPN))
            if rules.isStrict { return effects.append(.drop(connection.id)) }
        }
        let judgement = provider.judgement
        providers.add(provider)
        if isShuttingDown {
            return effects.append(.goAway(connection.id, GoAway(reason: .shutdown)))
        }
        if let fault = faults.hitConnection() {
            return spoil(connection.id, by: fault, into: &effects)
        }
        guard rules.certificateRefusal == .goAway, let remark = judgement.remark else { return }
        effects.append(.remark(connection.id, stream: nil, remark))
        let reason: APNsReason
        if case .badCertificate = judgement {
            reason = .badCertificate
        } else {
            reason = .badCertificateEnvironment
        }
        effects.append(.goAway(connection.id, GoAway(reason: reason)))
    }

    /// The connection ended; what it asked needs no answer any more.
    mutating func lose(_ connection: ProviderConnectionID) { providers.remove(connection) }

    /// A fault happens to a whole connection.
    mutating func spoil(
        _ connection: ProviderConnectionID,
        by fault: FaultStatus,
        into effects: inout [GatewayEffect]
    ) {
        effects.append(.remark(connection, stream: nil, .fault(number: fault.number)))
        if case .goAway(let reason) = fault.rule.action {
            effects.append(.goAway(connection, GoAway(reason: reason)))
        } else {
            providers.remove(connection)
            effects.append(.drop(connection))
        }
    }

    /// Providers are told that the service ends.
    mutating func shutDown(into effects: inout [GatewayEffect]) {
        guard !isShuttingDown else { return }
        isShuttingDown = true
        for connection in providers.all {
            effects.append(.goAway(connection, GoAway(reason: .shutdown)))
        }
    }

    // MARK: Provider tokens

    /// Has a token examined that is not known; the requests of its connection wait meanwhile.
    mutating func examine(
        _ token: [UInt8],
        for request: PushRequest,
        at place: Int,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        providers[place].waiting.append(request)
        let connection = request.key.connection
        // Few are under way at once: one for each token, and not for each connection.
        if let ticket = examinations.first(where: { $0.value.token == token })?.key {
            examinations[ticket]?.connections.append(connection)
            return
        }
        let ticket = ExaminationTicket(number: newNumber())
        examinations[ticket] = Examination(token: token, connections: [connection])
        deadlines.set(.examination(ticket), to: now.monotonic + rules.examinationTimeout)
        effects.append(.examine(ticket, token: token))
    }

    /// A token was examined: those who waited go on.
    mutating func settle(
        _ ticket: ExaminationTicket,
        _ facts: ProviderTokenFacts,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let examination = examinations.removeValue(forKey: ticket) else { return }
        deadlines.remove(.examination(ticket))
        keys.remember(examination.token, facts, limit: rules.examinedTokenLimit)
        for connection in examination.connections { resume(connection, at: now, into: &effects) }
    }

    /// Takes up the requests of a connection, in their order, until one must wait again.
    private mutating func resume(
        _ connection: ProviderConnectionID,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let place = providers.place(of: connection) else { return }
        let waiting = providers[place].waiting
        providers[place].waiting = []
        for request in waiting { admit(request, at: now, into: &effects) }
    }

    /// Nobody has examined the token by the deadline: the request fails, and those behind it go on.
    mutating func giveUp(
        _ ticket: ExaminationTicket,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let examination = examinations.removeValue(forKey: ticket) else { return }
        for connection in examination.connections {
            guard let place = providers.place(of: connection), !providers[place].waiting.isEmpty
            else { continue }
            let request = providers[place].waiting.removeFirst()
            let admission = Admission(request, topics: providers[place].topics, rules: rules)
            refuse(
                request,
                admission,
                at: place,
                .internalServerError,
                .tokenNotExamined,
                at: now,
                into: &effects
            )
            resume(connection, at: now, into: &effects)
        }
    }

    // MARK: Keys

    mutating func add(
        _ key: StoredKey,
        for control: ControlKey?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let control else { return keys.add(key) }
        guard keys.count < rules.keyLimit || keys[key.id] != nil else {
            let words = "\(rules.keyLimit) keys are kept already; none can be added"
            return effects.append(.controlSettled(control, failure: words))
        }
        store([.addKey(key)], for: .key(control, key), at: now, into: &effects)
    }

    mutating func revoke(
        _ id: String,
        for control: ControlKey?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        guard let control else { return keys.revoke(id) }
        guard let key = keys[id] else {
            let words = "no key \(id.cleaned) is known: list them with `opencallkit gateway keys`"
            return effects.append(.controlSettled(control, failure: words))
        }
        // From now on, whatever becomes of the store: an operator means it.
        keys.revoke(id)
        store([.revokeKey(id: id)], for: .revocation(control, key), at: now, into: &effects)
    }
}
