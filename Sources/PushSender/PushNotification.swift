// SPDX-License-Identifier: Apache-2.0

/// One push, as a provider writes it.
///
/// Nothing of it is checked here but that it can stand in a request: the server's own answer tells
/// what it thinks of the rest.
public struct PushNotification: Sendable, Hashable {
    /// What a push is for: the `apns-push-type`.
    public struct PushType: RawRepresentable, Sendable, Hashable {
        /// The word in the header.
        public let rawValue: String

        /// A type by its word, for one that has no name here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A call is coming: the device wakes the app, which reports the call.
        public static let voip = PushType(rawValue: "voip")
    }

    /// The app's bundle identifier with the suffix of the push type: `com.example.hotline.voip`.
    public var topic: String

    /// What the push is for.
    public var pushType: PushType

    /// Until when the server keeps the push, in seconds since 1970.
    ///
    /// 0: one attempt and nothing kept, as befits a call. `nil`: the server's own rule.
    public var expiration: Int64?

    /// 10 for at once, 5 and 1 for later.
    ///
    /// `nil`: the server's own rule.
    public var priority: Int?

    /// A UUID in lower case that names this push in answers and logs.
    ///
    /// `nil`: the server makes one.
    public var apnsID: String?

    /// A later push with the same words replaces this one; at most 64 bytes.
    public var collapseID: String?

    /// The body: JSON, at most 5,120 bytes for a VoIP push.
    public var payload: [UInt8]

    /// A push; what is left out suits a call.
    public init(
        topic: String, payload: [UInt8], pushType: PushType = .voip, expiration: Int64? = 0,
        priority: Int? = 10, apnsID: String? = nil, collapseID: String? = nil
    ) {
        self.topic = topic
        self.payload = payload
        self.pushType = pushType
        self.expiration = expiration
        self.priority = priority
        self.apnsID = apnsID
        self.collapseID = collapseID
    }
}
