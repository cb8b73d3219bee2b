// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("Payloads of pushes") struct DecoderTests {
    private static let fresh = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()
    private static let decoder = VoIPPushDecoder { fresh }

    /// As a push service hands it over.
    private static func read(_ json: String) throws -> VoIPPushReading {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try decoder.read(try #require(object as? [String: Any]))
    }

    /// What a payload says, in a line: kind and handle, name, video, end.
    private static func summary(_ json: String) throws -> String {
        let reading = try read(json)
        let call = reading.call
        let handle = call.handle.map { "\($0.kind.rawValue):\($0.value)" } ?? "-"
        let identifier = reading.hasIdentifier ? call.id.uuidString.prefix(4) : "-"
        return [
            String(identifier), handle, call.name ?? "-", call.hasVideo ? "video" : "audio",
            call.endReason?.rawValue ?? "rings",
        ].joined(separator: " | ")
    }

    @Test(
        "the shapes that servers send are understood",
        arguments: [
            (
                #"{"aps":{"alert":{"incoming_caller_id":"0123456789","#
                    + #""incoming_caller_name":"T"}}}"#,
                "- | phoneNumber:0123456789 | T | audio | rings"
            ),
            (
                #"{"aps":{},"call":"8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11","handle":"ann","#
                    + #""name":"Ann","timestamp":1700000000000,"video":true}"#,
                "8C36 | generic:ann | Ann | video | rings"
            ),
            (
                #"{"caller":"+86 187 1234 5678","name":"Tester"}"#,
                "- | phoneNumber:+8618712345678 | Tester | audio | rings"
            ),
            (
                #"{"UUID":"8C36E1B20B0F4B589C0A6D5C1B1E1A11","handle":"a@b.example","#
                    + #""hasVideo":1,"callerName":"B"}"#,
                "8C36 | emailAddress:a@b.example | B | video | rings"
            ),
            (
                #"{"id":"8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11","nameCaller":"Ann","#
                    + #""handle":"0123456","isVideo":"true"}"#,
                "8C36 | phoneNumber:0123456 | Ann | video | rings"
            ),
            (
                #"{"data":{"call_uuid":"8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11","#
                    + #""caller":{"name":"Ann","number":"tel:+49 (30) 123-456"}},"id":"push 7"}"#,
                "8C36 | phoneNumber:+4930123456 | Ann | audio | rings"
            ),
            (
                #"{"call":{"id":"8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11","from":"sip:ann@x.example","#
                    + #""call_type":"video_call"}}"#,
                "8C36 | generic:sip:ann@x.example | - | video | rings"
            ),
            (
                #"{"payload":{"from":{"display_name":"Ann","id":4711}}}"#,
                "- | phoneNumber:4711 | Ann | audio | rings"
            ),
            (
                #"{"handle":"12","handle_type":"number","video":false,"callType":"video"}"#,
                "- | phoneNumber:12 | - | audio | rings"
            ),
            (
                #"{"handle":"030 123456","handleType":"generic"}"#,
                "- | generic:030 123456 | - | audio | rings"
            ),
            (#"{"name":"Tester"}"#, "- | - | Tester | audio | rings"),
            (#"{"handle":"+1 800 FLOWERS"}"#, "- | generic:+1 800 FLOWERS | - | audio | rings"),
        ])
    func shapes(json: String, expected: String) throws {
        #expect(try Self.summary(json) == expected)
    }

    @Test(
        "a call that the server has called off says why",
        arguments: [
            (#""type":"cancel""#, CallEndReason.remote), (#""event":"call_cancelled""#, .remote),
            (#""action":"HANG-UP""#, .remote), (#""cancelled":true"#, .remote),
            (#""is_canceled":"1""#, .remote), (#""status":"missed_call""#, .unanswered),
            (#""event":"answered_elsewhere""#, .answeredElsewhere),
            (#""answeredElsewhere":1"#, .answeredElsewhere),
            (#""state":"declinedElsewhere""#, .declinedElsewhere),
        ])
    func calledOff(field: String, reason: CallEndReason) throws {
        #expect(try Self.read("{\"handle\":\"ann\",\(field)}").call.endReason == reason)
    }

    @Test(
        "what only looks like it is no end",
        arguments: [
            #""type":"voip""#, #""type":"incoming_call""#, #""cancelled":false"#,
            #""cancelled":null"#, #""cancel":"/calls/7/cancel""#, #""status":"ringing""#,
            #""event":7"#, #""ended":[]"#,
        ])
    func notCalledOff(field: String) throws {
        #expect(try Self.read("{\"handle\":\"ann\",\(field)}").call.endReason == nil)
    }

    @Test(
        "a moment is read in each form",
        arguments: [
            "1700000000", "1700000000.0", "\"1700000000\"", "1700000000000", "\"1700000000000\"",
            "1700000000000000", "1700000000000000000", "\"2023-11-14T22:13:20Z\"",
            "\"2023-11-14T22:13:20.000Z\"", "\"2023-11-14T23:13:20+01:00\"",
        ])
    func moments(text: String) throws {
        let reading = try Self.read("{\"handle\":\"ann\",\"sent_at\":\(text)}")
        #expect(reading.sent == Date(timeIntervalSince1970: 1_700_000_000))
    }

    @Test(
        "what is no moment is none",
        arguments: [
            "0", "-1", "17", "1e300", "true", "null", "\"\"", "\"soon\"", "\"nan\"", "\"inf\"",
            "[]", "{}", "\"2023-13-99T99:99:99Z\"",
        ])
    func noMoments(text: String) throws {
        #expect(try Self.read("{\"handle\":\"ann\",\"sent_at\":\(text)}").sent == nil)
    }

    @Test("an expiry is a moment, or seconds after the sending") func expiry() throws {
        let sent = Date(timeIntervalSince1970: 1_700_000_000)
        let moment = try Self.read(#"{"handle":"ann","expires_at":1700000030}"#)
        #expect(moment.expires == sent + 30)
        let span = try Self.read(#"{"handle":"ann","ts":1700000000,"expires":30}"#)
        #expect(span.expires == sent + 30)
        #expect(try Self.read(#"{"handle":"ann","expires":30}"#).expires == nil)
    }

    @Test("a number and its digits are the same call") func numbers() throws {
        let text = try Self.read(#"{"id":"12212"}"#).call.id
        #expect(try Self.read(#"{"id":12212}"#).call.id == text)
        #expect(try Self.read(#"{"id":12212.0}"#).call.id == text)
        #expect(text == CallIdentifier.uuid("12212"))
    }

    @Test("Swift's own values and property lists are read like JSON") func propertyLists() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let payload: [String: Any] = [
            "id": 12212, "handle": "ann", "video": true, "sent": date, "name": Data([1, 2]),
        ]
        let plist = try PropertyListSerialization.propertyList(
            from: PropertyListSerialization.data(
                fromPropertyList: payload, format: .binary, options: 0), format: nil)
        for object in [payload, try #require(plist as? [String: Any])] {
            let reading = try Self.decoder.read(object)
            #expect(reading.call.id == CallIdentifier.uuid("12212"))
            #expect(reading.call.hasVideo)
            #expect(reading.sent == date)
            #expect(reading.call.name == nil)
        }
    }

    @Test("a long name is cut between two characters") func longNames() throws {
        let family = "👩‍👩‍👧‍👦"
        for name in [
            String(repeating: "ä", count: 2_500), String(repeating: family, count: 200),
            "x" + String(repeating: "e\u{301}", count: 1_600),
        ] {
            let read = try Self.decoder.read(["name": name, "handle": name]).call
            let short = try #require(read.name)
            #expect(name.hasPrefix(short))
            #expect((230...CallText.byteCountMax).contains(short.utf8.count))
            #expect(read.handle?.value == short)
        }
    }

    @Test("a character without end is no name") func endlessCharacter() throws {
        let endless = "a" + String(repeating: "\u{301}", count: 2_000)
        #expect(try Self.decoder.read(["name": endless, "id": "1"]).call.name == nil)
    }

    @Test(
        "control and bidirectional characters are left out",
        arguments: [
            ("An\u{202E}n\u{0}a\n", "Anna"), ("\u{2066}Ann\u{2069}", "Ann"),
            (" Ann\u{85}\u{2028} ", "Ann"), ("\u{200F}", nil), (" \t", nil),
        ] as [(String, String?)])
    func unwanted(text: String, expected: String?) throws {
        #expect(try Self.decoder.read(["name": text, "id": "1"]).call.name == expected)
    }

    @Test("what tells of no call is a fault") func faults() {
        #expect(throws: VoIPPushFault.empty) { try Self.decoder.read([:]) }
        #expect(throws: VoIPPushFault.noCall(keys: ["aps", "b\u{FFFD}ll"])) {
            try Self.decoder.read(["b\u{FFFD}ll": 1, "aps": ["alert": "Ann calls"]])
        }
        #expect(throws: VoIPPushFault.noCall(keys: [])) { try Self.decoder.read([7: "seven"]) }
        let many = Dictionary(uniqueKeysWithValues: (0...256).map { ("k\($0)", $0) })
        #expect(throws: VoIPPushFault.tooManyFields(limit: 256)) { try Self.decoder.read(many) }
        #expect(throws: VoIPPushFault.tooManyFields(limit: 256)) {
            try Self.decoder.read(["data": many, "handle": "ann"])
        }
    }

    @Test("what lies too deep is not looked for") func depth() {
        var payload: [String: Any] = ["handle": "ann"]
        for _ in 0..<4 { payload = ["data": payload] }
        #expect((try? Self.decoder.read(payload)) != nil)
        for _ in 0..<60 { payload = ["data": payload] }
        #expect((try? Self.decoder.read(payload)) == nil)
    }

    /// Each kind of value that JSON and property lists have, and some at their limits.
    nonisolated(unsafe) private static let values: [Any] = [
        // Unsafe because none of it can change.
        "", "x", String(repeating: "9", count: 5_000), "\u{0}", 0, -1, Int.max, UInt64.max,
        1.5, Double.nan, Double.infinity, -Double.greatestFiniteMagnitude, true, false, NSNull(),
        [Any](), ["x", 1], [String: Any](), ["x": ["y": 1]], ["name": 1, "id": [:]],
        Date(timeIntervalSince1970: 1e30), Date.distantPast, Data([0, 255]), Data(),
        NSNumber(value: 7),
        NSDecimalNumber(string: "1e99"), UUID(), URL(fileURLWithPath: "/"), Int8(1), Float(2),
    ]

    @Test("no value at any key is more than an absence") func everyValueAtEveryKey() throws {
        let table = PushFieldTable.self
        let names =
            table.containers + table.persons + table.identifier + table.otherIdentifier
            + table.handle + table.personHandle + table.name + table.handleKind + table.video
            + table.callKind + table.event + table.endedFlags.map(\.0) + table.sent + table.expires
        for name in Set(names).subtracting(["voip"]).sorted() {
            for value in Self.values {
                let reading = try? Self.decoder.read([name: value])
                #expect((reading?.call.name?.utf8.count ?? 0) <= CallText.byteCountMax)
                // Beside what can be read, it must not hide that there is a call.
                let beside = [name: value, "zone": ["x": 1], "voip": ["number": "4711"]]
                let call = try Self.decoder.read(beside)
                #expect(call.call.handle != nil)
                let inner = try? Self.decoder.read(["caller": [name: value], "data": [name: value]])
                #expect((inner?.call.handle?.value.utf8.count ?? 0) <= CallText.byteCountMax)
            }
        }
    }
}
