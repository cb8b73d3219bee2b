// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A public key on the curve P-256: what the push service keeps of a provider's key.
package struct PublicKey: Sendable, CustomStringConvertible {
    /// The longest PEM that is read.
    static let byteCountMax = 16 << 10

    let handle: KeyHandle
    /// The key as SubjectPublicKeyInfo (RFC 5280 §4.1), with the point uncompressed or as it was
    /// read.
    package let der: [UInt8]

    /// Takes the public half of a P-256 key.
    ///
    /// - Throws: ``CredentialsError/notAProviderKey(found:)`` for an RSA key.
    package init(of key: PrivateKey) throws(CredentialsError) {
        guard key.isP256 else { throw .notAProviderKey(found: key.description) }
        let buffer = try MemoryBuffer()
        guard i2d_PUBKEY_bio(buffer.pointer, key.handle.pointer) == 1 else {
            throw libraryFailure("write a public key")
        }
        try self.init(der: buffer.bytes)
    }

    /// Reads one key, which must be all of the bytes.
    package init(der: [UInt8]) throws(CredentialsError) {
        try Self.check(byteCount: der.count)
        ERR_clear_error()
        let (pointer, consumed) = der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            let pointer = d2i_PUBKEY(nil, &position, bytes.count)
            return (pointer, position.map { $0 - (bytes.baseAddress ?? $0) } ?? 0)
        }
        guard let pointer else {
            throw .malformed(what: "the public key", detail: takeFailure().text)
        }
        let handle = KeyHandle(owning: pointer)
        guard consumed == der.count else {
            throw .malformed(what: "the public key", detail: "bytes follow its end")
        }
        guard PrivateKey.isP256(handle) else {
            throw .notAProviderKey(found: "public key (\(PrivateKey.kindName(handle)))")
        }
        self.handle = handle
        self.der = der
    }

    /// Reads the first `PUBLIC KEY` in the text.
    package init(pem: String) throws(CredentialsError) {
        let bytes = Array(pem.utf8)
        try Self.check(byteCount: bytes.count)
        ERR_clear_error()
        let buffer = try MemoryBuffer(bytes)
        let pointer = PEM_read_bio_PUBKEY(buffer.pointer, nil, { _, _, _, _ in -1 }, nil)
        guard let pointer else {
            throw .malformed(what: "the public key", detail: takeFailure().text)
        }
        let handle = KeyHandle(owning: pointer)
        let copy = try MemoryBuffer()
        guard i2d_PUBKEY_bio(copy.pointer, handle.pointer) == 1 else {
            throw libraryFailure("write a public key")
        }
        try self.init(der: copy.bytes)
    }

    /// The key as PEM, `PUBLIC KEY`.
    package func pem() throws(CredentialsError) -> String {
        let buffer = try MemoryBuffer()
        guard PEM_write_bio_PUBKEY(buffer.pointer, handle.pointer) == 1 else {
            throw libraryFailure("write a public key")
        }
        return buffer.text
    }

    package var description: String { "public key (P-256)" }

    private static func check(byteCount: Int) throws(CredentialsError) {
        guard byteCount <= byteCountMax else {
            throw .tooLarge(what: "the public key", byteCount: byteCount, limit: byteCountMax)
        }
    }
}

extension PublicKey: Hashable {
    package static func == (left: PublicKey, right: PublicKey) -> Bool { left.der == right.der }

    package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}
