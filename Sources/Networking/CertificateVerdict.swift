// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// What a server thinks of the certificate that a client showed.
///
/// In the order of their weight: of several faults the heaviest is told.
package enum CertificateVerdict: Int, Sendable, Equatable, CustomStringConvertible {
    /// The client showed none.
    case none
    /// In its time, not revoked, and an authority that we trust stands behind it.
    case valid
    case expired
    case notYetValid
    /// On a list of its authority.
    case revoked
    /// Not made for clients, broken, or with a signature that does not hold.
    case unsuitable
    /// No authority that we trust stands behind it.
    case untrusted

    /// The verdict for one of OpenSSL's verification results.
    init(result: Int) {
        switch Int32(truncatingIfNeeded: result) {
        case X509_V_OK: self = .valid
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
        case X509_V_ERR_CERT_REVOKED: self = .revoked
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED:
            self = .untrusted
        default: self = .unsuitable
        }
    }

    package var description: String {
        switch self {
        case .none: "there is none"
        case .valid: "it is valid"
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .revoked: "it is revoked"
        case .unsuitable: "it is no sound client certificate"
        case .untrusted: "no authority that is trusted here stands behind it"
        }
    }
}
