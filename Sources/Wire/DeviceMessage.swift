// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The application protocol (RFC 7301) that a phone asks for when it connects to the gateway.
package let deviceProtocolName = "opencallkit-device/2"

/// The version of the messages between a phone and the gateway, said in both hellos.
package let deviceProtocolVersion = 2

/// Which of an app's tokens: PushKit's, or the one of remote notifications.
package enum PushTokenKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its topic is the bundle identifier with `.voip` added.
    case voip
    /// Its topic is the bundle identifier.
    case alert
}

/// What a phone says to the gateway.
package enum DeviceMessage: Hashable, Sendable, Codable {
    /// The first message: a one-time code makes the phone known, and its credential proves it after
    /// that.
    case hello(version: Int, DeviceProof)
    /// Asks for the token of an app; asking again gives the same one.
    case register(BundleID, PushEnvironment, PushTokenKind)
    /// The app is gone: its token stays in being for a while and then answers 410.
    case unregister(BundleID, PushEnvironment, PushTokenKind)
    /// Asks for another token in the place of the one that the app has, which is dead from then on
    /// (B118).
    case renew(BundleID, PushEnvironment, PushTokenKind)
    /// The phone has the push and will not lose it: the id and ``PushDelivery/number`` as they
    /// came.
    case acknowledge(PushID, number: UInt64)
    case ping(Int)
}

/// How a phone proves what it is.
package enum DeviceProof: Hashable, Sendable, Codable {
    case activation(code: String)
    case credential(device: String, secret: Bytes)
}

/// What the gateway says to a phone.
package enum GatewayMessage: Hashable, Sendable, Codable {
    case welcome(version: Int)
    /// The answer to an activation: keep both; the gateway keeps only a hash of the secret.
    case activated(device: String, secret: Bytes)
    /// The gateway will not talk to this phone; the connection ends after it.
    case refused(String)
    /// The answer to a register or a renew; it replaces an earlier one.
    case token(BundleID, PushEnvironment, PushTokenKind, Bytes)
    case deliver(PushDelivery)
    case pong(Int)
}

/// A push on its way to a phone.
package struct PushDelivery: Hashable, Sendable, Codable {
    /// The provider's `apns-id`, which it may use for several pushes.
    package var id: PushID
    /// The gateway's own number of this push: the same when it is delivered again, and greater for
    /// each later push of the same start of the gateway.
    ///
    /// With the id it names the push: a clock that was set back may repeat a number alone.
    package var number: UInt64
    package var bundle: BundleID
    package var environment: PushEnvironment
    /// Which of the app's tokens it was sent to.
    package var kind: PushTokenKind
    package var payload: Bytes
    /// UNIX seconds; 0 was "one attempt", as is a date that had passed; nil where the provider said
    /// nothing.
    package var expiration: Int64?
    /// When the gateway took it, in milliseconds since 1970 on the gateway's clock.
    package var acceptedAt: Int64

    package init(
        id: PushID,
        number: UInt64,
        bundle: BundleID,
        environment: PushEnvironment,
        kind: PushTokenKind,
        payload: Bytes,
        expiration: Int64?,
        acceptedAt: Int64
    ) {
        self.id = id
        self.number = number
        self.bundle = bundle
        self.environment = environment
        self.kind = kind
        self.payload = payload
        self.expiration = expiration
        self.acceptedAt = acceptedAt
    }
}
