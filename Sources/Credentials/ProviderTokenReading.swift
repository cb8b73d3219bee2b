// SPDX-License-Identifier: Apache-2.0

/// What a provider token says, as far as it could be read.
///
/// Nothing of it is proven before ``ProviderTokenReader/signature(of:with:)`` is
/// ``ProviderTokenSignature/valid``.
package struct ProviderTokenReading: Hashable, Sendable {
    /// The claim `iat`: when the token was made, in seconds since 1970.
    package enum IssuedAt: Hashable, Sendable {
        /// There is no such claim.
        case absent
        /// A JSON number, as RFC 7519 §2 has it; a fraction is rounded down.
        case number(Int64)
        /// A number in a JSON string, as APNSwift up to version 7 sends.
        case text(Int64)
        /// Something else, or beyond 64 bits.
        case malformed
    }

    /// Why no key could make the token a good one: the part and the rule, never the token's text.
    ///
    /// Nil if the form is right. ``IssuedAt/text(_:)`` is no defect, since it works in the field.
    package var defect: String?
    /// The header's `alg`.
    package var algorithm: String?
    /// The header's `kid`, 1 to 64 visible ASCII characters.
    package var keyID: String?
    /// The claim `iss`, of the same form.
    package var teamID: String?
    package var issuedAt = IssuedAt.absent

    package init(
        defect: String? = nil,
        algorithm: String? = nil,
        keyID: String? = nil,
        teamID: String? = nil,
        issuedAt: IssuedAt = .absent
    ) {
        self.defect = defect
        self.algorithm = algorithm
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = issuedAt
    }
}

/// What a key says about a token's signature.
package enum ProviderTokenSignature: Hashable, Sendable {
    /// The key's owner signed exactly this header and these claims.
    case valid
    /// The form is right: another key signed, or the token was changed.
    case invalid
    /// It is in DER, the form of OpenSSL and of Apple's Security framework, where RFC 7518 §3.4
    /// wants r and s in 32 bytes each.
    ///
    /// Whether it would verify is not looked at.
    case der
    /// It is neither 64 bytes nor DER, or the token has not three parts.
    case malformed
}
