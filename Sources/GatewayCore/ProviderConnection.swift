// SPDX-License-Identifier: Apache-2.0

/// A connection of a provider, while it lasts.
///
/// Numbers are not used twice.
package struct ProviderConnectionID: Hashable, Sendable, Comparable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// What the verification of a client certificate came to.
package enum CertificateVerdict: String, Hashable, Sendable, CaseIterable {
    case valid
    case expired
    case notYetValid
    case revoked
    case untrusted
}

/// What a client certificate says.
package struct CertificateIdentity: Hashable, Sendable {
    /// The topics that it lists, in its order.
    package var topics: [String]
    package var environments: [APNsEnvironment]
    /// It has the marks of a push certificate.
    package var isPushCertificate: Bool
    package var verdict: CertificateVerdict

    package init(
        topics: [String],
        environments: [APNsEnvironment],
        isPushCertificate: Bool = true,
        verdict: CertificateVerdict = .valid
    ) {
        self.topics = topics
        self.environments = environments
        self.isPushCertificate = isPushCertificate
        self.verdict = verdict
    }
}

/// Who a provider is, as its handshake showed.
package enum ProviderIdentity: Hashable, Sendable {
    /// Its requests must bring a provider token.
    case none
    case certificate(CertificateIdentity)
}

/// A provider's connection, when its handshake is done.
package struct ProviderConnection: Hashable, Sendable {
    package var id: ProviderConnectionID
    /// By the port, or by the server name that it asked for.
    package var environment: APNsEnvironment
    package var identity: ProviderIdentity
    /// It named `h2` in its handshake (RFC 7301).
    package var offersALPN: Bool

    package init(
        id: ProviderConnectionID,
        environment: APNsEnvironment,
        identity: ProviderIdentity,
        offersALPN: Bool = true
    ) {
        self.id = id
        self.environment = environment
        self.identity = identity
        self.offersALPN = offersALPN
    }
}

/// A farewell to a provider's connection: NO_ERROR, and `{"reason":…}` where there is a reason.
///
/// What was begun before it is finished.
package struct GoAway: Hashable, Sendable {
    package var reason: APNsReason?

    package init(reason: APNsReason?) { self.reason = reason }
}
