// SPDX-License-Identifier: Apache-2.0
import COpenSSL

extension Certificate {
    /// What a certificate is presented for; its extended key usage must allow it.
    package enum Purpose: Sendable {
        case clientAuthentication
        case serverAuthentication
    }

    /// Whether `authority` signed this certificate.
    ///
    /// Says nothing about time or purpose.
    package func isIssued(by authority: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard X509_check_issued(authority.handle.pointer, handle.pointer) == X509_V_OK else {
            return false
        }
        return X509_verify(handle.pointer, X509_get0_pubkey(authority.handle.pointer)) == 1
    }

    /// Whether the certificate may be trusted: its chain, signature, time, purpose and extensions.
    ///
    /// - Parameters:
    ///   - authority: The only certificate that is trusted.
    ///   - purpose: What the certificate was presented for.
    ///   - revocations: The authority's list, or nil to ask for none.
    ///   - now: The time to judge by, in seconds since 1970.
    /// - Throws: ``CredentialsError/expired(subject:notAfter:)`` and its neighbours.
    package func check(
        issuedBy authority: Certificate,
        for purpose: Purpose,
        revocations: RevocationList? = nil,
        at now: Int64
    ) throws(CredentialsError) {
        let code = try verification(authority, purpose, revocations, now)
        switch code {
        case X509_V_OK: return
        case X509_V_ERR_CERT_HAS_EXPIRED:
            // The chain has two certificates; the error is of the one whose time is over.
            let late = notAfter < now ? self : authority
            throw .expired(subject: late.subject.description, notAfter: late.notAfter)
        case X509_V_ERR_CERT_NOT_YET_VALID:
            let early = notBefore > now ? self : authority
            throw .notYetValid(subject: early.subject.description, notBefore: early.notBefore)
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_SIGNATURE_FAILURE,
            X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SUBJECT_ISSUER_MISMATCH,
            X509_V_ERR_AKID_SKID_MISMATCH:
            throw .notIssued(subject: subject.description, by: authority.subject.description)
        case X509_V_ERR_CERT_REVOKED: throw .revoked(subject: subject.description)
        case X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION:
            throw .unknownCriticalExtension(subject: subject.description)
        default:
            let detail = X509_verify_cert_error_string(Int(code)).map { String(cString: $0) }
            throw .notTrusted(subject: subject.description, detail: detail ?? "error \(code)")
        }
    }

    private func verification(
        _ authority: Certificate,
        _ purpose: Purpose,
        _ revocations: RevocationList?,
        _ now: Int64
    ) throws(CredentialsError) -> Int32 {
        let store = X509_STORE_new()
        let context = X509_STORE_CTX_new()
        defer {
            X509_STORE_CTX_free(context)
            X509_STORE_free(store)
            ERR_clear_error()
        }
        guard X509_STORE_add_cert(store, authority.handle.pointer) == 1,
            X509_STORE_CTX_init(context, store, handle.pointer, nil) == 1
        else { throw libraryFailure("prepare a check of a certificate") }
        let parameters = X509_STORE_CTX_get0_param(context)
        X509_VERIFY_PARAM_set_time(parameters, Int(now))
        let wanted =
            switch purpose {
            case .clientAuthentication: X509_PURPOSE_SSL_CLIENT
            case .serverAuthentication: X509_PURPOSE_SSL_SERVER
            }
        X509_VERIFY_PARAM_set_purpose(parameters, wanted)
        if let revocations {
            guard X509_STORE_add_crl(store, revocations.handle.pointer) == 1 else {
                throw libraryFailure("add a revocation list")
            }
            X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_CRL_CHECK))
        }
        if X509_verify_cert(context) == 1 { return X509_V_OK }
        return X509_STORE_CTX_get_error(context)
    }
}
