// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKNetworking
import OCKStorage

/// Takes back what was issued.
///
/// It works on the state folder alone; a gateway that runs follows when it is asked to reload.
package enum GatewayRevoker {
    /// Revokes a certificate of this folder's authority or one of its keys.
    ///
    /// Twice is once.
    ///
    /// - Parameters:
    ///   - what: A file with a certificate (PEM or PKCS#12) or with a key (`.p8`), or a key's
    ///     identifier.
    ///   - password: Of a PKCS#12 file.
    ///   - paths: Whose.
    ///   - now: In seconds since 1970.
    /// - Returns: What was revoked, in a sentence.
    /// - Throws: ``GatewayError`` for what is not known here.
    package static func revoke(
        _ what: String,
        password: String = "",
        paths: GatewayPaths,
        at now: Int64 = EventLoop.wallClockMilliseconds() / 1000
    ) throws(GatewayError) -> String {
        let folder = KeyFolder(paths)
        if let record = try folder.load(what) { return try revoke(record, in: folder) }
        guard FileIdentity(path: what) != nil else {
            throw .refused(
                "'\(what)' is neither a file nor a key of this gateway; list them with "
                    + "'opencallkit gateway keys'")
        }
        let bytes = try naming { () throws(FileError) in
            try Files.read(what, limit: PKCS12.byteCountMax)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("BEGIN CERTIFICATE") {
            let certificate = try naming(what) { () throws(CredentialsError) in
                try Certificate(pem: text)
            }
            return try revoke(certificate, paths, at: now)
        }
        if text.contains("PRIVATE KEY") {
            let key = try naming(what) { () throws(CredentialsError) in
                try PublicKey(of: PrivateKey(p8: bytes)).pem()
            }
            guard let record = try folder.load().first(where: { $0.publicKey == key }) else {
                throw .refused("\(what) is no key of this gateway")
            }
            return try revoke(record, in: folder)
        }
        let identity = try naming(what) { () throws(CredentialsError) in
            try PKCS12(decoding: bytes, password: password).identity
        }
        return try revoke(identity.certificate, paths, at: now)
    }

    private static func revoke(
        _ record: ProviderKeyRecord, in folder: KeyFolder
    ) throws(GatewayError) -> String {
        var record = record
        record.isRevoked = true
        try folder.save(record)
        return "The key \(record.id) of team \(record.team) is revoked."
    }

    private static func revoke(
        _ certificate: Certificate, _ paths: GatewayPaths, at now: Int64
    ) throws(GatewayError) -> String {
        let authority = try GatewayCertificates.authority(paths, at: now).certificate
        let subject = certificate.subject.description
        guard certificate.isIssued(by: authority) else {
            throw .refused("the certificate of \(subject) was not issued here")
        }
        var revoked = try Revocations.load(paths)
        if !revoked.contains(where: { $0.serial == certificate.serialNumber }) {
            revoked.append(
                RevocationRecord(serial: certificate.serialNumber, at: now, subject: subject))
            try Revocations.save(revoked, paths)
        }
        return "The certificate of \(subject) is revoked."
    }
}
