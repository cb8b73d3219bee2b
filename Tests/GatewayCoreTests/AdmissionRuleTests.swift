// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

/// A way to spoil a request, and what it must be answered.
///
/// Two of one place cannot happen at once.
struct Spoiling: Sendable, CustomTestStringConvertible {
    var name: String
    var place: String
    var reason: APNsReason
    var spoil: @Sendable (inout RequestSketch, Tokens) -> Void

    struct Tokens: Sendable {
        var otherEnvironment: [UInt8]
        var otherApp: [UInt8]
        var alert: [UInt8]
        var replaced: [UInt8]
        var removed: [UInt8]
        var busy: [UInt8]
        var authorizations: [APNsReason: String] = [:]
    }

    var testDescription: String { name }

    init(
        _ name: String,
        at place: String,
        _ reason: APNsReason,
        _ spoil: @escaping @Sendable (inout RequestSketch, Tokens) -> Void
    ) {
        self.name = name
        self.place = place
        self.reason = reason
        self.spoil = spoil
    }

    init(
        _ name: String,
        header: String,
        _ reason: APNsReason,
        _ value: String?
    ) {
        self.init(name, at: header, reason) { sketch, _ in sketch.headers[header] = value }
    }

    init(_ name: String, token reason: APNsReason) {
        self.init(name, at: "provider", reason) { sketch, tokens in
            sketch.setToken(tokens.authorizations[reason])
        }
    }

    init(_ name: String, _ reason: APNsReason, path: @escaping @Sendable (Tokens) -> [UInt8]) {
        self.init(name, at: "path", reason) { sketch, tokens in
            sketch.path = "/3/device/" + Bytes(path(tokens)).hexadecimal
        }
    }

    init(_ name: String, _ reason: APNsReason, certificate: CertificateIdentity) {
        self.init(name, at: "provider", reason) { sketch, _ in
            sketch.provider = .certificate(certificate)
        }
    }

    /// In the order in which they win over each other.
    static let all: [Spoiling] = outside + authentication + topic + headers + body + token

    private static let outside = [
        Spoiling("GET", at: "method", .methodNotAllowed) { sketch, _ in sketch.method = "GET" },
        Spoiling("another path", at: "path", .badPath) { sketch, _ in
            sketch.path = "/3/devices/aa"
        },
        Spoiling("a longer path", at: "path", .badPath) { sketch, _ in sketch.path += "/more" },
        Spoiling("no token in the path", at: "path", .missingDeviceToken) { sketch, _ in
            sketch.path = "/3/device/"
        },
        Spoiling("a header twice", at: "repeated", .duplicateHeaders) { sketch, _ in
            sketch.repeatedHeader = ("apns-topic", "a")
            sketch.headers["apns-topic"] = sketch.headers["apns-topic"] ?? "b"
        },
    ]

    private static let topics = [GatewayBench.bundle, GatewayBench.topic]
    private static let both = APNsEnvironment.allCases

    private static let authentication = [
        Spoiling(
            "an expired certificate",
            .badCertificate,
            certificate: CertificateIdentity(topics: topics, environments: both, verdict: .expired)
        ),
        Spoiling(
            "a certificate of another kind",
            .badCertificate,
            certificate: CertificateIdentity(
                topics: topics,
                environments: both,
                isPushCertificate: false
            )
        ),
        Spoiling(
            "a certificate for development",
            .badCertificateEnvironment,
            certificate: CertificateIdentity(topics: topics, environments: [.development])
        ),
        Spoiling("no proof", token: .missingProviderToken),
        Spoiling("a bad provider token", token: .invalidProviderToken),
        Spoiling("an old provider token", token: .expiredProviderToken),
        Spoiling("a key for development", token: .badEnvironmentKey),
        Spoiling("a broadcast", at: "path", .forbidden) { sketch, _ in
            sketch.path = "/4/broadcasts/apps/com.example.hotline"
        },
    ]

