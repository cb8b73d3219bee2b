// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Reads TLS material out of PEM text.
enum PEM {
    /// Owns an OpenSSL certificate.
    final class Certificate {
        let pointer: OpaquePointer
        fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { X509_free(pointer) }
    }

    /// Owns an OpenSSL key.
    final class Key {
        let pointer: OpaquePointer
        fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { EVP_PKEY_free(pointer) }
    }

    /// Owns an OpenSSL list of revoked certificates.
    final class RevocationList {
        let pointer: OpaquePointer
        fileprivate init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { X509_CRL_free(pointer) }
    }

    /// More than any chain and any bundle of a system's authorities.
    private static let maximumByteCount = 1 << 20

    /// All certificates of a text, at least one.
    ///
    /// Other parts, such as a key, are passed over.
    static func certificates(
        in text: [UInt8],
        what: String
    ) throws(NetworkingError) -> [Certificate] {
        try read(text, what: what) { bio in
            var certificates: [Certificate] = []
            while let pointer = PEM_read_bio_X509(bio, nil, nil, nil) {
                certificates.append(Certificate(pointer))
            }
            return certificates.isEmpty ? nil : certificates
        }
    }

    /// All certificate revocation lists of a text, at least one.
    static func revocationLists(
        in text: [UInt8],
        what: String
    ) throws(NetworkingError) -> [RevocationList] {
        try read(text, what: what) { bio in
            var lists: [RevocationList] = []
            while let pointer = PEM_read_bio_X509_CRL(bio, nil, nil, nil) {
                lists.append(RevocationList(pointer))
            }
            return lists.isEmpty ? nil : lists
        }
    }

    /// The first private key of a text.
    static func privateKey(in text: [UInt8], what: String) throws(NetworkingError) -> Key {
        try read(text, what: what) { bio in
            // Without a callback OpenSSL would ask for a pass phrase on the terminal.
            PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in 0 }, nil).map { Key($0) }
        }
    }

    private static func read<Value>(
        _ text: [UInt8],
        what: String,
        _ body: (OpaquePointer) -> Value?
    ) throws(NetworkingError) -> Value {
        guard text.count <= maximumByteCount else {
            throw .badTLSMaterial(what: what, reason: "it is longer than \(maximumByteCount) bytes")
        }
        let value = text.withUnsafeBytes { bytes -> Value? in
            guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                return nil
            }
            defer { BIO_free(bio) }
            return body(bio)
        }
        defer { ERR_clear_error() }
        guard let value else {
            throw .badTLSMaterial(
                what: what,
                reason: "it holds no unencrypted PEM of this kind"
            )
        }
        return value
    }
}
