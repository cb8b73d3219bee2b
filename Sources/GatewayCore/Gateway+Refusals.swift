// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    /// A request is answered with a reason.
    mutating func refuse(
        _ request: PushRequest,
        _ admission: borrowing Admission,
        at place: Int,
        _ reason: APNsReason,
        _ remark: Remark?,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        let reason = spelling(of: reason)
        let apnsID: WrittenPushID
        if case .written(let id) = admission.messageID {
            apnsID = id
        } else {
            apnsID = WrittenPushID(made: random.identifier())
        }
        var answer = PushAnswer(reason: reason, apnsID: apnsID)
        if reason.status == 410 {
            answer.timestamp = now.wall
            if case .ended(let end) = admission.token { answer.timestamp = end.at }
        }
        let entry = JournalEntry(
            step: .refused(reason),
            request: request.key,
            apnsID: apnsID.id,
            tokenHead: admission.tokenHead,
            topic: admission.cleanedTopic,
            environment: providers[place].connection.environment,
            pushType: admission.pushType,
            priority: admission.priority.number,
            expiration: admission.expiration.value,
            payloadByteCount: request.bodyByteCount,
            remark: remark
        )
        refuse(request.key, answer, entry, at: now, into: &effects)
    }

    /// Counts, answers and records a refusal.
    mutating func refuse(
        _ request: RequestKey,
        _ answer: PushAnswer,
        _ entry: JournalEntry,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        if let reason = answer.reason { counts.countRefusal(reason) }
        lowerStreams(of: request.connection, answer, into: &effects)
        effects.append(.answer(request, answer))
        effects.append(.record(entry))
    }

    private func spelling(of reason: APNsReason) -> APNsReason {
        reason == .badEnvironmentKey && rules.usesDocumentedSpelling ? .badEnvironmentKeyID : reason
    }

    /// A refusal costs a provider its streams, if the rules say so; 410 is no error of its own.
    private mutating func lowerStreams(
        of connection: ProviderConnectionID,
        _ answer: PushAnswer,
        into effects: inout [GatewayEffect]
    ) {
        guard rules.refusalLowersStreams, answer.status != 410,
            let place = providers.place(of: connection),
            providers[place].streamLimit != rules.firstStreamLimit
        else { return }
        providers[place].streamLimit = rules.firstStreamLimit
        effects.append(.setStreamLimit(connection, rules.firstStreamLimit))
    }

    /// What a person should know of a refusal; nil where the reason says it all.
    func remark(on reason: APNsReason, of admission: borrowing Admission, at place: Int) -> Remark?
    {
        if let remark = admission.authentication.remark { return remark }
        switch reason {
        case .forbidden where admission.path == .broadcast: return .broadcast
        case .forbidden: return admission.isCertificate ? .needsProviderToken : .needsCertificate
        case .topicDisallowed:
            return admission.isCertificate ? .topicNotInCertificate : .topicNotInKey
        case .badMessageID:
            if case .written = admission.messageID { return .upperCaseID }
            return nil
        case .badPriority:
            if admission.priority == .value(0) { return .priorityZero }
            return admission.pushType == .background ? .backgroundWithoutPriority : nil
        case .invalidPushType:
            guard !admission.isTypeOfToken else { return nil }
            return admission.tokenKind.map(Remark.typeForOtherToken)
        case .tooManyRequests:
            let limit = rules.outstandingPushLimit
            return admission.pace == .tokenTooFast ? .tokenRate : .deviceBehind(limit: limit)
        case .badDeviceToken, .deviceTokenNotForTopic, .expiredToken, .unregistered:
            return admission.token?.remark
        default: return nil
        }
    }

    /// Tells what was let through, each kind once for a connection.
    mutating func tell(
        _ admission: borrowing Admission,
        _ request: PushRequest,
        at place: Int,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) {
        func remark(_ remark: Remark, _ effects: inout [GatewayEffect]) {
            guard providers[place].isNew(remark) else { return }
            let key = request.key
            effects.append(.remark(key.connection, stream: key.stream, remark))
        }
        if admission.priority == .value(0) { remark(.priorityZero, &effects) }
        if admission.pushType == .background, admission.priority == .absent {
            remark(.backgroundWithoutPriority, &effects)
        }
        if case .written(let id) = admission.messageID, id.hasUpperCase {
            remark(.upperCaseID, &effects)
        }
        if admission.isCertificate, request.fields.range(of: .authorization) != nil {
            remark(.authorizationIgnored, &effects)
        }
        if !admission.isCertificate, case .good(let good) = providers[place].finding,
            let lenience = good.lenience
        {
            remark(lenience, &effects)
        }
        if let seconds = admission.expiration.value, seconds != 0 {
            if seconds <= now.wall.milliseconds / 1000 {
                remark(.expirationPast(seconds), &effects)
            }
            if seconds > 100_000_000_000 { remark(.expirationInMilliseconds, &effects) }
        }
        if request.body.first(where: { !isSpaceOfJSON($0) }) != UInt8(ascii: "{") {
            remark(.payloadNotObject, &effects)
        }
    }
}

/// White space of RFC 8259.
private func isSpaceOfJSON(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

extension TokenMatch {
    fileprivate var remark: Remark? {
        switch self {
        case .none(let remark), .otherTopic(let remark): remark
        case .ended(let end): end.cause == .renewed ? .tokenReplaced : .appRemoved
        case .found: nil
        }
    }
}

extension Admission {
    /// The first four bytes of the path's token; nil where it has none that can be read.
    fileprivate var tokenHead: UInt32? {
        guard case .token(.key(let key)) = path else { return nil }
        return key.head
    }
}