    private static let topic = [
        Spoiling("no topic", header: "apns-topic", .missingTopic, nil),
        Spoiling("an empty topic", header: "apns-topic", .missingTopic, ""),
        Spoiling("no topic at all", header: "apns-topic", .badTopic, "com.example/a"),
        Spoiling("another's topic", header: "apns-topic", .topicDisallowed, "com.example.b.voip"),
    ]

    private static let headers = [
        Spoiling("an id that is no UUID", header: "apns-id", .badMessageID, "12345"),
        Spoiling(
            "an expiration that is no number",
            header: "apns-expiration",
            .badExpirationDate,
            "tomorrow"
        ),
        Spoiling("a priority of 7", header: "apns-priority", .badPriority, "7"),
        Spoiling(
            "a collapse id of 65 bytes",
            header: "apns-collapse-id",
            .badCollapseID,
            String(repeating: "c", count: 65)
        ),
        Spoiling("an unknown push type", header: "apns-push-type", .invalidPushType, "smoke"),
        Spoiling("an alert to a VoIP topic", header: "apns-push-type", .invalidPushType, "alert"),
    ]

    private static let body = [
        Spoiling("an empty body", at: "body", .payloadEmpty) { sketch, _ in sketch.body = [] },
        Spoiling("5,121 bytes", at: "body", .payloadTooLarge) { sketch, _ in
            sketch.body = [UInt8](repeating: 0x20, count: 5121)
        },
        Spoiling("a body nobody read", at: "body", .payloadTooLarge) { sketch, _ in
            sketch.isBodyTooLarge = true
        },
    ]

    private static let token = [
        Spoiling("a token that is no hexadecimal", at: "path", .badDeviceToken) { sketch, _ in
            sketch.path = "/3/device/token"
        },
        Spoiling("an odd token", at: "path", .badDeviceToken) { sketch, _ in
            sketch.path = "/3/device/abc"
        },
        Spoiling("an endless token", at: "path", .badDeviceToken) { sketch, _ in
            sketch.path = "/3/device/" + String(repeating: "ab", count: 3000)
        },
        Spoiling("an unknown token", .badDeviceToken) { _ in [UInt8](repeating: 0, count: 32) },
        Spoiling("a token of the other environment", .badDeviceToken) { $0.otherEnvironment },
        Spoiling("another app's token", .deviceTokenNotForTopic) { $0.otherApp },
        Spoiling("a token of remote notifications", .deviceTokenNotForTopic) { $0.alert },
        Spoiling("a token that was replaced", .expiredToken) { $0.replaced },
        Spoiling("the token of an app that is gone", .unregistered) { $0.removed },
        Spoiling("a device that does not keep up", .tooManyRequests) { $0.busy },
    ]
}

@Suite struct AdmissionRuleTests {
    private func bench() -> (GatewayBench, Spoiling.Tokens, [UInt8]) {
        var bench = GatewayBench {
            $0.outstandingPushLimit = 2
            $0.certificateRefusal = .answer
        }
        let good = bench.phone()
        let busy = bench.phone()
        for number in 1...2 { _ = bench.post(to: busy, id: PushID(UInt64(number))) }
        let app = AppKey(bundle: GatewayBench.bundle, environment: .production)
        let replaced = bench.phone()
        bench.apply(.deviceSaid(replaced.connection, .renew(app, candidate: bench.bytes(32))))
        let removed = bench.phone()
        bench.apply(.deviceSaid(removed.connection, .unregister(app)))
        var tokens = Spoiling.Tokens(
            otherEnvironment: bench.phone(environment: .development).token,
            otherApp: bench.phone(bundle: "com.example.other").token,
            alert: bench.phone(kind: .alert).token,
            replaced: replaced.token,
            removed: removed.token,
            busy: busy.token
        )
        let other = StoredKey(id: "DEVEL00001", team: "TEAM000001", environments: [.development])
        tokens.authorizations = [
            .invalidProviderToken: bench.providerToken { $0.signature = .invalid },
            .expiredProviderToken: bench.providerToken(
                issuedAt: .number(bench.now.wall.milliseconds / 1000 - 3601)
            ),
            .badEnvironmentKey: bench.providerToken(other),
        ]
        return (bench, tokens, good.token)
    }

