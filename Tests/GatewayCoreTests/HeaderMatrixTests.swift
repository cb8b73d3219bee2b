// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

/// What each header answers where it is absent, right, wrong or doubled.
struct HeaderCase: Sendable, CustomTestStringConvertible {
    enum Proof: String, Sendable, CaseIterable {
        case certificate
        case token
    }

    var name: String
    var right: String
    var wrong: String
    /// By the kind of proof; nil is 200.
    var absent: [Proof: APNsReason]
    var refused: [Proof: APNsReason]

    var testDescription: String { name }

    static func same(_ reason: APNsReason?) -> [Proof: APNsReason] {
        guard let reason else { return [:] }
        return [.certificate: reason, .token: reason]
    }

    static let all = [
        HeaderCase(
            name: ":method", right: "POST", wrong: "PUT", absent: same(.methodNotAllowed),
            refused: same(.methodNotAllowed)),
        HeaderCase(
            name: ":path", right: "", wrong: "/", absent: same(.badPath), refused: same(.badPath)),
        HeaderCase(
            name: "authorization", right: "", wrong: "bearer x",
            absent: [.token: .missingProviderToken], refused: [.token: .invalidProviderToken]),
        HeaderCase(
            name: "apns-topic", right: GatewayBench.topic, wrong: "com.example.other",
            absent: same(.missingTopic), refused: same(.topicDisallowed)),
        HeaderCase(
            name: "apns-id", right: "8a2fcb1d-44d8-4b5c-9c4e-5d3a1f0e9b7a",
            wrong: "8a2fcb1d-44d8-4b5c-9c4e-5d3a1f0e9b7", absent: [:],
            refused: same(.badMessageID)),
        HeaderCase(
            name: "apns-expiration", right: "0", wrong: "-1", absent: [:],
            refused: same(.badExpirationDate)),
        HeaderCase(
            name: "apns-priority", right: "10", wrong: "2", absent: [:],
            refused: same(.badPriority)),
        HeaderCase(
            name: "apns-collapse-id", right: String(repeating: "c", count: 64),
            wrong: String(repeating: "ü", count: 33), absent: [:], refused: same(.badCollapseID)),
        HeaderCase(
            name: "apns-push-type", right: "voip", wrong: "Voip", absent: [:],
            refused: same(.invalidPushType)),
    ]
}

@Suite struct HeaderMatrixTests {
    private struct Stage {
        var bench = GatewayBench()
        var connection: ProviderConnectionID
        var fields: [(name: String, value: String)]

        init(_ proof: HeaderCase.Proof) {
            let phone = bench.phone()
            let key = StoredKey(
                id: "ABCDE12345", team: "TEAM000001", topics: [GatewayBench.topic])
            let authorization = bench.providerToken(key)
            bench.facts[Array("x".utf8)] = ProviderTokenFacts(
                defect: "it has one part, and three are right", algorithm: nil, keyID: nil,
                teamID: nil, issuedAt: .absent, signature: .malformed)
            let identity =
                proof == .certificate ? RequestSketch(token: []).provider : ProviderIdentity.none
            connection = bench.connectProvider(identity).id
            fields = HeaderCase.all.map { ($0.name, $0.right) }
            for index in fields.indices {
                switch fields[index].name {
                case ":path":
                    fields[index].value = "/3/device/" + Bytes(phone.token).hexadecimal
                case "authorization": fields[index].value = authorization
                default: break
                }
            }
        }

        mutating func post(
            _ change: (inout [(name: String, value: String)]) -> Void
        ) -> [APNsReason?] {
            change(&fields)
            let key = RequestKey(connection: connection, stream: 1)
            let request = PushRequest(
                key: key, fields: PushFields(fields), body: [0x7B, 0x7D], bodyByteCount: 2)
            return bench.apply(.pushRequested(request)).answers.map(\.reason)
        }
    }

    @Test(
        "Every header absent, right, wrong and doubled has one answer for each kind of proof",
        arguments: HeaderCase.all, HeaderCase.Proof.allCases)
    func answers(header: HeaderCase, proof: HeaderCase.Proof) {
        var right = Stage(proof)
        #expect(right.post { _ in } == [nil])
        var absent = Stage(proof)
        #expect(
            absent.post { $0.removeAll { $0.name == header.name } } == [header.absent[proof]])
        var wrong = Stage(proof)
        let reasons = wrong.post { fields in
            for index in fields.indices where fields[index].name == header.name {
                fields[index].value = header.wrong
            }
        }
        #expect(reasons == [header.refused[proof]])
        var doubled = Stage(proof)
        #expect(
            doubled.post { fields in
                fields += fields.filter { $0.name == header.name }
            } == [.duplicateHeaders])
    }

    @Test("Headers that nobody reads may come and come again, names are exact")
    func others() {
        var stage = Stage(.certificate)
        let reasons = stage.post {
            $0 += [
                ("user-agent", "a"), ("x", ""), ("x", ""), (":scheme", "https"), ("apns-idea", "1"),
                ("apns-i", "1"), ("authorizatiom", "x"), ("authorizatiom", "y"),
            ]
        }
        #expect(reasons == [nil])
    }
}
