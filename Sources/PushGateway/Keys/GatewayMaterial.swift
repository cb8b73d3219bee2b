// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKNetworking
import OCKWire

/// What a gateway needs of its state folder to know providers by: certificates, revocations, keys.
///
/// Read as a whole, at start and again when something was issued or revoked.
struct GatewayMaterial: Sendable {
    /// The server's certificate, PEM.
    let chain: [UInt8]
    let key: [UInt8]
    /// The authority that providers' certificates are of, PEM.
    let authority: [UInt8]
    /// The authority's list of certificates that are good no more, PEM; nil where there are none.
    let revocationList: [UInt8]?
    /// Their serial numbers.
    let revokedSerials: Set<String>
    let keys: [ProviderKeyRecord]
    /// By the identifiers of ``keys``, without those that were revoked.
    let publicKeys: [String: PublicKey]

    /// Names of Apple's service: a client that is told to connect here by them finds them in our
    /// certificate.
    static let appleHosts = [
        "api.push.apple.com", "api.sandbox.push.apple.com", "api.development.push.apple.com",
    ]

    /// Reads it, and makes what is missing; it blocks on files.
    ///
    /// - Parameters:
    ///   - paths: Where it is.
    ///   - host: Where the gateway listens.
    ///   - now: In seconds since 1970.
    /// - Throws: ``GatewayError`` that names the file.
    init(_ paths: GatewayPaths, host: String, at now: Int64) throws(GatewayError) {
        let usual = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"]
        let extraHosts = Self.appleHosts + (usual.contains(host) ? [] : [host])
        let certificates = try GatewayCertificates(paths, extraHosts: extraHosts, at: now)
        chain = Array(try naming(nil, certificates.server.certificate.pem).utf8)
        key = Array(try naming(nil, certificates.server.key.pem).utf8)
        authority = Array(try naming(nil, certificates.authority.certificate.pem).utf8)
        let revoked = try Revocations.load(paths)
        revokedSerials = Set(revoked.map(\.serial))
        if revoked.isEmpty {
            revocationList = nil
        } else {
            let list = try naming(paths.revoked) { () throws(CredentialsError) in
                try certificates.authority.revocationList(
                    revoked: revoked.map {
                        RevokedCertificate(serialNumber: $0.serial, date: $0.at)
                    },
                    at: now
                ).pem()
            }
            revocationList = Array(list.utf8)
        }
        keys = try KeyFolder(paths).load()
        var publicKeys: [String: PublicKey] = [:]
        for record in keys where !record.isRevoked {
            publicKeys[record.id] = try naming(paths.keys) { () throws(CredentialsError) in
                try PublicKey(pem: record.publicKey)
            }
        }
        self.publicKeys = publicKeys
    }

    /// For providers: they may leave ALPN out, as Apple's service lets them.
    func providerTLS(
        _ badCertificates: GatewayOptions.BadCertificates
    ) throws(NetworkingError) -> TLSContext {
        try .server(
            certificateChainPEM: chain,
            privateKeyPEM: key,
            clientCAPEM: authority,
            clientCRLPEM: revocationList,
            acceptsBadCertificates: badCertificates != .alert,
            alpn: ["h2"]
        )
    }

    /// For phones: they are ours, and may not leave ALPN out.
    func deviceTLS() throws(NetworkingError) -> TLSContext {
        try .server(
            certificateChainPEM: chain,
            privateKeyPEM: key,
            alpn: [deviceProtocolName],
            requiresALPN: true
        )
    }
}
