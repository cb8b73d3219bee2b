// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushSender

@Suite struct PushReasonTests {
    @Test("The table has Apple's 32 reasons and the spelling of the wire, each with its status")
    func table() {
        let words = PushReason.all.map(\.rawValue)
        #expect(words.count == 33)
        #expect(Set(words).count == 33)
        let counts = Dictionary(grouping: PushReason.all) { $0.status ?? 0 }.mapValues(\.count)
        #expect(
            counts == [
                400: 14, 403: 9, 404: 1, 405: 1, 410: 2, 413: 1, 429: 2, 500: 1, 503: 2,
            ])
        for reason in PushReason.all {
            #expect(reason.meaning?.isEmpty == false)
            #expect(reason.remedy?.isEmpty == false)
        }
    }

    @Test("Three tokens are of no use, two of them dead; an unknown word is judged by its status")
    func verdicts() {
        func words(_ verdict: PushReason.TokenVerdict) -> Set<String> {
            Set(PushReason.all.filter { $0.tokenVerdict == verdict }.map(\.rawValue))
        }
        #expect(words(.dead) == ["ExpiredToken", "Unregistered"])
        #expect(words(.misplaced) == ["BadDeviceToken", "DeviceTokenNotForTopic"])
        let unknown = PushReason(rawValue: "SomethingNew")
        #expect(unknown.retry == nil)
        #expect(unknown.retry(status: 503) == .afterLongDelay)
        #expect(unknown.retry(status: 429) == .afterDelay)
        #expect(unknown.retry(status: 400) == .afterMending)
        #expect(PushRejection(status: 400, reason: unknown).description.contains("SomethingNew"))
    }

    @Test(
        "An identifier comes back as it came",
        arguments: [
            "", "x", "ACDFB3EB-14A8-11E5-B60B-1697F925EC7B", "acdfb3eb-14a8-11e5-b60b-1697f925ec7b",
            "Acdfb3eb-14a8-11e5-b60b-1697f925ec7b", "00000000-0000-0000-0000-000000000000",
            "acdfb3eb-14a8-11e5-b60b-1697f925ec7", "acdfb3eb_14a8-11e5-b60b-1697f925ec7b",
        ])
    func identifiers(text: String) {
        #expect(IdentifierText(text).text == text)
        #expect(IdentifierText(text) == IdentifierText(text))
    }

    @Test(
        "The body of a refusal is read in each form, and rubbish has no reason",
        arguments: [
            (#"{"reason":"BadPath"}"#, "BadPath", nil),
            (
                #"{"reason":"Unregistered","timestamp":1454948015990}"#, "Unregistered",
                1_454_948_015_990
            ),
            (#" { "reason" : "A-B" } "#, "A-B", nil), (#"{"reason":"a\"}"#, nil, nil),
            ("", nil, nil), ("[]", nil, nil), (#"{"reason":5}"#, nil, nil), ("{}", nil, nil),
        ] as [(String, String?, Int64?)])
    func bodies(text: String, reason: String?, timestamp: Int64?) {
        let body = ReasonBody(Array(text.utf8))
        #expect(body?.reason == reason)
        #expect(body?.timestamp == timestamp)
    }

    @Test("A queue gives back what came in order, also what was put back to the front")
    func queue() {
        var queue = PushQueue()
        var model: [UInt64] = []
        var state: UInt64 = 1
        for number in UInt64(0)..<2_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            switch state >> 61 {
            case 0...3:
                queue.append(number)
                model.append(number)
            case 4:
                queue.prepend(number)
                model.insert(number, at: 0)
            default:
                let first = queue.popFirst()
                let expected = model.isEmpty ? nil : model.removeFirst()
                #expect(first == expected)
            }
            #expect(queue.count == model.count)
        }
    }
}
