// SPDX-License-Identifier: Apache-2.0

/// The signing keys that are known, and the provider tokens that were examined.
struct KeyRing: Sendable {
    private var keys: [String: StoredKey] = [:]
    private var facts: [[UInt8]: ProviderTokenFacts] = [:]
    /// The tokens of `facts`; the oldest makes way.
    private var order: [[UInt8]] = []
    private var next = 0
    /// Grows with each change of the keys: what was concluded before must be concluded again.
    private(set) var generation: UInt64 = 0

    var count: Int { keys.count }
    var usableCount: Int { keys.values.count { !$0.isRevoked } }

    subscript(id: String) -> StoredKey? { keys[id] }

    mutating func add(_ key: StoredKey) {
        keys[key.id] = key
        generation += 1
        // They may have been examined without the key, or with another of that name.
        for token in order where facts[token]?.keyID == key.id { facts[token] = nil }
    }

    mutating func revoke(_ id: String) {
        keys[id]?.isRevoked = true
        generation += 1
    }

    func facts(of token: [UInt8]) -> ProviderTokenFacts? { facts[token] }

    mutating func remember(_ token: [UInt8], _ new: ProviderTokenFacts, limit: Int) {
        guard facts.updateValue(new, forKey: token) == nil else { return }
        guard order.count >= limit else {
            order.append(token)
            return
        }
        if order[next] != token { facts[order[next]] = nil }
        order[next] = token
        next = (next + 1) % order.count
    }

    /// What can be said of a token for good: whose it is, or why it is nobody's.
    func finding(
        _ facts: ProviderTokenFacts,
        in environment: APNsEnvironment,
        isStrict: Bool
    ) -> TokenFinding {
        if let defect = facts.defect { return .invalid(.tokenDefect(defect.cleanedWords)) }
        guard facts.algorithm == "ES256" else {
            return .invalid(.tokenAlgorithm((facts.algorithm ?? "missing").cleaned))
        }
        guard let id = facts.keyID, !id.isEmpty else { return .invalid(.keyIDMissing) }
        guard let key = keys[id] else { return .invalid(.keyUnknown(id.cleaned)) }
        if key.isRevoked { return .invalid(.keyRevoked(key.id)) }
        switch facts.signature {
        case .valid: break
        case .invalid: return .invalid(.signatureInvalid(keyID: key.id))
        case .der: return .invalid(.signatureDER)
        case .malformed: return .invalid(.signatureMalformed)
        case .keyUnknown: return .invalid(.keyUnknown(id.cleaned))
        }
        guard let team = facts.teamID, !team.isEmpty else { return .invalid(.teamMissing) }
        guard team == key.team else {
            return .invalid(.teamNotKeys(team: team.cleaned, keyID: key.id, owner: key.team))
        }
        let issuedAt: Int64
        switch facts.issuedAt {
        case .absent: return .invalid(.issuedAtMissing)
        case .malformed: return .invalid(.issuedAtMalformed)
        case .text where isStrict: return .invalid(.issuedAtText)
        case .text(let seconds), .number(let seconds): issuedAt = seconds
        }
        var lenience: Remark?
        if case .text = facts.issuedAt { lenience = .issuedAtText }
        return .good(
            GoodToken(
                key: key,
                topics: key.topics.map(TopicList.init),
                issuedAt: issuedAt,
                isOfEnvironment: key.environments.contains(environment),
                lenience: lenience
            )
        )
    }
}

/// A token of a known key, whose age is judged at each use.
///
/// A class, since each request looks at it.
final class GoodToken: Sendable {
    let key: StoredKey
    /// Nil for a key that is for all topics of its team.
    let topics: TopicList?
    /// UNIX seconds.
    let issuedAt: Int64
    let isOfEnvironment: Bool
    let lenience: Remark?

    init(
        key: StoredKey,
        topics: TopicList?,
        issuedAt: Int64,
        isOfEnvironment: Bool,
        lenience: Remark?
    ) {
        self.key = key
        self.topics = topics
        self.issuedAt = issuedAt
        self.isOfEnvironment = isOfEnvironment
        self.lenience = lenience
    }
}

/// What can be said of a provider token for good.
enum TokenFinding: Sendable {
    case invalid(Remark)
    case good(GoodToken)
}

/// Topics as bytes, to be compared with those of requests.
struct TopicList: Sendable {
    private let topics: [[UInt8]]

    init(_ topics: [String]) { self.topics = topics.map { Array($0.utf8) } }

    var count: Int { topics.count }
    var first: [UInt8]? { topics.first }

    func contains(_ topic: Span<UInt8>) -> Bool {
        for known in topics where topic.isEqual(to: known) { return true }
        return false
    }

    /// Whether it lists the topic, or the bundle identifier that the topic is of.
    func covers(_ topic: Span<UInt8>) -> Bool {
        if contains(topic) { return true }
        guard let type = APNsPushType.named(byTopic: topic) else { return false }
        return contains(topic.extracting(first: topic.count - type.topicSuffix.count))
    }
}

extension String {
    /// Words of the driver as they may stand in a log: no control characters, and not long.
    fileprivate var cleanedWords: String {
        String(decoding: utf8.prefix(255).filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
    }
}
