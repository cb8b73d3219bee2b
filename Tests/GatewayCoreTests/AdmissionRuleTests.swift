// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

/// A way to spoil a request, and what it must be answered.
///
/// Two of one place cannot happen at once.
struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var place: String
    var reason: APNsReason
    var spoil: @Sendable (inout RequestSketch, Tokens) -> Void

    struct Tokens: Sendable {
        var otherEnvironment: [UInt8]
        var otherApp: [UInt8]
        var busy: [UInt8]
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

    /// In the order in which they win over each other.
    static let all: [Fault] = [
        Fault("GET", at: "method", .methodNotAllowed) { sketch, _ in sketch.method = "GET" },
        Fault("another path", at: "path", .badPath) { sketch, _ in sketch.path = "/3/devices/aa" },
        Fault("a longer path", at: "path", .badPath) { sketch, _ in sketch.path += "/more" },
        Fault("no token in the path", at: "path", .missingDeviceToken) { sketch, _ in
            sketch.path = "/3/device/"
        },
        Fault("a header twice", at: "repeated", .duplicateHeaders) { sketch, _ in
            sketch.repeatedHeader = ("apns-priority", "5")
            sketch.headers["apns-priority"] = "10"
        },
        Fault("no certificate", at: "provider", .missingProviderToken) { sketch, _ in
            sketch.provider = .none
        },
        Fault("a provider's token", at: "provider", .invalidProviderToken) { sketch, _ in
            sketch.provider = .none
            sketch.headers["authorization"] = "basic abc"
        },
        Fault("a certificate for development", at: "provider", .badCertificateEnvironment) {
            sketch,
            _ in
            sketch.provider = .certificate(
                CertificateIdentity(
                    topics: [GatewayBench.bundle, GatewayBench.topic],
                    environments: [.development]
                )
            )
        },
        Fault("no topic", at: "topic", .missingTopic) { sketch, _ in
            sketch.headers["apns-topic"] = nil
        },
        Fault("an empty topic", at: "topic", .missingTopic) { sketch, _ in
            sketch.headers["apns-topic"] = ""
        },
        Fault("another's topic", at: "topic", .topicDisallowed) { sketch, _ in
            sketch.headers["apns-topic"] = "com.example.other.voip"
        },
        Fault("an id that is no UUID", at: "id", .badMessageID) { sketch, _ in
            sketch.headers["apns-id"] = "12345"
        },
        Fault("an expiration that is no number", at: "expiration", .badExpirationDate) {
            sketch,
            _ in
            sketch.headers["apns-expiration"] = "tomorrow"
        },
        Fault("an unknown push type", at: "type", .invalidPushType) { sketch, _ in
            sketch.headers["apns-push-type"] = "smoke"
        },
        Fault("an alert to a VoIP topic", at: "type", .invalidPushType) { sketch, _ in
            sketch.headers["apns-push-type"] = "alert"
        },
        Fault("an empty body", at: "body", .payloadEmpty) { sketch, _ in sketch.body = [] },
        Fault("5,121 bytes", at: "body", .payloadTooLarge) { sketch, _ in
            sketch.body = [UInt8](repeating: 0x20, count: 5121)
        },
        Fault("a body nobody read", at: "body", .payloadTooLarge) { sketch, _ in
            sketch.isBodyTooLarge = true
        },
        Fault("a token that is no hexadecimal", at: "path", .badDeviceToken) { sketch, _ in
            sketch.path = "/3/device/token"
        },
        Fault("an odd token", at: "path", .badDeviceToken) { sketch, _ in
            sketch.path = "/3/device/abc"
        },
        Fault("an endless token", at: "path", .badDeviceToken) { sketch, _ in
            sketch.path = "/3/device/" + String(repeating: "ab", count: 3000)
        },
        Fault("an unknown token", at: "path", .badDeviceToken) { sketch, _ in
            sketch.path = "/3/device/" + String(repeating: "00", count: 32)
        },
        Fault("a token of the other environment", at: "path", .badDeviceToken) { sketch, tokens in
            sketch.path = "/3/device/" + Bytes(tokens.otherEnvironment).hexadecimal
        },
        Fault("another app's token", at: "path", .deviceTokenNotForTopic) { sketch, tokens in
            sketch.path = "/3/device/" + Bytes(tokens.otherApp).hexadecimal
        },
        Fault("a device that does not keep up", at: "path", .tooManyRequests) { sketch, tokens in
            sketch.path = "/3/device/" + Bytes(tokens.busy).hexadecimal
        },
    ]
}

