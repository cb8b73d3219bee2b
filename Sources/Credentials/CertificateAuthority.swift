// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A private certificate authority: makes itself, servers' certificates and push certificates.
///
/// Times are arguments, in seconds since 1970. What is issued is valid from an hour earlier on,
/// since the clocks of two machines differ, and never longer than the authority itself.
package struct CertificateAuthority: Sendable {
    /// Ten years.
    package static let authorityDays = 3_650
    /// The longest that Apple's platforms accept of a server is 398 days.
    package static let serverDays = 397
    /// Apple's push certificates are good for about 13 months.
    package static let pushDays = 395

    static let clockTolerance: Int64 = 3_600
    /// From 1970 to 2400: far below the last year that a certificate can name, and no sum
    /// overflows.
    static let times: ClosedRange<Int64> = 0...13_569_465_600

    /// The authority's certificate and key.
    package let identity: Identity

    package var certificate: Certificate { identity.certificate }

    /// Takes up an authority that was made before.
    ///
    /// - Throws: ``CredentialsError/notAnAuthority(subject:)`` if the certificate may not issue.
    package init(identity: Identity) throws(CredentialsError) {
        guard X509_check_ca(identity.certificate.handle.pointer) == 1 else {
            throw .notAnAuthority(subject: identity.certificate.subject.description)
        }
        self.identity = identity
    }

    /// Makes a new authority with a P-256 key.
    ///
    /// - Parameters:
    ///   - commonName: What people will see as the issuer; at most 64 characters.
    ///   - now: The present, in seconds since 1970.
    ///   - days: How long it is good.
    /// - Returns: The authority, with a certificate that it signed itself.
    /// - Throws: ``CredentialsError`` for a name or a time that cannot stand in a certificate.
    package static func create(
        commonName: String,
        at now: Int64,
        days: Int = authorityDays
    ) throws(CredentialsError) -> CertificateAuthority {
        guard (1...64).contains(commonName.count) else {
            throw .invalidField(name: "common name", rule: "1 to 64 characters long")
        }
        let key = try PrivateKey.generate(.p256)
        var draft = CertificateDraft(subject: DistinguishedName(commonName: commonName))
        draft.validity = try validity(from: now, days: days)
        draft.standardExtensions = [
            (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
            (NID_key_usage, "critical,keyCertSign,cRLSign"),
            (NID_subject_key_identifier, "hash"),
        ]
        let certificate = try draft.signed(for: key, by: nil)
        return try CertificateAuthority(identity: Identity(certificate: certificate, key: key))
    }

    /// Issues a server's certificate with a new P-256 key.
    ///
    /// - Parameters:
    ///   - hosts: DNS names and IP addresses, at least one; the first is also the common name.
    ///   - now: The present, in seconds since 1970.
    ///   - days: How long it is good.
    /// - Returns: The certificate and its key.
    /// - Throws: ``CredentialsError/invalidHost(_:)``, or an error about the validity.
    package func issueServer(
        hosts: [String] = ["localhost", "127.0.0.1", "::1"],
        at now: Int64,
        days: Int = serverDays
    ) throws(CredentialsError) -> Identity {
        guard let first = hosts.first else { throw .invalidHost("") }
        var draft = CertificateDraft(
            subject: DistinguishedName(commonName: String(first.prefix(64)))
        )
        draft.validity = try validity(from: now, days: days)
        draft.standardExtensions = Self.leafExtensions(
            usage: "critical,digitalSignature",
            extendedUsage: "serverAuth"
        )
        draft.encodedExtensions = [try SubjectAlternativeName.encoded(hosts)]
        return try issue(draft, key: .generate(.p256))
    }

    /// Issues a push certificate with a new RSA key, as Apple's portal would.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: The app's, without `.voip`.
    ///   - kind: Which of Apple's kinds.
    ///   - environments: Where it is good, if it shall differ from what the kind says.
    ///   - team: The team identifier, 1 to 64 letters and digits.
    ///   - organization: The name of the team; at most 64 characters.
    ///   - now: The present, in seconds since 1970.
    ///   - days: How long it is good.
    ///   - validity: The exact seconds of its validity, in place of `now` and `days`; it may be
    ///     over.
    /// - Returns: The certificate and its key.
    /// - Throws: ``CredentialsError/invalidBundleIdentifier(_:)``, or an error about another field.
    package func issuePushCertificate(
        bundleIdentifier: String,
        kind: PushCertificateKind,
        environments: PushEnvironments? = nil,
        team: String = "OPENCALLKT",
        organization: String = "OpenCallKit",
        at now: Int64,
        days: Int = pushDays,
        exactly validity: ClosedRange<Int64>? = nil
    ) throws(CredentialsError) -> Identity {
        try BundleIdentifierRule.check(bundleIdentifier)
        guard (1...64).contains(team.utf8.count), team.utf8.allSatisfy(isLetterOrDigit) else {
            throw .invalidField(name: "team", rule: "1 to 64 letters and digits, as in ABCDE12345")
        }
        guard (1...64).contains(organization.count) else {
            throw .invalidField(name: "organization", rule: "1 to 64 characters long")
        }
        var draft = CertificateDraft(
            subject: DistinguishedName(
                userID: kind.userID(bundleIdentifier),
                // X.520 bounds a common name; nothing may depend on it, so a long one is cut.
                commonName: String("\(kind.title): \(bundleIdentifier)".prefix(64)),
                organizationalUnit: team,
                organization: organization,
                country: "US"
            )
        )
        draft.encodedExtensions =
            Self.markers(environments ?? kind.environments) + kind.extensions(bundleIdentifier)
        return try issueClient(draft, key: .generate(.rsa2048), at: now, days, validity)
    }

    /// Issues a client's certificate that is not for pushes, with a new P-256 key.
    ///
    /// It has no topic and no environment.
    ///
    /// - Parameters:
    ///   - commonName: The client's name; 1 to 64 characters.
    ///   - now: The present, in seconds since 1970.
    ///   - days: How long it is good.
    ///   - validity: The exact seconds of its validity, in place of `now` and `days`; it may be
    ///     over.
    /// - Returns: The certificate and its key.
    /// - Throws: ``CredentialsError`` for a name or a time that cannot stand in a certificate.
    package func issueClient(
        commonName: String,
        at now: Int64,
        days: Int = pushDays,
        exactly validity: ClosedRange<Int64>? = nil
    ) throws(CredentialsError) -> Identity {
        guard (1...64).contains(commonName.count) else {
            throw .invalidField(name: "common name", rule: "1 to 64 characters long")
        }
        let draft = CertificateDraft(subject: DistinguishedName(commonName: commonName))
        return try issueClient(draft, key: .generate(.p256), at: now, days, validity)
    }

    private func issueClient(
        _ draft: CertificateDraft,
        key: PrivateKey,
        at now: Int64,
        _ days: Int,
        _ exact: ClosedRange<Int64>?
    ) throws(CredentialsError) -> Identity {
        var draft = draft
        if let exact {
            guard Self.times.contains(exact.lowerBound), Self.times.contains(exact.upperBound)
            else {
                throw .invalidValidity(
                    notBefore: exact.lowerBound,
                    days: Int(clamping: (exact.upperBound / 86_400 - exact.lowerBound / 86_400))
                )
            }
            draft.validity = exact
        } else {
            draft.validity = try validity(from: now, days: days)
        }
        draft.standardExtensions = Self.leafExtensions(
            usage: "critical,digitalSignature",
            extendedUsage: "clientAuth"
        )
        return try issue(draft, key: key)
    }

    private static func markers(_ environments: PushEnvironments) -> [EncodedExtension] {
        [
            (PushEnvironments.development, AppleExtension.development),
            (.production, .production),
        ].filter { environments.contains($0.0) }
            .map { EncodedExtension(oid: $0.1.rawValue, value: DERWriter.null) }
    }

    private func issue(
        _ draft: CertificateDraft,
        key: PrivateKey
    ) throws(CredentialsError) -> Identity {
        try Identity(certificate: draft.signed(for: key, by: identity), key: key)
    }

    private func validity(
        from now: Int64,
        days: Int
    ) throws(CredentialsError) -> ClosedRange<Int64> {
        let wanted = try Self.validity(from: now, days: days)
        let lower = max(wanted.lowerBound, certificate.notBefore)
        let upper = min(wanted.upperBound, certificate.notAfter)
        guard lower < upper else { throw .invalidValidity(notBefore: now, days: days) }
        return lower...upper
    }

    private static func validity(
        from now: Int64,
        days: Int
    ) throws(CredentialsError) -> ClosedRange<Int64> {
        // No difference before the bounds are checked: it could overflow.
        guard times.contains(now), now >= clockTolerance, (1...36_500).contains(days) else {
            throw .invalidValidity(notBefore: now, days: days)
        }
        return (now - clockTolerance)...(now + Int64(days) * 86_400)
    }

    private static func leafExtensions(usage: String, extendedUsage: String) -> [(Int32, String)] {
        [
            (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, usage),
            (NID_ext_key_usage, extendedUsage), (NID_subject_key_identifier, "hash"),
            (NID_authority_key_identifier, "keyid:always"),
        ]
    }
}

/// Apple's rule for bundle identifiers.
enum BundleIdentifierRule {
    /// Apple's portal accepts no longer ones.
    static let byteCountMax = 155

    static func check(_ identifier: String) throws(CredentialsError) {
        let isRight = { (byte: UInt8) in
            isLetterOrDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        let labels = identifier.split(separator: ".", omittingEmptySubsequences: false)
        guard identifier.utf8.count <= byteCountMax, identifier.utf8.allSatisfy(isRight),
            labels.allSatisfy({ !$0.isEmpty })
        else { throw .invalidBundleIdentifier(identifier) }
    }
}

/// Whether the byte is an ASCII letter or digit.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: false
    }
}
