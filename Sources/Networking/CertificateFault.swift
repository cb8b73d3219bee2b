// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The heaviest fault that verification found in a client's certificates; kept at the TLS object.
final class CertificateFault {
    private(set) var verdict: CertificateVerdict
    /// Whose certificate it is, in OpenSSL's one-line form, cut at 255 bytes.
    private(set) var subject: String

    private init(_ verdict: CertificateVerdict, _ subject: String) {
        self.verdict = verdict
        self.subject = subject
    }

    /// The place at TLS objects; they own what stands there.
    private static let slot = CRYPTO_get_ex_new_index(
        CRYPTO_EX_INDEX_SSL, 0, nil, nil, nil,
        { _, fault, _, _, _, _ in
            if let fault { Unmanaged<CertificateFault>.fromOpaque(fault).release() }
        })

    static func of(_ ssl: OpaquePointer) -> CertificateFault? {
        guard let pointer = SSL_get_ex_data(ssl, slot) else { return nil }
        return Unmanaged.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Has clients asked for a certificate, and faults noted.
    ///
    /// Unless `accepting`, the first one ends the handshake with the alert of its name.
    static func watch(_ context: OpaquePointer, accepting: Bool) {
        if accepting {
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { outcome, store in
                CertificateFault.isGood(outcome, store)
                    || CertificateFault.note(store) ? 1 : 0
            }
        } else {
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { outcome, store in
                if CertificateFault.isGood(outcome, store) { return 1 }
                _ = CertificateFault.note(store)
                return 0
            }
        }
    }

    /// Whether OpenSSL found no fault, or one that is none here: an authority without a list of
    /// revoked certificates, or with one that is out of date.
    private static func isGood(_ outcome: Int32, _ store: OpaquePointer?) -> Bool {
        guard outcome != 1 else { return true }
        switch X509_STORE_CTX_get_error(store) {
        case X509_V_ERR_UNABLE_TO_GET_CRL, X509_V_ERR_CRL_HAS_EXPIRED:
            X509_STORE_CTX_set_error(store, X509_V_OK)
            return true
        default: return false
        }
    }

    /// - Returns: Whether it is kept; without, a handshake must not go on.
    private static func note(_ store: OpaquePointer?) -> Bool {
        let verdict = CertificateVerdict(result: Int(X509_STORE_CTX_get_error(store)))
        let index = SSL_get_ex_data_X509_STORE_CTX_idx()
        guard let pointer = X509_STORE_CTX_get_ex_data(store, index) else { return false }
        let ssl = OpaquePointer(pointer)
        let subject = subject(of: X509_STORE_CTX_get0_cert(store))
        if let known = of(ssl) {
            if verdict.rawValue > known.verdict.rawValue { known.verdict = verdict }
        } else {
            let fault = Unmanaged.passRetained(CertificateFault(verdict, subject)).toOpaque()
            guard SSL_set_ex_data(ssl, slot, fault) == 1 else { return false }
        }
        return true
    }

    private static func subject(of certificate: OpaquePointer?) -> String {
        guard let certificate else { return "" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            let name = X509_get_subject_name(certificate)
            guard let text = X509_NAME_oneline(name, buffer.baseAddress, Int32(buffer.count)) else {
                return ""
            }
            return String(cString: text)
        }
    }
}
