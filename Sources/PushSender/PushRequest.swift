// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2

/// A push as it goes over the wire.
struct PushRequest: Sendable {
    let path: String
    let headers: [HTTP2Header]
    let body: [UInt8]
    let apnsID: String?

    init(_ notification: PushNotification, token: String) throws(PushSenderError) {
        guard !token.isEmpty, token.utf8.allSatisfy(Self.isLetterOrDigit) else {
            throw .invalidNotification("the device token must be hexadecimal digits")
        }
        path = "/3/device/\(token)"
        body = notification.payload
        apnsID = notification.apnsID
        var headers: [HTTP2Header] = []
        let fields: [(String, String?)] = [
            ("apns-topic", notification.topic),
            ("apns-push-type", notification.pushType.rawValue),
            ("apns-expiration", notification.expiration.map(String.init)),
            ("apns-priority", notification.priority.map(String.init)),
            ("apns-id", notification.apnsID),
            ("apns-collapse-id", notification.collapseID),
        ]
        for (name, value) in fields {
            guard let value else { continue }
            guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .invalidNotification("\(name) must not contain control characters")
            }
            headers.append(HTTP2Header(name, value))
        }
        self.headers = headers
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
