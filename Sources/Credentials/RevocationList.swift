// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// A certificate that its authority has taken back.
package struct RevokedCertificate: Sendable, Hashable {
    /// Hexadecimal digits, as ``Certificate/serialNumber`` has them.
    package var serialNumber: String
    /// When it was revoked, in seconds since 1970.
    ///
    /// A check does not look at it: what is listed is revoked.
    package var date: Int64

    package init(serialNumber: String, date: Int64) {
        self.serialNumber = serialNumber
        self.date = date
    }
}

/// An authority's certificate revocation list, CRL for short (RFC 5280 §5).
package struct RevocationList: Sendable {
    /// The longest list that is read, in DER or in PEM.
    package static let byteCountMax = 1 << 20
    /// The most certificates that are listed; in DER each takes some 35 bytes.
    package static let countMax = 20_000

    private static let what = "the revocation list"

    /// The exact bytes.
    package let der: [UInt8]
    package let issuer: DistinguishedName
    /// When the list was made, in seconds since 1970.
    package let thisUpdate: Int64
    /// Until when the list is good, in seconds since 1970, or nil if it does not say.
    package let nextUpdate: Int64?
    /// In the list's order.
    package let revoked: [RevokedCertificate]

    let handle: RevocationListHandle

    /// Reads one list, which must be all of the bytes.
    package init(der: [UInt8]) throws(CredentialsError) {
        try Self.check(byteCount: der.count)
        ERR_clear_error()
        let (pointer, consumed) = der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            let pointer = d2i_X509_CRL(nil, &position, bytes.count)
            return (pointer, position.map { $0 - (bytes.baseAddress ?? $0) } ?? 0)
        }
        guard let pointer else { throw .malformed(what: Self.what, detail: takeFailure().text) }
        let handle = RevocationListHandle(owning: pointer)
        guard consumed == der.count else {
            throw .malformed(what: Self.what, detail: "bytes follow its end")
        }
        try self.init(handle, der: der)
    }

    /// Reads the first `X509 CRL` in the text.
    package init(pem: String) throws(CredentialsError) {
        let bytes = Array(pem.utf8)
        try Self.check(byteCount: bytes.count)
        ERR_clear_error()
        let buffer = try MemoryBuffer(bytes)
        let pointer = PEM_read_bio_X509_CRL(buffer.pointer, nil, { _, _, _, _ in -1 }, nil)
        guard let pointer else { throw .malformed(what: Self.what, detail: takeFailure().text) }
        try self.init(adopting: RevocationListHandle(owning: pointer))
    }

    /// Wraps a list that OpenSSL made or parsed.
    init(adopting handle: RevocationListHandle) throws(CredentialsError) {
        let buffer = try MemoryBuffer()
        guard i2d_X509_CRL_bio(buffer.pointer, handle.pointer) == 1 else {
            throw libraryFailure("write a revocation list")
        }
        try self.init(handle, der: buffer.bytes)
    }

    private init(_ handle: RevocationListHandle, der: [UInt8]) throws(CredentialsError) {
        self.handle = handle
        self.der = der
        issuer = try DistinguishedName(reading: X509_CRL_get_issuer(handle.pointer))
        thisUpdate = try seconds(X509_CRL_get0_lastUpdate(handle.pointer), of: Self.what)
        if let next = X509_CRL_get0_nextUpdate(handle.pointer) {
            nextUpdate = try seconds(next, of: Self.what)
        } else {
            nextUpdate = nil
        }
        let entries = X509_CRL_get_REVOKED(handle.pointer)
        var revoked: [RevokedCertificate] = []
        for index in 0..<max(0, COpenSSL_revoked_count(entries)) {
            let entry = COpenSSL_revoked_at(entries, index)
            revoked.append(
                RevokedCertificate(
                    serialNumber: SerialNumber.text(X509_REVOKED_get0_serialNumber(entry)),
                    date: try seconds(X509_REVOKED_get0_revocationDate(entry), of: Self.what)
                )
            )
        }
        self.revoked = revoked
        ERR_clear_error()
    }

    /// The list as PEM, `X509 CRL`.
    package func pem() throws(CredentialsError) -> String {
        let buffer = try MemoryBuffer()
        guard PEM_write_bio_X509_CRL(buffer.pointer, handle.pointer) == 1 else {
            throw libraryFailure("write a revocation list")
        }
        return buffer.text
    }

    /// Whether `authority` signed the list.
    package func isIssued(by authority: Certificate) -> Bool {
        defer { ERR_clear_error() }
        let key = X509_get0_pubkey(authority.handle.pointer)
        return issuer == authority.subject && X509_CRL_verify(handle.pointer, key) == 1
    }

    private static func check(byteCount: Int) throws(CredentialsError) {
        guard byteCount <= byteCountMax else {
            throw .tooLarge(what: what, byteCount: byteCount, limit: byteCountMax)
        }
    }
}
