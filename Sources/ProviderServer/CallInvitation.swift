// SPDX-License-Identifier: Apache-2.0
package import PushSender

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// "Call this user": the body of `POST /calls`.
package struct CallInvitation: Sendable, Hashable, Decodable {
    /// The user whose phones shall ring.
    var to: String
    /// The caller's handle: what the phone shows, and calls back.
    var from: String
    /// The caller's name, where it is known.
    var name: String?
    /// Whether the caller wants video.
    var video: Bool?
    /// The call's UUID; the server makes one where there is none.
    var call: String?
    /// The one app that shall ring; all of the user's where there is none.
    var bundle: String?
    /// How many seconds the push is worth keeping; 0, as is usual, for one attempt.
    var expires: Double?

    static let expiresMax = 3_600.0

    /// The call with an identifier, once all fields are right.
    package func checked() throws(RequestFault) -> Self {
        try RequestBody.check(to, "to", byteCountMax: 256)
        try RequestBody.check(from, "from", byteCountMax: 256)
        if let name { try RequestBody.check(name, "name", byteCountMax: 256) }
        if let bundle { try RequestBody.checkBundle(bundle) }
        if let call, UUID(uuidString: call) == nil {
            throw RequestFault(
                400, "call must be a UUID, as 8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A11", field: "call")
        }
        if let expires, !(0...Self.expiresMax).contains(expires) || expires.rounded() != expires {
            throw RequestFault(
                400, "expires must be a whole number of seconds, at most 3600", field: "expires")
        }
        var result = self
        result.call = (call ?? UUID().uuidString).lowercased()
        return result
    }

    /// What the app gets with the push.
    private struct Payload: Encodable {
        struct Notice: Encodable {}
        let aps = Notice()
        let call: String
        let handle: String
        let name: String?
        let video: Bool
        /// Milliseconds since 1970, by which an app can tell a call that came late.
        let timestamp: Int64
    }

    /// The push for one of the user's tokens.
    package func push(
        to registration: TokenRegistration, now: Int64
    ) -> AddressedPush {
        let payload = Payload(
            call: call ?? "", handle: from, name: name, video: video ?? false, timestamp: now)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(payload)).map { Array($0) } ?? []
        let expiration = expires.map { $0 == 0 ? 0 : now / 1000 + Int64($0) } ?? 0
        return AddressedPush(
            PushNotification(
                topic: registration.bundle + ".voip", payload: body, expiration: expiration),
            to: registration.token)
    }
}
