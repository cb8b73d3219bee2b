// SPDX-License-Identifier: Apache-2.0
import Credentials

/// The gateway's own authority and its server's certificate, kept in the state folder.
///
/// A certificate and its key are one file, so that no crash can part them.
struct GatewayCertificates {
    /// A server's certificate with fewer days left is replaced at start.
    private static let renewalDays: Int64 = 30

    let authority: CertificateAuthority
    let server: Identity

    /// Reads what is there and makes what is missing, the folder as well.
    ///
    /// - Parameters:
    ///   - paths: Where they are kept.
    ///   - extraHosts: Names and addresses of the server besides those of the loopback.
    ///   - now: In seconds since 1970.
    /// - Throws: ``GatewayError`` for what cannot be read, made or written. Nothing is left half-written.
    init(
        _ paths: GatewayPaths,
        extraHosts: [String] = [],
        at now: Int64
    ) throws(GatewayError) {
        try PrivateFiles.makeFolder(paths.stateFolder)
        let lock = try FileLock(paths.certificatesLock, waits: true)
        defer { withExtendedLifetime(lock) {} }
        authority = try Self.authority(paths, at: now)
        let hosts = ["localhost", "127.0.0.1", "::1"] + extraHosts
        server = try Self.server(paths, authority, hosts, at: now)
    }

    private static func authority(
        _ paths: GatewayPaths,
        at now: Int64
    ) throws(GatewayError) -> CertificateAuthority {
        let authority: CertificateAuthority
        if let bytes = try PrivateFiles.read(paths.authority) {
            authority = try naming(paths.authority) { () throws(CredentialsError) in
                try CertificateAuthority(
                    identity: Identity(pem: String(decoding: bytes, as: UTF8.self))
                )
            }
        } else {
            authority = try naming(nil) { () throws(CredentialsError) in
                try .create(commonName: "OpenCallKit Gateway CA", at: now)
            }
            let pem = try naming(nil, authority.identity.pem)
            try PrivateFiles.write(Array(pem.utf8), to: paths.authority)
        }
        // The copy for everyone follows the original, also after a crash between the two.
        let copy = Array(try naming(nil, authority.certificate.pem).utf8)
        if try PrivateFiles.read(paths.authorityCertificate) != copy {
            try PrivateFiles.write(copy, to: paths.authorityCertificate, mode: 0o644)
        }
        return authority
    }

    private static func server(
        _ paths: GatewayPaths,
        _ authority: CertificateAuthority,
        _ hosts: [String],
        at now: Int64
    ) throws(GatewayError) -> Identity {
        let note = hosts.joined(separator: " ")
        if let bytes = try PrivateFiles.read(paths.server) {
            let text = String(decoding: bytes, as: UTF8.self)
            let old = try? Identity(pem: text)
            // The hosts stand before the first block, where PEM allows any text.
            if let old, text.hasPrefix("hosts: \(note)\n"),
                old.certificate.isIssued(by: authority.certificate),
                old.certificate.isValid(at: now),
                old.certificate.isValid(at: now + renewalDays * 86_400)
            {
                return old
            }
        }
        let identity = try naming(nil) { () throws(CredentialsError) in
            try authority.issueServer(hosts: hosts, at: now)
        }
        let pem = try naming(nil, identity.pem)
        try PrivateFiles.write(Array("hosts: \(note)\n\(pem)".utf8), to: paths.server)
        return identity
    }
}

/// Gives an error about credentials the name of the file that it is about.
func naming<Result>(
    _ path: String?,
    _ body: () throws(CredentialsError) -> Result
) throws(GatewayError) -> Result {
    do {
        return try body()
    } catch {
        throw .credentials(path: path, error)
    }
}
