// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Owns an OpenSSL library context with the default and, if wanted and there, the legacy provider.
///
/// The old algorithms are loaded here and not for the process, so that TLS never sees them.
private final class AlgorithmContext {
    let pointer: OpaquePointer
    private var providers: [OpaquePointer] = []

    init(allowsLegacy: Bool) throws(CredentialsError) {
        guard let pointer = OSSL_LIB_CTX_new() else { throw libraryFailure("make a context") }
        self.pointer = pointer
        // Loading one by name drops the implicit default, so both are loaded by name.
        for name in allowsLegacy ? ["default", "legacy"] : ["default"] {
            if let provider = OSSL_PROVIDER_load(pointer, name) { providers.append(provider) }
        }
        ERR_clear_error()
    }

    deinit {
        for provider in providers { OSSL_PROVIDER_unload(provider) }
        OSSL_LIB_CTX_free(pointer)
    }
}

/// A PKCS#12 file that is open for reading.
final class PKCS12File {
    /// What a file holds.
    ///
    /// Keys and certificates are of the process's own context again.
    struct Contents {
        var key: PrivateKey?
        /// The certificate that belongs to the key.
        var certificate: Certificate?
        var others: [Certificate] = []
    }

    /// The MAC's repetitions come from a stranger and are the first that is computed: so many take
    /// about a second.
    ///
    /// OpenSSL makes 2,048, Apple's tools up to 100,000. What else is inside is protected by the
    /// MAC.
    static let macIterationsMax = 1_000_000

    private let context: AlgorithmContext
    private let pointer: OpaquePointer

    /// Parses the outer form.
    ///
    /// The caller has bounded the bytes.
    init(_ bytes: [UInt8], allowsLegacy: Bool) throws(CredentialsError) {
        context = try AlgorithmContext(allowsLegacy: allowsLegacy)
        let buffer = try MemoryBuffer(bytes)
        // The empty file only carries the context over to the one that is read in its place.
        var file = PKCS12_init_ex(NID_pkcs7_data, context.pointer, nil)
        guard file != nil else { throw libraryFailure("prepare to read a .p12") }
        guard let parsed = d2i_PKCS12_bio(buffer.pointer, &file) else {
            PKCS12_free(file)
            throw .malformed(what: "the .p12", detail: takeFailure().text)
        }
        pointer = parsed
    }

    deinit { PKCS12_free(pointer) }

    /// Decrypts the file.
    ///
    /// `password` ends in a zero byte.
    func contents(password: [CChar]) throws(CredentialsError) -> Contents {
        // No password and an empty one derive different keys (PKCS12_verify_mac(3)).
        let candidates = password.count > 1 ? [password] : [nil, password]
        let hasMAC = PKCS12_mac_present(pointer) == 1
        if hasMAC { try checkIterations() }
        var failure = CredentialsError.wrongPassword
        for candidate in candidates {
            do {
                if hasMAC { try verify(candidate) } else { try addMAC(candidate) }
                return try parse(candidate, isVerified: hasMAC)
            } catch {
                guard error == .wrongPassword else { throw error }
                failure = error
            }
        }
        throw failure
    }

    private func checkIterations() throws(CredentialsError) {
        var iterations: UnsafePointer<ASN1_INTEGER>?
        PKCS12_get0_mac(nil, nil, nil, &iterations, pointer)
        guard let iterations else { return }
        let count = ASN1_INTEGER_get(iterations)
        guard (1...Self.macIterationsMax).contains(count) else {
            throw .malformed(
                what: "the .p12",
                detail:
                    "its MAC asks for \(count) repetitions; the limit is \(Self.macIterationsMax)"
            )
        }
    }

    private func verify(_ password: [CChar]?) throws(CredentialsError) {
        ERR_clear_error()
        let count = password.map { Int32($0.count - 1) } ?? 0
        guard PKCS12_verify_mac(pointer, password, count) != 1 else { return }
        let failure = takeFailure()
        // A MAC that merely differs leaves no error behind.
        guard failure.reason != 0 else { throw .wrongPassword }
        throw error(for: failure, isVerified: true)
    }

    /// PKCS12_parse of OpenSSL 3.0 refuses a file without a MAC, so the copy in memory gets one.
    private func addMAC(_ password: [CChar]?) throws(CredentialsError) {
        let count = password.map { Int32($0.count - 1) } ?? 0
        guard PKCS12_set_mac(pointer, password, count, nil, 0, 1, EVP_sha256()) == 1 else {
            throw libraryFailure("read a .p12 without a MAC")
        }
    }

    private func parse(
        _ password: [CChar]?,
        isVerified: Bool
    ) throws(CredentialsError) -> Contents {
        var key: OpaquePointer?
        var leaf: OpaquePointer?
        var others: OpaquePointer?
        ERR_clear_error()
        let isParsed = PKCS12_parse(pointer, password, &key, &leaf, &others) == 1
        let keyHandle = key.map { KeyHandle(owning: $0) }
        let leafHandle = leaf.map { CertificateHandle(owning: $0) }
        defer {
            COpenSSL_x509_free_all(others)
            ERR_clear_error()
        }
        guard isParsed else { throw error(for: takeFailure(), isVerified: isVerified) }
        var contents = Contents()
        for index in 0..<max(0, COpenSSL_x509_count(others)) {
            guard let other = COpenSSL_x509_at(others, index) else { continue }
            contents.others.append(try Self.copy(other))
        }
        if let keyHandle {
            // By way of PEM the key leaves the context that is about to be freed.
            contents.key = try PrivateKey(pem: PrivateKey(keyHandle).pem())
        }
        if let leafHandle { contents.certificate = try Self.copy(leafHandle.pointer) }
        return contents
    }

    /// A copy that belongs to the process's own context.
    private static func copy(_ certificate: OpaquePointer) throws(CredentialsError) -> Certificate {
        let buffer = try MemoryBuffer()
        guard i2d_X509_bio(buffer.pointer, certificate) == 1 else {
            throw libraryFailure("copy a certificate")
        }
        return try Certificate(der: buffer.bytes)
    }

    private func error(
        for failure: (library: Int32, reason: Int32, text: String),
        isVerified: Bool
    ) -> CredentialsError {
        // ERR_R_UNSUPPORTED, which the fetch of an unknown algorithm gives, is too long a macro for
        // Swift: 268 with the flag of reasons that all libraries share.
        let isUnsupported =
            failure.reason == 268 | 0x8_0000
            || failure.library == ERR_LIB_EVP
                && [
                    EVP_R_UNSUPPORTED_ALGORITHM, EVP_R_UNKNOWN_PBE_ALGORITHM, EVP_R_UNKNOWN_CIPHER,
                    EVP_R_UNKNOWN_DIGEST, EVP_R_UNSUPPORTED_CIPHER, EVP_R_UNSUPPORTED_PRF,
                    EVP_R_UNSUPPORTED_KEY_DERIVATION_FUNCTION,
                ].contains(failure.reason)
            || failure.library == ERR_LIB_PKCS12
                && failure.reason == PKCS12_R_UNKNOWN_DIGEST_ALGORITHM
        if isUnsupported { return .unsupportedAlgorithm(failure.text) }
        // Without a MAC a false password shows as rubbish after decryption.
        return isVerified ? .malformed(what: "the .p12", detail: failure.text) : .wrongPassword
    }
}
