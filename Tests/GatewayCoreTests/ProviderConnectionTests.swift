// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

@Suite struct ProviderConnectionTests {
    private let topics = [GatewayBench.bundle, GatewayBench.topic]

    private func limits(_ effects: [GatewayEffect]) -> [Int] {
        effects.compactMap { if case .setStreamLimit(_, let limit) = $0 { limit } else { nil } }
    }

    private func farewells(_ effects: [GatewayEffect]) -> [APNsReason?] {
        effects.compactMap { if case .goAway(_, let last) = $0 { last.reason } else { nil } }
    }

    private func drops(_ effects: [GatewayEffect]) -> Int {
        effects.count { if case .drop = $0 { true } else { false } }
    }

    @Test("A provider with a token has one stream until its first success, then all of them")
    func streams() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let token = bench.providerToken()
        let (connection, effects) = bench.connectProvider()
        #expect(effects == [.setStreamLimit(connection, 1)])
        var sketch = RequestSketch(token: [0])
        sketch.setToken(token)
        // Authenticated, but no success.
        #expect(limits(bench.post(sketch, on: connection)).isEmpty)
        sketch.path = "/3/device/" + Bytes(phone.token).hexadecimal
        let success = bench.post(sketch, on: connection)
        #expect(limits(success) == [1000])
        let position = success.firstIndex(of: .setStreamLimit(connection, 1000)) ?? .max
        let answer = success.firstIndex { if case .answer = $0 { true } else { false } } ?? 0
        #expect(position < answer)
        #expect(limits(bench.post(sketch, on: connection)).isEmpty)
    }

    @Test("A certificate has all streams at once")
    func certificateStreams() {
        var bench = GatewayBench { $0.streamLimit = 500 }
        #expect(limits(bench.connectProvider(RequestSketch(token: []).provider).effects) == [500])
    }

    @Test("If the rules say so, a refusal takes the streams away until the next success")
    func loweredStreams() {
        var bench = GatewayBench { $0.refusalLowersStreams = true }
        let phone = bench.phone()
        let gone = bench.phone()
        let app = AppKey(bundle: GatewayBench.bundle, environment: .production)
        bench.apply(.deviceSaid(gone.connection, .unregister(app)))
        let connection = bench.connectProvider(RequestSketch(token: []).provider).id
        func limits(_ token: [UInt8]) -> [Int] {
            self.limits(bench.post(RequestSketch(token: token), on: connection))
        }
        #expect(limits(phone.token).isEmpty)
        // 410 is no error of the provider's.
        #expect(limits(gone.token).isEmpty)
        #expect(limits([0]) == [1])
        #expect(limits([0]).isEmpty)
        #expect(limits(phone.token) == [1000])
    }

    @Test("A bad certificate ends its connection by GOAWAY, or its requests by 403")
    func badCertificates() {
        let cases: [(CertificateIdentity, APNsReason, Remark)] = [
            (
                CertificateIdentity(topics: topics, environments: [.development]),
                .badCertificateEnvironment, .certificateForOtherEnvironment(.production)
            ),
            (
                CertificateIdentity(
                    topics: topics, environments: [.production], isPushCertificate: false),
                .badCertificate, .certificateWithoutTopics
            ),
            (
                CertificateIdentity(topics: [], environments: [.production]),
                .badCertificate, .certificateWithoutTopics
            ),
            (
                CertificateIdentity(
                    topics: topics, environments: [.production], verdict: .revoked),
                .badCertificate, .certificate(.revoked)
            ),
        ]
        for (certificate, reason, remark) in cases {
            var bench = GatewayBench()
            let phone = bench.phone()
            let (connection, effects) = bench.connectProvider(.certificate(certificate))
            #expect(farewells(effects) == [reason])
            #expect(effects.remarks == [remark])
            // What comes all the same is refused.
            let post = bench.post(RequestSketch(token: phone.token), on: connection)
            #expect(post.answers.map(\.reason) == [reason])
            var lenient = GatewayBench { $0.certificateRefusal = .answer }
            #expect(farewells(lenient.connectProvider(.certificate(certificate)).effects).isEmpty)
        }
        #expect(CertificateVerdict.allCases.allSatisfy { !Remark.certificate($0).words.isEmpty })
    }

    @Test("A certificate wins over authorization, which is told once")
    func bothProofs() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let change: (inout RequestSketch) -> Void = { $0.headers["authorization"] = "nonsense" }
        let first = bench.post(to: phone, change)
        #expect(first.answers.map(\.status) == [200])
        #expect(first.remarks == [.authorizationIgnored])
        #expect(bench.post(to: phone, change).remarks.isEmpty)
    }

    @Test("Without ALPN a connection is served and remarked, or cut when strict")
    func noALPN() {
        var bench = GatewayBench()
        let effects = bench.connectProvider(offersALPN: false).effects
        #expect(effects.remarks == [.noALPN] && drops(effects) == 0)
        var strict = GatewayBench { $0.isStrict = true }
        #expect(drops(strict.connectProvider(offersALPN: false).effects) == 1)
        #expect(strict.gateway.status.providerCount == 0)
    }

    @Test("What works in the field is let through with a remark, and refused when strict")
    func leniency() {
        let cases: [(String, String, Remark, APNsReason)] = [
            ("apns-priority", "0", .priorityZero, .badPriority),
            (
                "apns-id", "8A2FCB1D-44D8-4B5C-9C4E-5D3A1F0E9B7A", .upperCaseID, .badMessageID
            ),
        ]
        for (header, value, remark, reason) in cases {
            var bench = GatewayBench()
            let phone = bench.phone()
            let effects = bench.post(to: phone) { $0.headers[header] = value }
            #expect(effects.answers.map(\.status) == [200])
            #expect(effects.remarks == [remark])
            var strict = GatewayBench { $0.isStrict = true }
            let other = strict.phone()
            let refused = strict.post(to: other) { $0.headers[header] = value }
            #expect(refused.answers.map(\.reason) == [reason])
            #expect(refused.records.map(\.remark) == [remark])
            #expect(remark.words.contains("--strict"))
        }
    }

    @Test("An expiration that cannot be meant, and a payload that is no object, are remarked")
    func oddities() {
        let cases: [(String, String, [Remark])] = [
            ("0", "{}", []), ("300", "{}", [.expirationPast(300)]),
            ("1899999999", " \n{", [.expirationPast(1_899_999_999)]), ("1900000001", "{", []),
            ("1900000000000", "{", [.expirationInMilliseconds]), ("0", "[]", [.payloadNotObject]),
            ("0", " ", [.payloadNotObject]),
        ]
        for (expiration, payload, remarks) in cases {
            var bench = GatewayBench()
            let phone = bench.phone()
            let effects = bench.post(to: phone, expiration: expiration) {
                $0.body = Array(payload.utf8)
            }
            #expect(effects.answers.map(\.status) == [200])
            #expect(effects.remarks == remarks)
            #expect(remarks.allSatisfy { !$0.words.isEmpty })
        }
    }

    @Test("When the service ends, providers are told once, and requests get 503 Shutdown")
    func shutdown() {
        var bench = GatewayBench()
        let phone = bench.phone()
        _ = bench.post(to: phone)
        _ = bench.connectProvider()
        #expect(farewells(bench.apply(.shutdownStarted)) == [.shutdown, .shutdown])
        #expect(bench.apply(.shutdownStarted).isEmpty)
        let late = bench.post(to: phone)
        #expect(late.answers.map(\.reason) == [.shutdown] && late.answers.map(\.status) == [503])
        #expect(farewells(bench.connectProvider().effects) == [.shutdown])
    }

    @Test("A request of a connection that is gone has no answer")
    func gone() {
        var bench = GatewayBench()
        let phone = bench.phone()
        let connection = bench.connectProvider().id
        bench.apply(.providerClosed(connection))
        #expect(bench.post(RequestSketch(token: phone.token), on: connection).isEmpty)
        #expect(bench.apply(.providerClosed(connection)).isEmpty)
    }

    @Test("Each reason is spelt once, and the two spellings of one have one status")
    func reasons() {
        #expect(Set(APNsReason.allCases.map(\.rawValue)).count == 33)
        #expect(APNsReason.badEnvironmentKey.status == APNsReason.badEnvironmentKeyID.status)
        #expect(APNsReason.allCases.filter { $0.status == 410 } == [.expiredToken, .unregistered])
    }
}
