// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

/// A provider token, and what it comes to.
struct TokenCase: Sendable, CustomTestStringConvertible {
    var name: String
    var key = GatewayBench.key
    var isKeyKnown = true
    var reason: APNsReason?
    var remark: Remark?
    var change: @Sendable (inout ProviderTokenFacts) -> Void = { _ in }

    var testDescription: String { name }

    static let now: Int64 = 1_900_000_000
    static let id = GatewayBench.key.id

    static let all = formCases + ageCases + keyCases

    private static let formCases = [
        TokenCase(name: "a good one"),
        TokenCase(
            name: "no form", reason: .invalidProviderToken, remark: .tokenDefect("two parts"),
            change: { $0.defect = "two\u{7} parts" }),
        TokenCase(
            name: "RS256", reason: .invalidProviderToken, remark: .tokenAlgorithm("RS256"),
            change: { $0.algorithm = "RS256" }),
        TokenCase(
            name: "no alg", reason: .invalidProviderToken, remark: .tokenAlgorithm("missing"),
            change: { $0.algorithm = nil }),
        TokenCase(
            name: "no kid", reason: .invalidProviderToken, remark: .keyIDMissing,
            change: { $0.keyID = nil }),
        TokenCase(
            name: "another's signature", reason: .invalidProviderToken,
            remark: .signatureInvalid(keyID: id), change: { $0.signature = .invalid }),
        TokenCase(
            name: "a signature in DER", reason: .invalidProviderToken, remark: .signatureDER,
            change: { $0.signature = .der }),
        TokenCase(
            name: "a cut signature", reason: .invalidProviderToken, remark: .signatureMalformed,
            change: { $0.signature = .malformed }),
        TokenCase(
            name: "no iss", reason: .invalidProviderToken, remark: .teamMissing,
            change: { $0.teamID = nil }),
        TokenCase(
            name: "another team's iss", reason: .invalidProviderToken,
            remark: .teamNotKeys(team: "TEAM000009", keyID: id, owner: "TEAM000001"),
            change: { $0.teamID = "TEAM000009" }),
    ]

    private static let ageCases = [
        TokenCase(
            name: "no iat", reason: .invalidProviderToken, remark: .issuedAtMissing,
            change: { $0.issuedAt = .absent }),
        TokenCase(
            name: "an iat that is none", reason: .invalidProviderToken, remark: .issuedAtMalformed,
            change: { $0.issuedAt = .malformed }),
        TokenCase(name: "an hour old", change: { $0.issuedAt = .number(now - 3600) }),
        TokenCase(
            name: "older than an hour", reason: .expiredProviderToken,
            remark: .tokenOld(seconds: 3601), change: { $0.issuedAt = .number(now - 3601) }),
        TokenCase(name: "an hour ahead", change: { $0.issuedAt = .number(now + 3600) }),
        TokenCase(
            name: "farther ahead", reason: .invalidProviderToken,
            remark: .issuedAtAhead(seconds: 3601), change: { $0.issuedAt = .number(now + 3601) }),
        TokenCase(
            name: "before all time", reason: .invalidProviderToken, remark: .issuedAtMalformed,
            change: { $0.issuedAt = .number(.min) }),
        TokenCase(
            name: "after all time", reason: .invalidProviderToken,
            remark: .issuedAtAhead(seconds: .max - now), change: { $0.issuedAt = .number(.max) }),
    ]

    private static let keyCases = [
        TokenCase(
            name: "an unknown key", isKeyKnown: false, reason: .invalidProviderToken,
            remark: .keyUnknown(id), change: { $0.signature = .keyUnknown }),
        TokenCase(
            name: "a revoked key",
            key: StoredKey(id: id, team: "TEAM000001", isRevoked: true),
            reason: .invalidProviderToken, remark: .keyRevoked(id)),
        TokenCase(
            name: "a key for development",
            key: StoredKey(id: id, team: "TEAM000001", environments: [.development]),
            reason: .badEnvironmentKey, remark: .keyForOtherEnvironment(keyID: id, .production)),
        TokenCase(
            name: "a key of the topic",
            key: StoredKey(id: id, team: "TEAM000001", topics: [GatewayBench.topic])),
        TokenCase(
            name: "a key of the bundle",
            key: StoredKey(id: id, team: "TEAM000001", topics: [GatewayBench.bundle])),
        TokenCase(
            name: "a key of other topics",
            key: StoredKey(id: id, team: "TEAM000001", topics: ["com.example.other"]),
            reason: .topicDisallowed, remark: .topicNotInKey),
    ]
}

@Suite struct ProviderTokenTests {
    private func sketch(_ phone: GatewayBench.Phone, _ authorization: String) -> RequestSketch {
        var sketch = RequestSketch(token: phone.token)
        sketch.setToken(authorization)
        return sketch
    }

