// SPDX-License-Identifier: Apache-2.0
import COpenSSL

extension CertificateAuthority {
    /// Makes the list of all certificates that this authority has revoked.
    ///
    /// A list replaces the one before, so it has every revoked certificate that is not long
    /// expired. It is good as long as the authority, because a server that checks with a list that
    /// has run out refuses every client.
    ///
    /// - Parameters:
    ///   - revoked: At most ``RevocationList/countMax``, in any order. Of two with the same number
    ///     the earlier date counts.
    ///   - now: The present, in seconds since 1970; also the list's number, which has to grow.
    /// - Returns: The signed list. `openssl crl -text` shows it.
    /// - Throws: ``CredentialsError/invalidField(name:rule:)`` for a serial number, or
    ///   ``CredentialsError/invalidValidity(notBefore:days:)`` if the authority's time is over.
    package func revocationList(
        revoked: [RevokedCertificate],
        at now: Int64
    ) throws(CredentialsError) -> RevocationList {
        guard revoked.count <= RevocationList.countMax else {
            throw .invalidField(
                name: "list of revoked certificates",
                rule: "at most \(RevocationList.countMax) long"
            )
        }
        guard (certificate.notBefore...certificate.notAfter).contains(now) else {
            throw .invalidValidity(notBefore: now, days: 1)
        }
        var dates: [[UInt8]: Int64] = [:]
        for entry in revoked {
            let serial = try SerialNumber.bytes(entry.serialNumber)
            guard Self.times.contains(entry.date) else {
                throw .invalidField(name: "date of a revocation", rule: "of the years 1970 to 2399")
            }
            dates[serial] = min(entry.date, dates[serial] ?? entry.date)
        }
        guard let pointer = X509_CRL_new() else { throw libraryFailure("make a revocation list") }
        let handle = RevocationListHandle(owning: pointer)
        // OpenSSL sorts the list below, so that the dictionary's order does not show.
        for (serial, date) in dates { try RevocationDraft.add(serial, date, to: pointer) }
        X509_CRL_sort(pointer)
        try RevocationDraft.fill(pointer, of: identity, at: now)
        guard X509_CRL_sign(pointer, identity.key.handle.pointer, EVP_sha256()) > 0 else {
            throw libraryFailure("sign a revocation list")
        }
        return try RevocationList(adopting: handle)
    }
}

/// Fills in a list before it is signed.
private enum RevocationDraft {
    static func fill(
        _ pointer: OpaquePointer,
        of authority: Identity,
        at now: Int64
    ) throws(CredentialsError) {
        let issuer = authority.certificate
        let last = ASN1_TIME_set(
            nil,
            Int(max(now - CertificateAuthority.clockTolerance, issuer.notBefore))
        )
        let next = ASN1_TIME_set(nil, Int(issuer.notAfter))
        let number = ASN1_INTEGER_new()
        let key = COpenSSL_extension(
            issuer.handle.pointer,
            issuer.handle.pointer,
            NID_authority_key_identifier,
            "keyid:always"
        )
        defer {
            ASN1_STRING_free(last)
            ASN1_STRING_free(next)
            ASN1_INTEGER_free(number)
            X509_EXTENSION_free(key)
        }
        guard X509_CRL_set_version(pointer, 1) == 1,  // 1 means version 2
            X509_CRL_set_issuer_name(pointer, X509_get_subject_name(issuer.handle.pointer)) == 1,
            X509_CRL_set1_lastUpdate(pointer, last) == 1,
            X509_CRL_set1_nextUpdate(pointer, next) == 1,
            X509_CRL_add_ext(pointer, key, -1) == 1,
            ASN1_INTEGER_set_int64(number, now) == 1,
            X509_CRL_add1_ext_i2d(pointer, NID_crl_number, number, 0, 0) == 1
        else { throw libraryFailure("fill in a revocation list") }
    }

    static func add(
        _ serial: [UInt8],
        _ date: Int64,
        to list: OpaquePointer
    ) throws(CredentialsError) {
        let bytes = BN_bin2bn(serial, Int32(serial.count), nil)
        let number = BN_to_ASN1_INTEGER(bytes, nil)
        let time = ASN1_TIME_set(nil, Int(date))
        let entry = X509_REVOKED_new()
        defer {
            BN_free(bytes)
            ASN1_INTEGER_free(number)
            ASN1_STRING_free(time)
        }
        guard X509_REVOKED_set_serialNumber(entry, number) == 1,
            X509_REVOKED_set_revocationDate(entry, time) == 1,
            // The list takes the entry over.
            X509_CRL_add0_revoked(list, entry) == 1
        else {
            X509_REVOKED_free(entry)
            throw libraryFailure("write an entry of a revocation list")
        }
    }
}
