// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with a key, a certificate or a PKCS#12 file, or with what was asked of them.
///
/// The description of each case says the cause and the next step. No case carries secret bytes.
package enum CredentialsError: Error, Equatable, Sendable {
    /// The input is longer than anything of its kind; it was not parsed.
    case tooLarge(what: String, byteCount: Int, limit: Int)
    /// The input is not what it should be, or is damaged. Make or export it anew.
    case malformed(what: String, detail: String)
    /// The private key is protected by a password. Decrypt it first, or use a .p12.
    case encryptedKey
    /// The key is neither P-256 nor RSA of 2,048 to 8,192 bits.
    case unsupportedKey(String)
    /// Provider tokens need a P-256 key, and this is another thing. Take the `.p8` file.
    case notAProviderKey(found: String)
    /// The private key belongs to another certificate. Take the pair that was made together.
    case keyDoesNotMatch(subject: String)
    /// The certificate may not issue others. Pass the authority's own certificate.
    case notAnAuthority(subject: String)
    /// The bundle identifier breaks Apple's rule for them.
    case invalidBundleIdentifier(String)
    /// The name is neither a DNS name nor an IP address.
    case invalidHost(String)
    /// A field of a subject is empty or too long.
    case invalidField(name: String, rule: String)
    /// The time or the validity asked for cannot stand in a certificate.
    case invalidValidity(notBefore: Int64, days: Int)
    /// The certificate's time is over (`notAfter`, seconds since 1970). Issue a new one.
    case expired(subject: String, notAfter: Int64)
    /// The certificate's time has not come. Check the clock.
    case notYetValid(subject: String, notBefore: Int64)
    /// The authority has revoked the certificate. Issue a new one.
    case revoked(subject: String)
    /// Another authority issued the certificate, or its signature is false.
    case notIssued(subject: String, by: String)
    /// The certificate has a critical extension that nobody here knows, so it must not be trusted.
    case unknownCriticalExtension(subject: String)
    /// The certificate fails a check for another reason, given in OpenSSL's words.
    case notTrusted(subject: String, detail: String)
    /// The password does not open the PKCS#12 file: its checksum (MAC) disagrees.
    case wrongPassword
    /// The password cannot be used in a PKCS#12 file.
    case invalidPassword
    /// The PKCS#12 file is encrypted with an algorithm that this OpenSSL does not offer.
    case unsupportedAlgorithm(String)
    /// The PKCS#12 file has a certificate but no private key, or is a mere certificate.
    case certificateWithoutPrivateKey(subject: String)
    /// The PKCS#12 file has no certificate that belongs to its private key.
    case privateKeyWithoutCertificate
    /// OpenSSL failed for a reason of its own, such as memory.
    case library(operation: String, detail: String)
}

extension CredentialsError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLarge(let what, let byteCount, let limit):
            "\(what) has \(byteCount) bytes, more than the \(limit) allowed; check that it is the "
                + "right file"
        case .malformed(let what, let detail):
            "\(what) cannot be read: \(detail); make or export it anew"
        case .encryptedKey:
            "the private key is protected by a password; decrypt it (openssl pkey -in key.pem) or "
                + "use a .p12"
        case .unsupportedKey(let kind):
            "a key of kind \(kind) cannot be used; use P-256, or RSA of 2048 to 8192 bits"
        case .notAProviderKey(let found):
            "provider tokens need a P-256 key, but this is a \(found); use the .p8 file that was "
                + "made for pushes"
        case .keyDoesNotMatch(let subject):
            "the private key does not belong to the certificate of \(subject); use the pair made "
                + "together"
        case .notAnAuthority(let subject):
            "the certificate of \(subject) may not issue others; pass the authority's own"
        default:
            requestDescription
        }
    }

    private var requestDescription: String {
        switch self {
        case .invalidBundleIdentifier(let identifier):
            "\"\(identifier)\" is no bundle identifier; use letters, digits, hyphens and periods, "
                + "at most \(BundleIdentifierRule.byteCountMax), such as com.example.app"
        case .invalidHost(let host):
            "\"\(host)\" is neither a DNS name nor an IP address; give one, such as localhost or "
                + "127.0.0.1"
        case .invalidField(let name, let rule):
            "the \(name) is not usable: it must be \(rule)"
        case .invalidValidity(let notBefore, let days):
            "a validity of \(days) days from \(notBefore) (seconds since 1970) cannot stand in a "
                + "certificate of this authority; use 1 day or more, within its own validity"
        default:
            trustDescription
        }
    }

    private var trustDescription: String {
        switch self {
        case .expired(let subject, let notAfter):
            "the certificate of \(subject) expired on \(utcDate(notAfter)); issue a new one"
        case .notYetValid(let subject, let notBefore):
            "the certificate of \(subject) is valid from \(utcDate(notBefore)) on; check this "
                + "machine's clock"
        case .revoked(let subject):
            "the certificate of \(subject) is revoked; issue a new one"
        case .notIssued(let subject, let issuer):
            "the certificate of \(subject) was not issued by \(issuer); use one of this "
                + "authority"
        case .unknownCriticalExtension(let subject):
            "the certificate of \(subject) has a critical extension that is not known here; issue "
                + "one without"
        case .notTrusted(let subject, let detail):
            "the certificate of \(subject) is not trusted: \(detail); issue a new one"
        default:
            containerDescription
        }
    }

    private var containerDescription: String {
        switch self {
        case .wrongPassword:
            "the password does not open this .p12 (its MAC disagrees); give the password of the "
                + "export"
        case .invalidPassword:
            "the password is too long or contains a zero byte; use at most 1024 bytes of text"
        case .unsupportedAlgorithm(let name):
            "this .p12 needs \(name), which OpenSSL does not offer here; install its legacy "
                + "provider (ossl-modules/legacy.so), or export again: openssl pkcs12 -legacy "
                + "-in old.p12 -nodes | openssl pkcs12 -export -out new.p12"
        case .certificateWithoutPrivateKey(let subject):
            "this .p12 has the certificate of \(subject) but no private key: it was exported "
                + "without expanding the private key; in Keychain Access choose the key"
        case .privateKeyWithoutCertificate:
            "this .p12 has no certificate that belongs to its private key; export both together"
        case .library(let operation, let detail):
            "OpenSSL could not \(operation): \(detail)"
        default:
            "unusable credentials"
        }
    }
}

/// Writes a day of the Gregorian calendar, UTC, as `2026-11-30`.
///
/// The arithmetic counts years from March, so that the leap day is a year's last.
func utcDate(_ secondsSince1970: Int64) -> String {
    let dayCount = (secondsSince1970 >= 0 ? secondsSince1970 : secondsSince1970 - 86_399) / 86_400
    let shifted = dayCount + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
        (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
}
