// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A signature with P-256 and SHA-256: OpenSSL has it in DER, a token as r and s in 32 bytes each
/// (RFC 7518 §3.4).
struct ECDSASignature {
    static let rawByteCount = 64
    /// Two integers of at most 33 bytes, with their tags and lengths.
    static let derByteCountMax = 72

    private let der: [UInt8]

    /// Signs the bytes.
    init(signing bytes: [UInt8], with key: PrivateKey) throws(CredentialsError) {
        guard key.isP256 else { throw .notAProviderKey(found: key.description) }
        ERR_clear_error()
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var der = [UInt8](repeating: 0, count: Self.derByteCountMax)
        var count = der.count
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key.handle.pointer) == 1,
            EVP_DigestSign(context, &der, &count, bytes, bytes.count) == 1
        else { throw libraryFailure("sign") }
        self.der = Array(der.prefix(count))
    }

    /// Takes the form of a token; nil if the bytes are not 64.
    init?(raw: [UInt8]) {
        guard raw.count == Self.rawByteCount, let signature = ECDSA_SIG_new() else { return nil }
        defer { ECDSA_SIG_free(signature) }
        let half = Int32(raw.count / 2)
        let (r, s) = raw.withUnsafeBufferPointer { bytes in
            (
                BN_bin2bn(bytes.baseAddress, half, nil),
                BN_bin2bn(bytes.baseAddress?.advanced(by: Int(half)), half, nil)
            )
        }
        guard r != nil, s != nil, ECDSA_SIG_set0(signature, r, s) == 1 else {
            BN_free(r)
            BN_free(s)
            return nil
        }
        var der = [UInt8](repeating: 0, count: Self.derByteCountMax)
        let count = der.withUnsafeMutableBufferPointer { bytes in
            var position = bytes.baseAddress
            return i2d_ECDSA_SIG(signature, &position)
        }
        guard count > 0 else { return nil }
        self.der = Array(der.prefix(Int(count)))
    }

    /// The form of a token.
    func raw() throws(CredentialsError) -> [UInt8] {
        guard let signature = Self.parse(der) else { throw libraryFailure("read a signature") }
        defer { ECDSA_SIG_free(signature) }
        var r: OpaquePointer?
        var s: OpaquePointer?
        ECDSA_SIG_get0(signature, &r, &s)
        let half = Self.rawByteCount / 2
        var raw = [UInt8](repeating: 0, count: 2 * half)
        let isWritten = raw.withUnsafeMutableBufferPointer { bytes in
            BN_bn2binpad(r, bytes.baseAddress, Int32(half)) == half
                && BN_bn2binpad(s, bytes.baseAddress?.advanced(by: half), Int32(half)) == half
        }
        guard isWritten else { throw libraryFailure("write a signature") }
        return raw
    }

    /// Whether the owner of the key signed the bytes.
    func isValid(for bytes: ArraySlice<UInt8>, by key: PublicKey) -> Bool {
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            // An r or s beyond the curve's order leaves an error behind.
            ERR_clear_error()
        }
        guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key.handle.pointer) == 1 else {
            return false
        }
        return bytes.withUnsafeBufferPointer { input in
            EVP_DigestVerify(context, der, der.count, input.baseAddress, input.count) == 1
        }
    }

    /// Whether the bytes are two integers in DER and nothing else.
    static func isDER(_ bytes: [UInt8]) -> Bool {
        let signature = parse(bytes)
        ECDSA_SIG_free(signature)
        return signature != nil
    }

    private static func parse(_ bytes: [UInt8]) -> OpaquePointer? {
        defer { ERR_clear_error() }
        return bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var position = buffer.baseAddress
            guard let signature = d2i_ECDSA_SIG(nil, &position, buffer.count) else { return nil }
            guard position == buffer.baseAddress?.advanced(by: buffer.count) else {
                ECDSA_SIG_free(signature)
                return nil
            }
            return signature
        }
    }
}