    @Test("Each provider token has its answer, and words that say why", arguments: TokenCase.all)
    func table(tokenCase: TokenCase) {
        var bench = GatewayBench()
        let phone = bench.phone()
        let authorization =
            tokenCase.isKeyKnown
            ? bench.providerToken(tokenCase.key, change: tokenCase.change)
            : bench.unknownToken(tokenCase.key, change: tokenCase.change)
        let effects = bench.post(sketch(phone, authorization))
        #expect(effects.answers.map(\.reason) == [tokenCase.reason])
        #expect(effects.records.first?.remark == tokenCase.remark)
        #expect(tokenCase.remark.map(\.words.isEmpty) != true)
    }

    @Test(
        "The scheme is bearer in any case, then a token",
        arguments: [
            ("Bearer ", nil), ("BEARER   ", nil), ("bearer", .invalidProviderToken),
            ("basic ", .invalidProviderToken), ("", .invalidProviderToken),
        ] as [(String, APNsReason?)])
    func scheme(prefix: String, reason: APNsReason?) {
        var bench = GatewayBench()
        let phone = bench.phone()
        let token = bench.providerToken().dropFirst("bearer ".count)
        #expect(bench.post(sketch(phone, prefix + token)).answers.map(\.reason) == [reason])
        for empty in ["bearer", "bearer ", ""] {
            let reasons = bench.post(sketch(phone, empty)).answers.map(\.reason)
            #expect(reasons == [.missingProviderToken])
        }
    }

    @Test("iat as a string is let through with a remark, once, and refused when strict")
    func textualDate() {
        for isStrict in [false, true] {
            var bench = GatewayBench { $0.isStrict = isStrict }
            let phone = bench.phone()
            let token = bench.providerToken(issuedAt: .text(TokenCase.now))
            let first = bench.post(sketch(phone, token))
            #expect(first.answers.map(\.reason) == [isStrict ? .invalidProviderToken : nil])
            #expect(first.remarks == (isStrict ? [] : [.issuedAtText]))
            #expect(bench.post(sketch(phone, token)).remarks.isEmpty)
        }
    }

    @Test("The other spelling of the key's environment is a matter of the rules")
    func spelling() {
        var bench = GatewayBench { $0.usesDocumentedSpelling = true }
        let phone = bench.phone()
        let key = StoredKey(id: "ABCDE12345", team: "TEAM000001", environments: [.development])
        let effects = bench.post(sketch(phone, bench.providerToken(key)))
        #expect(effects.answers.map(\.reason?.rawValue) == ["BadEnvironmentKeyIdInToken"])
    }

