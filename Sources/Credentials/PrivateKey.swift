// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A private key: P-256 or RSA.
///
/// Its description names the kind alone, so that a key in a log line gives nothing away.
package struct PrivateKey: Sendable, CustomStringConvertible {
    /// The kinds of key that can be made.
    package enum Kind: Sendable, Equatable {
        /// The curve P-256: authorities, servers and provider tokens.
        case p256
        /// RSA with 2,048 bits: client certificates, as Apple's are.
        case rsa2048
    }

    /// The longest PEM that is read.
    static let byteCountMax = 64 << 10

    let handle: KeyHandle

    /// Wraps a key that OpenSSL made, if it is of a kind that is used here.
    init(_ handle: KeyHandle) throws(CredentialsError) {
        self.handle = handle
        guard Self.isSupported(handle) else { throw .unsupportedKey(Self.kindName(handle)) }
    }

    /// Makes a new key.
    ///
    /// RSA takes about a tenth of a second, P-256 less than a millisecond.
    package static func generate(_ kind: Kind) throws(CredentialsError) -> PrivateKey {
        let pointer =
            switch kind {
            case .p256: COpenSSL_generate_p256()
            case .rsa2048: COpenSSL_generate_rsa(2048)
            }
        guard let pointer else { throw libraryFailure("generate a key") }
        return try PrivateKey(KeyHandle(owning: pointer))
    }

    /// Reads the first private key in the text: PKCS#8 (`.p8`), or the older forms for EC and RSA.
    ///
    /// Other blocks, such as a certificate, are passed over. A key with a password is refused.
    package init(pem: String) throws(CredentialsError) {
        let bytes = Array(pem.utf8)
        guard bytes.count <= Self.byteCountMax else {
            throw .tooLarge(
                what: "the private key",
                byteCount: bytes.count,
                limit: Self.byteCountMax
            )
        }
        guard !pem.contains("ENCRYPTED") else { throw .encryptedKey }
        ERR_clear_error()
        let buffer = try MemoryBuffer(bytes)
        // Without a callback OpenSSL would ask for a password on the terminal.
        let pointer = PEM_read_bio_PrivateKey(buffer.pointer, nil, { _, _, _, _ in -1 }, nil)
        guard let pointer else {
            throw .malformed(what: "the private key", detail: takeFailure().text)
        }
        ERR_clear_error()
        try self.init(KeyHandle(owning: pointer))
    }

    /// The key as PKCS#8 PEM, unencrypted.
    ///
    /// Whoever writes it to a file gives that file mode 0600.
    package func pem() throws(CredentialsError) -> String {
        let buffer = try MemoryBuffer()
        guard
            PEM_write_bio_PKCS8PrivateKey(buffer.pointer, handle.pointer, nil, nil, 0, nil, nil)
                == 1
        else { throw libraryFailure("write a private key") }
        return buffer.text
    }

    /// Whether both hold the same key pair.
    package func isSame(as other: PrivateKey) -> Bool {
        EVP_PKEY_eq(handle.pointer, other.handle.pointer) == 1
    }

    package var description: String { "private key (\(Self.kindName(handle)))" }

    /// Whether the key can sign provider tokens.
    var isP256: Bool { Self.isP256(handle) }

    /// Whether the key, public or private, is on the curve P-256.
    static func isP256(_ handle: KeyHandle) -> Bool {
        EVP_PKEY_get_base_id(handle.pointer) == EVP_PKEY_EC && kindName(handle) == "P-256"
    }

    private static func isSupported(_ handle: KeyHandle) -> Bool {
        guard EVP_PKEY_get_base_id(handle.pointer) == EVP_PKEY_RSA else { return isP256(handle) }
        return (2048...8192).contains(EVP_PKEY_get_bits(handle.pointer))
    }

    /// The curve, or the algorithm and its bits.
    static func kindName(_ handle: KeyHandle) -> String {
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        if EVP_PKEY_get_group_name(handle.pointer, &name, name.count, &count) == 1 {
            let group = String(
                decoding: name.prefix(count).map(UInt8.init(bitPattern:)),
                as: UTF8.self
            )
            return group == "prime256v1" ? "P-256" : group
        }
        let type = EVP_PKEY_get0_type_name(handle.pointer).map { String(cString: $0) } ?? "unknown"
        return "\(type)-\(EVP_PKEY_get_bits(handle.pointer))"
    }
}
