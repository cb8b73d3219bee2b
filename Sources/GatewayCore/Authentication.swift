// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What a request's proof of its sender came to.
enum Authentication: Sendable {
    /// It was not looked at yet.
    case pending
    case passed
    case missing
    case invalid(Remark)
    case expired(Remark)
    case badEnvironment(Remark)
    case unrelated(Remark)
    case updatedTooSoon(Remark)
    case badCertificate(Remark)
    case badCertificateEnvironment(Remark)
    /// Its provider token must be examined first.
    case unexamined([UInt8])

    /// Why it did not pass; nil where no more can be said than the reason says.
    var remark: Remark? {
        switch self {
        case .pending, .passed, .missing, .unexamined: nil
        case .invalid(let remark), .expired(let remark), .badEnvironment(let remark),
            .unrelated(let remark), .updatedTooSoon(let remark), .badCertificate(let remark),
            .badCertificateEnvironment(let remark):
            remark
        }
    }
}

extension ProviderDesk.Provider {
    /// What speaks against its certificate; passed for a good one.
    static func judge(
        _ certificate: CertificateIdentity,
        in environment: APNsEnvironment
    ) -> Authentication {
        guard certificate.verdict == .valid else {
            return .badCertificate(.certificate(certificate.verdict))
        }
        guard certificate.isPushCertificate, !certificate.topics.isEmpty else {
            return .badCertificate(.certificateWithoutTopics)
        }
        guard certificate.environments.contains(environment) else {
            return .badCertificateEnvironment(.certificateForOtherEnvironment(environment))
        }
        return .passed
    }

    /// Judges a request's proof: the certificate, or else the token.
    mutating func authenticate(
        _ fields: PushFields,
        keys: KeyRing,
        rules: GatewayRules,
        at now: Moment
    ) -> Authentication {
        if topics != nil { return judgement }
        guard let range = fields.range(of: .authorization), !range.isEmpty else { return .missing }
        let value = fields.text.span.extracting(range)
        guard let start = Self.tokenStart(value) else { return .invalid(.authorizationScheme) }
        let token = value.extracting(droppingFirst: start)
        guard token.count > 0 else { return .missing }
        if finding == nil || generation != keys.generation || !token.isEqual(to: shown) {
            let bytes = token.array
            guard let facts = keys.facts(of: bytes) else { return .unexamined(bytes) }
            finding = keys.finding(facts, in: connection.environment, isStrict: rules.isStrict)
            generation = keys.generation
            shown = bytes
            isAdopted = false
        }
        switch finding {
        case nil: return .missing
        case .invalid(let remark): return .invalid(remark)
        case .good(let good):
            // What it works with already, and has done nothing wrong with, needs its age alone.
            if isAdopted, good.isFresh(at: now, rules), isBadUntil == nil { return .passed }
            return use(good, rules: rules, at: now)
        }
    }

    /// Where the token begins after `bearer`, in any case; nil for another scheme.
    private static func tokenStart(_ value: Span<UInt8>) -> Int? {
        let scheme: StaticString = "bearer"
        let count = scheme.utf8CodeUnitCount
        guard value.count >= count else { return nil }
        for index in 0..<count where value[index] | 0x20 != scheme.utf8Start[index] { return nil }
        var start = count
        while start < value.count, value[start] == UInt8(ascii: " ") { start += 1 }
        return start > count || start == value.count ? start : nil
    }

    /// The token is one of a known key: its age, and how it fits this connection.
    private mutating func use(
        _ good: GoodToken,
        rules: GatewayRules,
        at now: Moment
    ) -> Authentication {
        let (age, isOver) = (now.wall.milliseconds / 1000)
            .subtractingReportingOverflow(good.issuedAt)
        let lifetime = rules.providerTokenLifetime.nanoseconds / 1_000_000_000
        let skew = rules.providerTokenSkew.nanoseconds / 1_000_000_000
        if isOver { return .invalid(.issuedAtMalformed) }
        if age > lifetime { return .expired(.tokenOld(seconds: age)) }
        if age < -skew { return .invalid(.issuedAtAhead(seconds: -age)) }
        guard good.isOfEnvironment else {
            return .badEnvironment(
                .keyForOtherEnvironment(keyID: good.key.id, connection.environment)
            )
        }
        if let firstKey, !firstKey.isRelated(to: good.key) {
            return .unrelated(.keyUnrelated(keyID: good.key.id, first: firstKey.id))
        }
        if let end = isBadUntil {
            if now.monotonic < end { return .updatedTooSoon(Self.wait(until: end, at: now)) }
            isBadUntil = nil
        }
        if shown != adopted {
            let next = adoptedAt + rules.providerTokenUpdateInterval
            if firstKey != nil, now.monotonic < next {
                isBadUntil = next
                return .updatedTooSoon(Self.wait(until: next, at: now))
            }
            adopted = shown
            adoptedAt = now.monotonic
            if firstKey == nil { firstKey = good.key }
        }
        isAdopted = true
        return .passed
    }

    private static func wait(until end: MonotonicTime, at now: Moment) -> Remark {
        .tokenUpdatedTooSoon(secondsLeft: (end - now.monotonic).nanoseconds / 1_000_000_000 + 1)
    }
}

extension GoodToken {
    fileprivate func isFresh(at now: Moment, _ rules: GatewayRules) -> Bool {
        let (age, isOver) = (now.wall.milliseconds / 1000).subtractingReportingOverflow(issuedAt)
        return !isOver && age <= rules.providerTokenLifetime.nanoseconds / 1_000_000_000
            && age >= -(rules.providerTokenSkew.nanoseconds / 1_000_000_000)
    }
}

extension StoredKey {
    /// Whether a connection that began with this key may go on with the other: one team, and the
    /// same topics, or all of them (APNs: Establishing a token-based connection).
    fileprivate func isRelated(to other: StoredKey) -> Bool {
        id == other.id || team == other.team && topics == other.topics
    }
}
