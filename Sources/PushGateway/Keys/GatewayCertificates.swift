// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Glibc
import OCKStorage

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
    /// - Throws: ``GatewayError`` for what cannot be read, made or written. Nothing is left
    ///   half-written.
    init(
        _ paths: GatewayPaths,
        extraHosts: [String] = [],
        at now: Int64
    ) throws(GatewayError) {
        let lock = try Self.lock(paths)
        defer { withExtendedLifetime(lock) {} }
        authority = try Self.lockedAuthority(paths, at: now)
        let hosts = ["localhost", "127.0.0.1", "::1"] + extraHosts
        server = try Self.server(paths, authority, hosts, at: now)
    }

    /// The authority alone, for those who issue: which hosts the server has is not their affair.
    ///
    /// - Parameters:
    ///   - paths: Where it is kept.
    ///   - now: In seconds since 1970.
    /// - Returns: The authority; a new one if there was none.
    /// - Throws: As the initializer does.
    static func authority(
        _ paths: GatewayPaths,
        at now: Int64
    ) throws(GatewayError) -> CertificateAuthority {
        let lock = try lock(paths)
        defer { withExtendedLifetime(lock) {} }
        return try lockedAuthority(paths, at: now)
    }

    private static func lock(_ paths: GatewayPaths) throws(GatewayError) -> FileLock? {
        try naming { () throws(FileError) in try Files.makePrivateFolder(paths.stateFolder) }
        return try FileLock(paths.certificatesLock, waits: true)
    }

    private static func lockedAuthority(
        _ paths: GatewayPaths,
        at now: Int64
    ) throws(GatewayError) -> CertificateAuthority {
        let authority: CertificateAuthority
        if let bytes = try contents(of: paths.authority) {
            authority = try naming(paths.authority) { () throws(CredentialsError) in
                try CertificateAuthority(
                    identity: Identity(pem: String(decoding: bytes, as: UTF8.self))
                )
            }
            guard authority.certificate.isValid(at: now) else {
                throw .refused(
                    "by this machine's clock the authority in \(paths.authority) is not valid: set "
                        + "the clock, or remove the file, and everyone needs the new ca.pem")
            }
        } else {
            authority = try naming(nil) { () throws(CredentialsError) in
                try .create(commonName: "OpenCallKit Gateway CA", at: now)
            }
            let pem = try naming(nil, authority.identity.pem)
            try write(pem, to: paths.authority)
        }
        // The copy for everyone follows the original, also after a crash between the two.
        let copy = try naming(nil, authority.certificate.pem)
        if try contents(of: paths.authorityCertificate) != Array(copy.utf8) {
            try write(copy, to: paths.authorityCertificate)
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
        if let bytes = try contents(of: paths.server) {
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
        try write("hosts: \(note)\n\(pem)", to: paths.server)
        return identity
    }

    /// Nil if there is no such file.
    private static func contents(of path: String) throws(GatewayError) -> [UInt8]? {
        do {
            return try Files.read(path, limit: 1 << 20)
        } catch {
            guard error.number == ENOENT else { throw .file(error) }
            return nil
        }
    }

    private static func write(_ text: String, to path: String) throws(GatewayError) {
        try naming { () throws(FileError) in try Files.writeWhole(Array(text.utf8), to: path) }
    }
}

/// Passes an error about a file on as the gateway's.
func naming<Result>(
    _ body: () throws(FileError) -> Result
) throws(GatewayError) -> Result {
    do {
        return try body()
    } catch {
        throw .file(error)
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
