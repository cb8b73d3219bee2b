// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKWire

extension Seeds {
    /// See `FrameFuzz`: kind, bytes at a time, frames.
    static func messages() throws -> [(name: String, bytes: [UInt8])] {
        let id = PushID(high: 0x8A2F_6E04_2B34_4D0A, low: 0x9E0C_1D1C_5B1E_7F10)
        let delivery = PushDelivery(
            id: id, number: 7, bundle: "com.a", environment: .production, kind: .voip,
            payload: Bytes([0x7B, 0x7D]), expiration: 0, acceptedAt: 1_900_000_000_000)
        let hello = DeviceMessage.hello(
            version: deviceProtocolVersion, .credential(device: "d", secret: Bytes([1, 2])))
        let activation = DeviceMessage.hello(
            version: deviceProtocolVersion, .activation(code: "ABCD-EFGH"))
        func device(_ messages: DeviceMessage...) throws -> [UInt8] {
            try messages.flatMap { try MessageCoder.frame($0) }
        }
        func gateway(_ messages: GatewayMessage...) throws -> [UInt8] {
            try messages.flatMap { try MessageCoder.frame($0) }
        }
        func text(_ body: String) -> [UInt8] { Array(body.utf8) }
        return [
            ("device-hello", [0, 0] + (try device(hello, .ping(1)))),
            ("device-activation", [0, 3] + (try device(activation))),
            (
                "device-tokens",
                [0, 1]
                    + (try device(
                        .register("com.a", .production, .voip),
                        .unregister("com.a", .development, .alert),
                        .renew("com.b", .production, .voip)))
            ),
            ("device-acknowledge", [0, 0] + (try device(.acknowledge(id, number: 7)))),
            ("gateway-deliver", [1, 0] + (try gateway(.deliver(delivery)))),
            (
                "gateway-answers",
                [1, 5]
                    + (try gateway(
                        .welcome(version: 2), .activated(device: "d", secret: Bytes([1])),
                        .token("com.a", .production, .voip, Bytes([1, 2])), .pong(1),
                        .refused("é\n\"")))
            ),
            ("control-status", [0x82, 0] + text(#"{"status":{}}"#)),
            (
                "control-fault",
                [0x82, 0]
                    + text(
                        #"{"addFault":{"_0":{"action":"answer","every":3,"#
                            + #""reason":"Unregistered"}}}"#)
            ),
            ("control-reply", [0x83, 0] + text(#"{"refused":{"_0":"no"}}"#)),
            ("app-hello", [4, 0] + (try MessageCoder.frame(AppRequest.hello(version: 1)))),
            ("app-pushes", [4, 0] + (try MessageCoder.frame(AppRequest.desirePushTypes(["a"])))),
            ("app-token", [5, 0] + (try MessageCoder.frame(AppNotice.pushToken("a", Bytes([1]))))),
            ("user-request", [0x86, 0] + text(#"{"id":1,"request":{"status":{}}}"#)),
            ("user-notice", [0x87, 0] + text(#"{"welcome":{"version":1}}"#)),
            (
                "key",
                [0x88, 0]
                    + text(
                        #"{"environments":["production"],"id":"A","isRevoked":false,"issued":1,"#
                            + #""publicKey":"P","team":"T"}"#)
            ),
            ("directory-complete", [0x89, 0] + text(#"{"complete":{}}"#)),
            ("directory-failed", [0x8A, 0] + text(#"{"failed":{"code":3,"words":"w"}}"#)),
            ("directory-batch", [0x8B, 0] + batch()),
        ]
    }

    private static func batch() -> [UInt8] {
        var writer = EntryBatchWriter()
        writer.removeAllBlocking()
        for number in [14_085_550_100, 14_085_550_101] as [Int64] { writer.addBlocking(number) }
        for label in ["Bakery", "Café", "Bakery"] {
            var label = label
            label.withUTF8 { writer.addIdentification(33_162_000_000, label: $0) }
        }
        writer.removeIdentification(.max)
        return writer.take()
    }
}
