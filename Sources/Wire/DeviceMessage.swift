// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The application protocol (RFC 7301) that a phone asks for when it connects to the gateway.
package let deviceProtocolName = "opencallkit-device/1"

/// Which of Apple's two services a token is of: an app built for development has tokens of its own.
package enum PushEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
    case production
    case development
}

/// What a phone says to the gateway.
package enum DeviceMessage: Hashable, Sendable, Codable {
    /// The first message: a one-time code makes the phone known, and its credential proves it after
    /// that.
    case hello(version: Int, DeviceProof)
    /// Asks for the token of an app; asking again gives the same one.
    case register(BundleID, PushEnvironment)
    case unregister(BundleID, PushEnvironment)
    /// The phone has the push and will not lose it.
    case acknowledge(PushID)
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
    case token(BundleID, PushEnvironment, Bytes)
    case deliver(PushDelivery)
    case pong(Int)
}

/// A push on its way to a phone.
package struct PushDelivery: Hashable, Sendable, Codable {
    package var id: PushID
    package var bundle: BundleID
    package var environment: PushEnvironment
    package var type: String
    package var payload: Bytes
    /// UNIX seconds; 0 was "one attempt"; nil where the provider said nothing.
    package var expiration: Int64?

    package init(
        id: PushID,
        bundle: BundleID,
        environment: PushEnvironment,
        type: String,
        payload: Bytes,
        expiration: Int64?
    ) {
        self.id = id
        self.bundle = bundle
        self.environment = environment
        self.type = type
        self.payload = payload
        self.expiration = expiration
    }
}