@Suite struct AdmissionRuleTests {
    private func bench() -> (GatewayBench, Fault.Tokens, [UInt8]) {
        var bench = GatewayBench { $0.outstandingPushLimit = 2 }
        let good = bench.phone()
        let busy = bench.phone()
        for number in 1...2 { _ = bench.post(to: busy, id: PushID(UInt64(number))) }
        let tokens = Fault.Tokens(
            otherEnvironment: bench.phone(environment: .development).token,
            otherApp: bench.phone(bundle: "com.example.other").token,
            busy: busy.token
        )
        return (bench, tokens, good.token)
    }

    @Test("Each fault gets its reason and status, and the gateway goes on", arguments: Fault.all)
    func singleFault(fault: Fault) {
        var (bench, tokens, token) = bench()
        var sketch = RequestSketch(token: token)
        fault.spoil(&sketch, tokens)
        let answers = bench.post(sketch).answers
        #expect(answers.map(\.reason) == [fault.reason])
        #expect(answers.map(\.status) == [fault.reason.status])
        #expect(bench.post(RequestSketch(token: token)).answers.map(\.status) == [200])
    }

    @Test("Of any two faults the earlier row answers")
    func pairs() {
        let (bench, tokens, token) = bench()
        for (index, first) in Fault.all.enumerated() {
            for second in Fault.all[(index + 1)...] where second.place != first.place {
                var sketch = RequestSketch(token: token)
                second.spoil(&sketch, tokens)
                first.spoil(&sketch, tokens)
                var copy = bench
                let reasons = copy.post(sketch).answers.map(\.reason)
                #expect(reasons == [first.reason], "\(first.name) and \(second.name)")
            }
        }
    }

    @Test("Each row of the table is reached, and the table's order is the faults' order")
    func rows() {
        let rows = AdmissionRule.envelope + AdmissionRule.table
        let reasons = rows.map(\.reason)
        let reached = Set(Fault.all.map(\.reason) + [.serviceUnavailable])
        #expect(Set(reasons) == reached)
        let names = rows.map(\.name)
        #expect(Set(names).count == names.count)
        let order = Fault.all.compactMap { fault in reasons.firstIndex(of: fault.reason) }
        #expect(order == order.sorted())
    }

    @Test("A service that is down answers 503 before it looks at anything")
    func unavailable() {
        var bench = GatewayBench { $0.isUnavailable = true }
        var sketch = RequestSketch(token: [])
        sketch.method = "GET"
        #expect(bench.post(sketch).answers.map(\.reason) == [.serviceUnavailable])
    }

    @Test("A certificate of one topic stands in for the header")
    func soleTopic() {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.setTopics([GatewayBench.topic])
        sketch.headers["apns-topic"] = nil
        sketch.headers["apns-push-type"] = nil
        #expect(bench.post(sketch).answers.map(\.status) == [200])
    }

    @Test("A VoIP payload may have 5,120 bytes; another type's limit is 4,096")
    func payloadLimits() {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.body = [UInt8](repeating: 0x20, count: 5120)
        #expect(bench.post(sketch).answers.map(\.status) == [200])
        sketch.headers["apns-topic"] = GatewayBench.bundle
        sketch.headers["apns-push-type"] = "alert"
        #expect(bench.post(sketch).answers.map(\.reason) == [.payloadTooLarge])
        sketch.body = [UInt8](repeating: 0x20, count: 4096)
        #expect(bench.post(sketch).answers.map(\.reason) == [.deviceTokenNotForTopic])
    }

    @Test(
        "A push that is no call is not accepted for a PushKit token",
        arguments: APNsPushType.allCases.filter { $0 != .voip }
    )
    func otherTypes(type: APNsPushType) {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        let topic = GatewayBench.bundle + type.topicSuffix
        sketch.setTopics([topic])
        sketch.headers["apns-topic"] = topic
        sketch.headers["apns-push-type"] = type.rawValue
        #expect(bench.post(sketch).answers.map(\.reason) == [.deviceTokenNotForTopic])
    }

    @Test("A VoIP push to the bare bundle identifier is not for the token's topic")
    func bareTopic() {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.headers["apns-topic"] = GatewayBench.bundle
        #expect(bench.post(sketch).answers.map(\.reason) == [.deviceTokenNotForTopic])
    }

    @Test("The apns-id comes back as sent, also on errors; a missing one is made, in upper case")
    func apnsID() throws {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        let sent = "8a2fcb1d-44d8-4b5c-9c4e-5d3a1f0e9b7a"
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

    @Test("A log line has no token and no control characters of the provider's")
    func logLines() {
        var (bench, _, token) = bench()
        var sketch = RequestSketch(token: token)
        sketch.headers["apns-topic"] = "com.\u{1B}[2Jevil\n" + String(repeating: "x", count: 500)
        let topics = bench.post(sketch).records.compactMap(\.topic)
        #expect(topics.count == 1)
        #expect(topics.allSatisfy { $0.hasPrefix("com.[2Jevilx") && $0.utf8.count <= 255 })
    }
}
