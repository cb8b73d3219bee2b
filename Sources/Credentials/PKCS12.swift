// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A PKCS#12 file (`.p12`, `.pfx`): a certificate with its private key under a password.
package struct PKCS12: Sendable {
    /// How to encrypt a file.
    package enum Encryption: Sendable, CaseIterable {
        /// AES-256 and SHA-256, as OpenSSL 3 makes by itself.
        case modern
        /// Triple DES and SHA-1: weak, but the most that older importers from Apple, Java and Go
        /// read.
        case tripleDES
    }

    /// The longest file that is read.
    package static let byteCountMax = 1 << 20
    static let passwordByteCountMax = 1_024

    package let identity: Identity
    /// Further certificates of the file, such as intermediates.
    ///
    /// Push clients need not send them.
    package let additionalCertificates: [Certificate]

    package init(identity: Identity, additionalCertificates: [Certificate] = []) {
        self.identity = identity
        self.additionalCertificates = additionalCertificates
    }

    /// Writes the identity; the additional certificates are left out, as Apple's exports do.
    ///
    /// - Parameters:
    ///   - password: UTF-8, at most 1,024 bytes. An empty one is allowed, and protects nothing.
    ///   - friendlyName: What a key chain shows; at most 255 bytes.
    ///   - encryption: What will read it decides.
    /// - Returns: The bytes of the file.
    /// - Throws: ``CredentialsError/invalidPassword``, or an error about the friendly name.
    package func encoded(
        password: String,
        friendlyName: String? = nil,
        encryption: Encryption = .modern
    ) throws(CredentialsError) -> [UInt8] {
        let password = try Self.checked(password)
        if let friendlyName, friendlyName.utf8.count > 255 || friendlyName.utf8.contains(0) {
            throw .invalidField(name: "friendly name", rule: "at most 255 bytes of text")
        }
        let (algorithm, iterations, digest) =
            switch encryption {
            case .modern: (NID_aes_256_cbc, Int32(100_000), EVP_sha256())
            case .tripleDES: (NID_pbe_WithSHA1And3_Key_TripleDES_CBC, Int32(2_048), EVP_sha1())
            }
        ERR_clear_error()
        // A MAC count of -1 leaves the MAC out: PKCS12_create would take a digest of its own
        // choice.
        let file = PKCS12_create(
            password,
            friendlyName,
            identity.key.handle.pointer,
            identity.certificate.handle.pointer,
            nil,
            algorithm,
            algorithm,
            iterations,
            -1,
            0
        )
        defer { PKCS12_free(file) }
        guard file != nil, PKCS12_set_mac(file, password, -1, nil, 0, iterations, digest) == 1
        else {
            throw libraryFailure("make a .p12")
        }
        let buffer = try MemoryBuffer()
        guard i2d_PKCS12_bio(buffer.pointer, file) == 1 else {
            throw libraryFailure("write a .p12")
        }
        return buffer.bytes
    }

    /// Reads a file, also one with the old algorithms that macOS still exports.
    ///
    /// Of several private keys the first counts, with its certificate. Names in the file, such as
    /// the friendly name, mean nothing: topics are the certificate's.
    ///
    /// No password and an empty one differ inside the file; where `password` is empty, both are
    /// tried.
    ///
    /// - Throws: ``CredentialsError/wrongPassword``,
    ///   ``CredentialsError/unsupportedAlgorithm(_:)``,
    ///   ``CredentialsError/certificateWithoutPrivateKey(subject:)`` and their neighbours.
    package init(decoding bytes: [UInt8], password: String) throws(CredentialsError) {
        try self.init(decoding: bytes, password: password, allowsLegacy: true)
    }

    /// Reads a file, with or without the legacy provider's algorithms.
    init(
        decoding bytes: [UInt8],
        password: String,
        allowsLegacy: Bool
    ) throws(CredentialsError) {
        let password = try Self.checked(password)
        guard bytes.count <= Self.byteCountMax else {
            throw .tooLarge(what: "the .p12", byteCount: bytes.count, limit: Self.byteCountMax)
        }
        try Self.refuseOtherForms(bytes)
        let opened = try PKCS12File(bytes, allowsLegacy: allowsLegacy)
        let contents = try opened.contents(password: password)
        guard let key = contents.key else {
            guard let first = contents.others.first else {
                throw .malformed(what: "the .p12", detail: "it has neither certificate nor key")
            }
            throw .certificateWithoutPrivateKey(subject: first.subject.description)
        }
        guard let leaf = contents.certificate else { throw .privateKeyWithoutCertificate }
        self.init(
            identity: try Identity(certificate: leaf, key: key),
            additionalCertificates: contents.others
        )
    }

    /// What is often taken for a `.p12` is named, since OpenSSL would only say "wrong tag".
    private static func refuseOtherForms(_ bytes: [UInt8]) throws(CredentialsError) {
        if bytes.starts(with: Array("-----BEGIN".utf8)) {
            throw .malformed(what: "the .p12", detail: "it is PEM text, not PKCS#12")
        }
        if let certificate = try? Certificate(der: bytes) {
            throw .certificateWithoutPrivateKey(subject: certificate.subject.description)
        }
    }

    private static func checked(_ password: String) throws(CredentialsError) -> [CChar] {
        guard password.utf8.count <= passwordByteCountMax, !password.utf8.contains(0) else {
            throw .invalidPassword
        }
        return password.utf8.map { CChar(bitPattern: $0) } + [0]
    }
}
