// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

extension GatewayFuzz {
    /// A provider asks: with what is right, with a choice of what is not, or with any bytes.
    mutating func post() throws(FuzzFinding) {
        let index = source.below(3)
        let ways = source.byte()
        var fields: [(name: String, value: String)] = [
            (":method", ways & 1 == 0 ? "POST" : "GET"),
            (":path", "/3/device/" + Bytes(world.token(nth: source.below(8))).hexadecimal),
        ]
        if ways & 2 == 0 { fields.append(("apns-topic", topic())) }
        if ways & 4 == 0 { fields.append(("apns-expiration", expiration())) }
        if ways & 8 != 0 { fields.append(("authorization", authorization())) }
        if ways & 16 != 0 {
            let types = ["voip", "alert", "background", "call", ""]
            fields.append(("apns-push-type", source.pick(types)))
        }
        if ways & 32 != 0 {
            fields.append(("apns-collapse-id", source.pick(["a", "b", "", longText])))
            fields.append(("apns-priority", source.pick(["10", "5", "1", "0", "x"])))
        }
        if ways & 64 != 0 { fields.append(("apns-id", identifier())) }
        if ways & 128 != 0 { addAnyFields(to: &fields) }
        let size = source.byte()
        let count = size == 255 ? 5_121 : Int(size)
        try world.post(
            index, PushFields(fields), body: [UInt8](repeating: 0x7B, count: count),
            isTooLarge: size == 254)
    }

    private var longText: String { String(repeating: "c", count: 65) }

    private mutating func topic() -> String {
        source.pick(["com.a.voip", "com.a", "com.b.voip", "com.c.voip", "", "a b"])
    }

    private mutating func expiration() -> String {
        let now = world.now.wall.milliseconds / 1_000
        let choices = ["0", "\(now + 30)", "\(now - 5)", "\(now + 100_000)", "x", "", "-1"]
        return source.pick(choices + ["9223372036854775807", "99999999999999999999"])
    }

    private mutating func authorization() -> String {
        source.pick([
            "bearer one", "bearer two", "bearer three", "Bearer one", "basic one", "", "bearer ",
        ])
    }

    private mutating func identifier() -> String {
        let number = source.below(4)
        let digits = "0123456789abcdef"
        let tail = digits.dropFirst(number).prefix(1)
        return source.below(4) == 3
            ? "no id" : "8A2F6E04-2b34-4d0a-9e0c-1d1c5b1e7f0" + tail
    }

    /// Names that are read, names that are not, and values of any bytes.
    private mutating func addAnyFields(to fields: inout [(name: String, value: String)]) {
        for _ in 0..<source.below(4) {
            let name =
                source.below(3) == 0
                ? String(decoding: source.run(), as: UTF8.self)
                : PushField.allCases[source.below(PushField.allCases.count)].name.description
            fields.append((name, String(decoding: source.run(), as: UTF8.self)))
        }
    }

    // MARK: Provider tokens and faults

    mutating func facts() -> ProviderTokenFacts {
        let ways = source.byte()
        let now = world.now.wall.milliseconds / 1_000
        let times: [ProviderTokenFacts.IssuedAt] = [
            .number(now), .number(now - 3_601), .number(.min), .number(.max), .text(now), .absent,
            .malformed,
        ]
        let signatures: [ProviderTokenFacts.Signature] = [
            .valid, .valid, .invalid, .der, .malformed, .keyUnknown,
        ]
        return ProviderTokenFacts(
            defect: ways & 7 == 7 ? "it is defect" : nil,
            algorithm: ways & 24 == 24 ? "RS256" : "ES256",
            keyID: ways & 32 == 0 ? "KEY0000001" : source.pick([nil, "KEY0000002", ""]),
            teamID: ways & 64 == 0 ? "TEAM000001" : source.pick([nil, "TEAM000002", ""]),
            issuedAt: ways & 128 == 0 ? .number(now) : source.pick(times),
            signature: source.pick(signatures))
    }

    mutating func addFault() throws(FuzzFinding) {
        let ways = source.byte()
        let interval = Interval.milliseconds(Int64(source.byte()) * 100)
        // All but an endless silence: each request shall have its answer at the end.
        let actions: [FaultAction] = [
            .answer(APNsReason.allCases[source.below(APNsReason.allCases.count)]),
            .delay(interval), .drop, .goAway(.allCases.first), .away(interval),
            .delayDelivery(interval), .reorderDeliveries, .duplicateDelivery, .loseDelivery,
        ]
        let match = FaultMatch(
            tokenPrefix: ways & 1 == 0 ? nil : [1], topic: ways & 2 == 0 ? nil : "com.a.voip",
            isForConnections: ways & 12 == 12, everyNth: ways & 16 == 0 ? nil : source.below(4),
            timesLeft: ways & 32 == 0 ? nil : source.below(4))
        try world.apply(.faultAdded(FaultRule(match: match, action: source.pick(actions))))
    }
}
