// SPDX-License-Identifier: Apache-2.0

/// A push and the device token that it goes to.
public struct AddressedPush: Sendable, Hashable {
    /// The device token in hexadecimal, as the app got it from its push registry.
    public var token: String
    /// What to send.
    public var notification: PushNotification

    /// A push to a device token.
    public init(_ notification: PushNotification, to token: String) {
        self.notification = notification
        self.token = token
    }

    /// Checks that all can stand in a request.
    ///
    /// - Throws: ``PushSenderError/invalidNotification(_:)``, which names the field and its rule.
    func check() throws(PushSenderError) {
        guard !token.isEmpty, token.utf8.count <= 4_096, token.utf8.allSatisfy(Self.canBeInPath)
        else {
            throw .invalidNotification("the device token must be hexadecimal digits")
        }
        try Self.check(notification.topic, "apns-topic")
        try Self.check(notification.pushType.rawValue, "apns-push-type")
        if let id = notification.apnsID { try Self.check(id, "apns-id") }
        if let id = notification.collapseID { try Self.check(id, "apns-collapse-id") }
    }

    private static func check(_ value: String, _ name: String) throws(PushSenderError) {
        let text = value.utf8
        guard text.count <= 1_024 else {
            throw .invalidNotification("\(name) must not be longer than 1,024 bytes")
        }
        guard text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .invalidNotification("\(name) must not contain control characters")
        }
        // HTTP/2 has no such values (RFC 9113 §8.2.1).
        guard text.first != 0x20, text.last != 0x20 else {
            throw .invalidNotification("\(name) must not begin or end with a blank")
        }
    }

    /// The unreserved characters of RFC 3986, and the percent sign: what the token of a caller who
    /// wants to see the server's answer to it may consist of.
    private static func canBeInPath(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
