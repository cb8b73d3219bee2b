// SPDX-License-Identifier: Apache-2.0

/// Names the examination of a provider token until it is answered.
package struct ExaminationTicket: Hashable, Sendable, Comparable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// What a provider token says, read and verified by the driver and judged by nobody yet.
package struct ProviderTokenFacts: Hashable, Sendable {
    /// The claim `iat`.
    package enum IssuedAt: Hashable, Sendable {
        case absent
        case number(Int64)
        /// A number in a string, as some clients have sent it, and Apple has taken it.
        case text(Int64)
        case malformed
    }

    /// What the signature came to.
    package enum Signature: Hashable, Sendable {
        case valid
        case invalid
        /// In DER, the usual mistake.
        case der
        case malformed
        /// No key of that identifier is kept, so that nothing could be verified.
        case keyUnknown
    }

    /// Why it cannot be right, whatever its key; nil if its form is right.
    ///
    /// The words are without the token's text.
    package var defect: String?
    package var algorithm: String?
    /// The header `kid`.
    package var keyID: String?
    /// The claim `iss`.
    package var teamID: String?
    package var issuedAt: IssuedAt
    package var signature: Signature

    package init(
        defect: String? = nil,
        algorithm: String?,
        keyID: String?,
        teamID: String?,
        issuedAt: IssuedAt,
        signature: Signature
    ) {
        self.defect = defect
        self.algorithm = algorithm
        self.keyID = keyID
        self.teamID = teamID
        self.issuedAt = issuedAt
        self.signature = signature
    }
}