    @Test("A token that was good grows old on its connection")
    func ageing() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let token = bench.providerToken()
        #expect(bench.post(sketch(phone, token)).answers.map(\.status) == [200])
        bench.now.wall.milliseconds += 3_600_999
        #expect(bench.post(sketch(phone, token)).answers.map(\.status) == [200])
        bench.now.wall.milliseconds += 1
        #expect(bench.post(sketch(phone, token)).answers.map(\.reason) == [.expiredProviderToken])
    }

    @Test("A new token sooner than after 20 minutes makes the connection useless until then")
    func updates() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let tokens = (0..<3).map { _ in bench.providerToken() }
        let connection = bench.connectProvider().id
        func reasons(_ token: String) -> [APNsReason?] {
            bench.post(sketch(phone, token), on: connection).answers.map(\.reason)
        }
        #expect(reasons(tokens[0]) == [nil])
        bench.now.monotonic = bench.now.monotonic + .seconds(1199)
        #expect(reasons(tokens[0]) == [nil])
        #expect(reasons(tokens[1]) == [.tooManyProviderTokenUpdates])
        #expect(reasons(tokens[0]) == [.tooManyProviderTokenUpdates])
        // Another connection may use it at once.
        #expect(bench.post(sketch(phone, tokens[1])).answers.map(\.reason) == [nil])
        bench.now.monotonic = bench.now.monotonic + .seconds(1)
        #expect(reasons(tokens[1]) == [nil])
        #expect(reasons(tokens[2]) == [.tooManyProviderTokenUpdates])
    }

    @Test("The first key binds its connection to its team and its kind of key")
    func unrelatedKeys() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let keys = [
            StoredKey(id: "FIRST00001", team: "TEAM000001"),
            StoredKey(id: "SECOND0002", team: "TEAM000001"),
            StoredKey(id: "TOPICS0003", team: "TEAM000001", topics: [GatewayBench.bundle]),
            StoredKey(id: "FOREIGN004", team: "TEAM000002"),
        ]
        for (first, second, isRelated) in [
            (0, 0, true), (0, 1, true), (0, 2, false), (0, 3, false), (2, 0, false), (2, 2, true),
        ] {
            let connection = bench.connectProvider().id
            let before = sketch(phone, bench.providerToken(keys[first]))
            #expect(bench.post(before, on: connection).answers.map(\.status) == [200])
            bench.now.monotonic = bench.now.monotonic + .seconds(1200)
            let after = sketch(phone, bench.providerToken(keys[second]))
            let reasons = bench.post(after, on: connection).answers.map(\.reason)
            #expect(reasons == [isRelated ? nil : .unrelatedKeyID], "\(first), \(second)")
        }
    }

    @Test("A key that is added or revoked counts from the next request on")
    func changes() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let token = bench.unknownToken { $0.signature = .keyUnknown }
        let request = sketch(phone, token)
        #expect(bench.post(request).answers.map(\.reason) == [.invalidProviderToken])
        bench.facts[Array(token.utf8.dropFirst(7))]?.signature = .valid
        let added = bench.apply(.keyAdded(ControlKey(number: 1), GatewayBench.key))
        #expect(added.changes == [.addKey(GatewayBench.key)])
        #expect(added.contains(.controlSettled(ControlKey(number: 1), failure: nil)))
        #expect(bench.post(request).answers.map(\.reason) == [nil])
        let revoked = bench.apply(.keyRevoked(ControlKey(number: 2), keyID: GatewayBench.key.id))
        #expect(revoked.changes == [.revokeKey(id: GatewayBench.key.id)])
        #expect(bench.post(request).records.map(\.remark) == [.keyRevoked(GatewayBench.key.id)])
        let unknown = bench.apply(.keyRevoked(ControlKey(number: 3), keyID: "NONE000000"))
        guard case .controlSettled(_, failure: .some) = unknown.first else {
            Issue.record("an unknown key was revoked")
            return
        }
    }

    @Test("A key that could not be stored does not count")
    func keyNotStored() {
        var bench = GatewayBench()
        bench.storesAtOnce = false
        let asked = bench.apply(.keyAdded(ControlKey(number: 1), GatewayBench.key))
        let failed = bench.apply(.storeFailed(asked.tickets[0], "full"))
        guard case .controlSettled(_, failure: let words?) = failed.last else {
            Issue.record("nobody was told")
            return
        }
        #expect(words.contains("full"))
        #expect(bench.gateway.status.keyCount == 0)
    }

    // MARK: Examination

    @Test("A token is examined once for all its connections; requests wait in their order")
    func waiting() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let token = bench.providerToken()
        let facts = bench.facts
        bench.facts = [:]
        let (first, second) = (bench.connectProvider().id, bench.connectProvider().id)
        let asked = bench.post(sketch(phone, token), on: first)
        #expect(asked.answers.isEmpty)
        guard case .examine(let ticket, let bytes)? = asked.last else {
            Issue.record("nothing was examined")
            return
        }
        #expect(bytes == Array(token.utf8.dropFirst(7)))
        var spoilt = sketch(phone, token)
        spoilt.method = "GET"
        #expect(bench.post(spoilt, on: first).isEmpty)
        #expect(bench.post(sketch(phone, token), on: second).isEmpty)
        let found =
            facts[bytes]
            ?? ProviderTokenFacts(
                algorithm: nil, keyID: nil, teamID: nil, issuedAt: .absent, signature: .malformed)
        let settled = bench.apply(.tokenExamined(ticket, found))
        #expect(settled.answers.map(\.reason) == [nil, .methodNotAllowed, nil])
        #expect(bench.apply(.tokenExamined(ticket, found)).isEmpty)
        #expect(
            bench.gateway.nextDeadline == bench.now.monotonic + bench.gateway.rules.silenceTimeout)
        // Known from now on.
        #expect(bench.post(sketch(phone, token)).answers.map(\.status) == [200])
    }

    @Test("A token that nobody examines in time makes a 500, and those behind it go on")
    func noExamination() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let token = bench.providerToken()
        bench.facts = [:]
        let connection = bench.connectProvider().id
        _ = bench.post(sketch(phone, token), on: connection)
        _ = bench.post(sketch(phone, "bearer "), on: connection)
        let late = bench.pass(.seconds(10))
        #expect(late.answers.map(\.reason) == [.internalServerError, .missingProviderToken])
        #expect(late.records.first?.remark == .tokenNotExamined)
    }

    @Test("A connection that closed meanwhile gets nothing")
    func closedMeanwhile() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let token = bench.providerToken()
        bench.facts = [:]
        let connection = bench.connectProvider().id
        let asked = bench.post(sketch(phone, token), on: connection)
        bench.apply(.providerClosed(connection))
        guard case .examine(let ticket, _)? = asked.last else { return }
        let facts = ProviderTokenFacts(
            algorithm: nil, keyID: nil, teamID: nil, issuedAt: .absent, signature: .malformed)
        #expect(bench.apply(.tokenExamined(ticket, facts)).isEmpty)
    }

    @Test("What is remembered of tokens is bounded, and the oldest is examined again")
    func remembered() {
        var bench = GatewayBench { $0.examinedTokenLimit = 2 }
        let phone = bench.phone()
        let tokens = (0..<3).map { _ in bench.providerToken() }
        func isExamined(_ token: String) -> Bool {
            let effects = bench.post(sketch(phone, token), on: bench.connectProvider().id)
            return effects.contains { if case .examine = $0 { true } else { false } }
        }
        #expect(tokens.map(isExamined) == [true, true, true])
        #expect(tokens.reversed().map(isExamined) == [false, false, true])
    }
}
