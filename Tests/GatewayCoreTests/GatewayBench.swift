// SPDX-License-Identifier: Apache-2.0
import CallModel

@testable import GatewayCore

/// A gateway with a clock, a store and phones that a test moves by hand.
struct GatewayBench {
    static let bundle = "com.example.hotline"
    static let topic = bundle + ".voip"

    var gateway: Gateway
    var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 1_000_000_000),
        wall: WallTime(milliseconds: 1_900_000_000_000)
    )
    /// Whether changes are stored at once, as most tests want it.
    var storesAtOnce = true
    /// What an examination finds, by the token; nil leaves it unanswered.
    var facts: [[UInt8]: ProviderTokenFacts] = [:]
    private var nextNumber: UInt64 = 1
    private var connections: [Place: ProviderConnectionID] = [:]

    private struct Place: Hashable {
        var environment: APNsEnvironment
        var provider: ProviderIdentity
    }

    init(_ change: (inout GatewayRules) -> Void = { _ in }) {
        var rules = GatewayRules()
        change(&rules)
        gateway = Gateway(rules: rules, seed: 7)
    }

    mutating func number() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// Applies an event and, if the store works at once, its answers.
    @discardableResult
    mutating func apply(_ event: GatewayEvent) -> [GatewayEffect] {
        var effects: [GatewayEffect] = []
        gateway.apply(event, at: now, into: &effects)
        var index = 0
        while index < effects.count {
            switch effects[index] {
            case .store(let ticket, _) where storesAtOnce:
                gateway.apply(.stored(ticket), at: now, into: &effects)
            case .examine(let ticket, let token):
                guard let found = facts[token] else { break }
                gateway.apply(.tokenExamined(ticket, found), at: now, into: &effects)
            default: break
            }
            index += 1
        }
        return effects
    }

    @discardableResult
    mutating func pass(_ interval: Interval) -> [GatewayEffect] {
        now.monotonic = now.monotonic + interval
        now.wall.milliseconds += interval.nanoseconds / 1_000_000
        return apply(.timePassed)
    }

    // MARK: Phones

    struct Phone {
        var id: DeviceID
        var secretHash: [UInt8]
        var connection: DeviceConnectionID
        var token: [UInt8]
    }

    mutating func connect() -> DeviceConnectionID {
        let connection = DeviceConnectionID(number: number())
        apply(.deviceConnected(connection))
        return connection
    }

    mutating func issueCode() -> [UInt8] {
        let codeHash = bytes(32)
        apply(.activationIssued(ControlKey(number: number()), codeHash: codeHash))
        return codeHash
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: number())
        return (0..<count).map { _ in UInt8(random.next(below: 256)) }
    }

    mutating func candidate() -> DeviceCandidate {
        let number = number()
        return DeviceCandidate(
            id: DeviceID(high: 1, low: number),
            secret: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32),
            secretHash: bytes(32)
        )
    }

    /// A phone that is activated, connected and registered for the test's app.
    mutating func phone(
        environment: APNsEnvironment = .production,
        bundle: BundleID = bundle,
        kind: TokenKind = .voip
    ) -> Phone {
        let codeHash = issueCode()
        let connection = connect()
        let candidate = candidate()
        apply(
            .deviceSaid(
                connection,
                .hello(version: 2, .activation(codeHash: codeHash, candidate))
            )
        )
        let token = bytes(32)
        let app = AppKey(bundle: bundle, environment: environment, kind: kind)
        apply(.deviceSaid(connection, .register(app, candidate: token)))
        return Phone(
            id: candidate.id,
            secretHash: candidate.secretHash,
            connection: connection,
            token: token
        )
    }

    /// Connects a known phone anew; the effects are those of its hello.
    mutating func reconnect(_ phone: inout Phone) -> [GatewayEffect] {
        phone.connection = connect()
        return apply(
            .deviceSaid(
                phone.connection,
                .hello(version: 2, .credential(phone.id, secretHash: phone.secretHash))
            )
        )
    }

    // MARK: Providers

    /// Connects a provider.
    mutating func connectProvider(
        _ identity: ProviderIdentity = .none,
        to environment: APNsEnvironment = .production,
        offersALPN: Bool = true
    ) -> (id: ProviderConnectionID, effects: [GatewayEffect]) {
        let id = ProviderConnectionID(number: number())
        let connection = ProviderConnection(
            id: id,
            environment: environment,
            identity: identity,
            offersALPN: offersALPN
        )
        return (id, apply(.providerConnected(connection)))
    }

    /// Posts a request on a connection, or else on one that is kept for such requests.
    mutating func post(
        _ sketch: RequestSketch,
        on connection: ProviderConnectionID? = nil
    ) -> [GatewayEffect] {
        let place = Place(environment: sketch.environment, provider: sketch.provider)
        let id =
            connection ?? connections[place]
            ?? connectProvider(place.provider, to: place.environment).id
        if connection == nil { connections[place] = id }
        let key = RequestKey(connection: id, stream: Int32(number()))
        return apply(.pushRequested(sketch.request(key)))
    }

    /// Posts a push of one attempt, or of the expiration given, to a phone.
    mutating func post(
        to phone: Phone,
        id: PushID? = nil,
        expiration: String? = "0",
        _ change: (inout RequestSketch) -> Void = { _ in }
    ) -> [GatewayEffect] {
        var sketch = RequestSketch(token: phone.token)
        sketch.headers["apns-expiration"] = expiration
        sketch.headers["apns-id"] = id?.description
        change(&sketch)
        return post(sketch)
    }
}