    @Test("Each fault gets its reason and status, and the gateway goes on", arguments: Spoiling.all)
    func singleFault(fault: Spoiling) {
        var (bench, tokens, token) = bench()
        var sketch = RequestSketch(token: token)
        fault.spoil(&sketch, tokens)
        let answers = bench.post(sketch).answers
        #expect(answers.map(\.reason) == [fault.reason])
        #expect(answers.map(\.status) == [fault.reason.status])
        #expect(answers.allSatisfy { ($0.timestamp != nil) == ($0.status == 410) })
        #expect(bench.post(RequestSketch(token: token)).answers.map(\.status) == [200])
    }

    @Test("Of any two faults the earlier row answers")
    func pairs() {
        let (bench, tokens, token) = bench()
        for (index, first) in Spoiling.all.enumerated() {
            for second in Spoiling.all[(index + 1)...] where second.place != first.place {
                var sketch = RequestSketch(token: token)
                second.spoil(&sketch, tokens)
                first.spoil(&sketch, tokens)
                var copy = bench
                let reasons = copy.post(sketch).answers.map(\.reason)
                #expect(reasons == [first.reason], "\(first.name) and \(second.name)")
            }
        }
    }

    @Test("The table's order is the faults' order, and names are not used twice")
    func rows() {
        let request = PushRequest(
            key: RequestKey(connection: ProviderConnectionID(number: 1), stream: 1),
            fields: PushFields([]),
            body: [],
            bodyByteCount: 0
        )
        let admission = Admission(request, topics: nil, rules: GatewayRules())
        var names: [String] = []
        var reasons: [APNsReason] = []
        func look(_ name: StaticString, _ reason: APNsReason, _ isBroken: Bool) -> Bool {
            names.append(name.description)
            reasons.append(reason)
            return false
        }
        AdmissionRule.envelope(admission, look)
        AdmissionRule.table(admission, look)
        #expect(Set(names).count == names.count)
        let order = Spoiling.all.compactMap { fault in reasons.firstIndex(of: fault.reason) }
        #expect(order.count == Spoiling.all.count)
        #expect(order == order.sorted())
    }

    @Test("A service that is down answers 503 before it looks at anything")
    func unavailable() {
        var bench = GatewayBench { $0.isUnavailable = true }
        var sketch = RequestSketch(token: [])
        sketch.method = "GET"
        #expect(bench.post(sketch).answers.map(\.reason) == [.serviceUnavailable])
    }

    @Test("A certificate of one topic stands in for the header, one of several does not")
    func soleTopic() {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.setTopics([GatewayBench.topic])
        sketch.headers["apns-topic"] = nil
        sketch.headers["apns-push-type"] = nil
        #expect(bench.post(sketch).answers.map(\.status) == [200])
        sketch.headers["apns-topic"] = ""
        #expect(bench.post(sketch).answers.map(\.status) == [200])
    }

