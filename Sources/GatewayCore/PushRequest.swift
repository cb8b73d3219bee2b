// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Names a provider's request until it is answered: its connection, and its stream in that.
package struct RequestKey: Hashable, Sendable {
    package var connection: ProviderConnectionID
    package var stream: Int32

    package init(connection: ProviderConnectionID, stream: Int32) {
        self.connection = connection
        self.stream = stream
    }
}

/// A provider's request, whole and unjudged.
///
/// What its connection knows is not repeated in it: see ``ProviderConnection``.
package struct PushRequest: Hashable, Sendable {
    package var key: RequestKey
    package var fields: PushFields
    /// Empty where it was too large to be kept.
    package var body: [UInt8]
    /// How long the body was, as far as it was counted.
    package var bodyByteCount: Int
    /// It is longer than any push may be, and was not kept.
    package var isBodyTooLarge: Bool

    package init(
        key: RequestKey,
        fields: PushFields,
        body: [UInt8],
        bodyByteCount: Int,
        isBodyTooLarge: Bool = false
    ) {
        self.key = key
        self.fields = fields
        self.body = body
        self.bodyByteCount = bodyByteCount
        self.isBodyTooLarge = isBodyTooLarge
    }
}

/// The answer to a request.
///
/// A body is due where there is a reason: `{"reason":…}`, with `"timestamp":…` where there is one.
package struct PushAnswer: Hashable, Sendable {
    /// Nil for 200.
    package var reason: APNsReason?
    /// As the provider wrote it, or made here.
    package var apnsID: WrittenPushID
    /// `apns-unique-id`: for accepted pushes of the development environment alone.
    package var uniqueID: WrittenPushID?
    /// For 410 alone: since when the token is known to be of no use.
    package var timestamp: WallTime?

    package init(
        reason: APNsReason?,
        apnsID: WrittenPushID,
        uniqueID: WrittenPushID? = nil,
        timestamp: WallTime? = nil
    ) {
        self.reason = reason
        self.apnsID = apnsID
        self.uniqueID = uniqueID
        self.timestamp = timestamp
    }

    package var status: Int { reason?.status ?? 200 }
}