extension GatewayBench {
    static let key = StoredKey(id: "ABCDE12345", team: "TEAM000001")

    /// A provider token of a key that is added with it, as `authorization` has it.
    mutating func providerToken(
        _ key: StoredKey = key,
        issuedAt: ProviderTokenFacts.IssuedAt? = nil,
        change: (inout ProviderTokenFacts) -> Void = { _ in }
    ) -> String {
        apply(.keyAdded(nil, key))
        return unknownToken(key, issuedAt: issuedAt, change: change)
    }

    /// The same, but the key is not added.
    mutating func unknownToken(
        _ key: StoredKey = key,
        issuedAt: ProviderTokenFacts.IssuedAt? = nil,
        change: (inout ProviderTokenFacts) -> Void = { _ in }
    ) -> String {
        var found = ProviderTokenFacts(
            algorithm: "ES256",
            keyID: key.id,
            teamID: key.team,
            issuedAt: issuedAt ?? .number(now.wall.milliseconds / 1000),
            signature: .valid
        )
        change(&found)
        let text = "token.\(number())"
        facts[Array(text.utf8)] = found
        return "bearer " + text
    }
}

/// A request that is right in everything, to be spoilt piece by piece.
struct RequestSketch {
    var environment = APNsEnvironment.production
    var provider = ProviderIdentity.certificate(
        CertificateIdentity(
            topics: [GatewayBench.bundle, GatewayBench.topic],
            environments: APNsEnvironment.allCases
        )
    )
    var method = "POST"
    var path: String
    var headers: [String: String] = [
        "apns-topic": GatewayBench.topic, "apns-push-type": "voip", "apns-expiration": "0",
        "apns-priority": "10",
    ]
    var repeatedHeader: (name: String, value: String)?
    var body = Array("{}".utf8)
    var isBodyTooLarge = false

    init(token: [UInt8]) { path = "/3/device/" + Bytes(token).hexadecimal }

    /// Shows a provider token instead of a certificate.
    mutating func setToken(_ authorization: String?) {
        provider = .none
        headers["authorization"] = authorization
    }

    /// The topics of its certificate.
    mutating func setTopics(_ topics: [String]) {
        provider = .certificate(
            CertificateIdentity(topics: topics, environments: APNsEnvironment.allCases)
        )
    }

    func request(_ key: RequestKey) -> PushRequest {
        var fields = [(name: ":method", value: method), (name: ":path", value: path)]
        fields += headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        if let repeatedHeader { fields.append(repeatedHeader) }
        return PushRequest(
            key: key,
            fields: PushFields(fields),
            body: isBodyTooLarge ? [] : body,
            bodyByteCount: body.count,
            isBodyTooLarge: isBodyTooLarge
        )
    }
}

extension [GatewayEffect] {
    var answers: [PushAnswer] {
        compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
    }

    var deliveries: [StoredPush] {
        compactMap { if case .send(_, .deliver(let push)) = $0 { push } else { nil } }
    }

    var deliveredIDs: [PushID] { deliveries.map(\.id) }

    var replies: [DeviceReply] {
        compactMap { if case .send(_, let reply) = $0 { reply } else { nil } }
    }

    var records: [JournalEntry] {
        compactMap { if case .record(let entry) = $0 { entry } else { nil } }
    }

    var steps: [JournalEntry.Step] { records.map(\.step) }

    var remarks: [Remark] {
        compactMap { if case .remark(_, _, let remark) = $0 { remark } else { nil } }
    }

    /// The effects that somebody else sees.
    var outer: [GatewayEffect] {
        filter {
            switch $0 {
            case .record, .log: false
            default: true
            }
        }
    }

    var refusals: [String] {
        compactMap { if case .close(_, let words) = $0 { words } else { nil } }
    }

    var closed: [DeviceConnectionID] {
        compactMap { if case .close(let connection, _) = $0 { connection } else { nil } }
    }

    var changes: [StoredChange] {
        flatMap { if case .store(_, let changes) = $0 { changes } else { [StoredChange]() } }
    }

    var tickets: [StoreTicket] {
        compactMap { if case .store(let ticket, _) = $0 { ticket } else { nil } }
    }

    /// As the trace has them.
    func notes(at now: Moment) -> [TimelineEntry] {
        compactMap {
            if case .record(let entry) = $0 { TimelineEntry(entry, at: now.monotonic) } else { nil }
        }
    }
}

extension PushID {
    init(_ number: some BinaryInteger) { self.init(high: 0, low: UInt64(number)) }
}