    @Test("A VoIP payload may have 5,120 bytes; another type's limit is 4,096")
    func payloadLimits() {
        var (bench, tokens, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.body = [UInt8](repeating: 0x20, count: 5120)
        #expect(bench.post(sketch).answers.map(\.status) == [200])
        sketch.path = "/3/device/" + Bytes(tokens.alert).hexadecimal
        sketch.headers["apns-topic"] = GatewayBench.bundle
        sketch.headers["apns-push-type"] = "alert"
        #expect(bench.post(sketch).answers.map(\.reason) == [.payloadTooLarge])
        sketch.body = [UInt8](repeating: 0x20, count: 4097)
        #expect(bench.post(sketch).answers.map(\.reason) == [.payloadTooLarge])
        sketch.body = [UInt8](repeating: 0x20, count: 4096)
        #expect(bench.post(sketch).answers.map(\.status) == [200])
    }

    @Test("mdm needs a certificate, and location a provider token")
    func proofOfType() {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.headers["apns-push-type"] = "location"
        sketch.headers["apns-topic"] = GatewayBench.bundle + ".location-query"
        let location = bench.post(sketch)
        #expect(location.answers.map(\.reason) == [.forbidden])
        #expect(location.records.map(\.remark) == [.needsProviderToken])
        sketch.setToken(bench.providerToken())
        #expect(bench.post(sketch).answers.map(\.reason) == [.deviceTokenNotForTopic])
        sketch.headers["apns-push-type"] = "mdm"
        sketch.headers["apns-topic"] = "com.apple.mgmt.External.1"
        let mdm = bench.post(sketch)
        #expect(mdm.answers.map(\.reason) == [.forbidden])
        #expect(mdm.records.map(\.remark) == [.needsCertificate])
    }

    @Test("The apns-id comes back as sent, also on errors; a missing one is made, in upper case")
    func apnsID() throws {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        let sent = "8a2fCB1d-44d8-4b5c-9c4e-5d3a1f0e9b7A"
        sketch.headers["apns-id"] = sent
        #expect(bench.post(sketch).answers.map(\.apnsID.description) == [sent])
        sketch.body = []
        #expect(bench.post(sketch).answers.map(\.apnsID.description) == [sent])
        sketch.headers["apns-id"] = nil
        let made = try #require(bench.post(sketch).answers.first?.apnsID.description)
        #expect(PushID(made) != nil)
        #expect(made == made.uppercased())
        sketch.headers["apns-id"] = "no"
        let instead = try #require(bench.post(sketch).answers.first?.apnsID.description)
        #expect(PushID(instead) != nil)
        #expect(instead != made)
    }

    @Test("In development an accepted push has an apns-unique-id in lower case, and no other has")
    func uniqueID() throws {
        var (bench, tokens, token) = bench()
        #expect(bench.post(RequestSketch(token: token)).answers.map(\.uniqueID) == [nil])
        var sketch = RequestSketch(token: tokens.otherEnvironment)
        sketch.environment = .development
        let accepted = bench.post(sketch)
        let text = try #require(accepted.answers.first?.uniqueID).description
        #expect(text == text.lowercased() && PushID(text) != nil)
        #expect(accepted.records.first?.uniqueID == PushID(text))
        sketch.body = []
        #expect(bench.post(sketch).answers.map(\.uniqueID) == [nil])
    }

    @Test("A record has the token's head and no control characters of the provider's")
    func records() {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.headers["apns-topic"] = "com.\u{1B}[2Jevil\n" + String(repeating: "x", count: 500)
        let records = bench.post(sketch).records
        #expect(records.count == 1)
        #expect(records.first?.tokenHead == token.tokenHead)
        let topic = records.first?.topic ?? ""
        #expect(topic.hasPrefix("com.[2Jevilx") && topic.utf8.count <= 255)
    }

    @Test("What is wrong with a device token is said in words")
    func tokenWords() {
        var (bench, tokens, token) = bench()
        let hex = Bytes(token).hexadecimal
        let cases: [(String, Remark)] = [
            ("<\(hex)>", .tokenPrinted), ("%3C\(hex)%3E", .tokenPrinted),
            ("%7Blength%20=%2032%7D", .tokenPrinted), (hex + "a", .tokenOddDigits),
            (hex.dropLast() + "g", .tokenNotHexadecimal),
            (String(repeating: "ab", count: 257), .tokenTooLong),
            (String(repeating: "ab", count: 256), .tokenUnknown), ("ab", .tokenUnknown),
            (Bytes(tokens.otherEnvironment).hexadecimal, .tokenForOtherEnvironment(.development)),
        ]
        for (text, remark) in cases {
            var sketch = RequestSketch(token: token)
            sketch.path = "/3/device/" + text
            let effects = bench.post(sketch)
            #expect(effects.answers.map(\.reason) == [.badDeviceToken])
            #expect(effects.records.map(\.remark) == [remark], "\(text)")
            #expect(!remark.words.isEmpty && !remark.words.contains(hex))
        }
        var sketch = RequestSketch(token: token)
        sketch.path = "/3/device/" + hex.uppercased()
        #expect(bench.post(sketch).answers.map(\.status) == [200])
    }
}
