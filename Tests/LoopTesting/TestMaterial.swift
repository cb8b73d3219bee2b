// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKNetworking

/// Certificates for tests: an authority, a server of it, a client of it, and a stranger's.
package struct TestMaterial: Sendable {
    package let authorityPEM: [UInt8]
    package let server: (chain: [UInt8], key: [UInt8])
    package let client: (chain: [UInt8], key: [UInt8])
    /// The client's own certificate.
    package let clientDER: [UInt8]

    package static let shared = Result { try TestMaterial(named: "OpenCallKit Test CA") }
    package static let stranger = Result { try TestMaterial(named: "Another CA") }

    private init(named name: String) throws {
        let now = EventLoop.wallClockMilliseconds() / 1000
        let authority = try CertificateAuthority.create(commonName: name, at: now)
        let server = try authority.issueServer(at: now)
        let client = try authority.issuePushCertificate(
            bundleIdentifier: "com.example.hotline", kind: .voip, at: now)
        authorityPEM = try Array(authority.certificate.pem().utf8)
        self.server = try Self.pem(server)
        self.client = try Self.pem(client)
        clientDER = client.certificate.der
    }

    private static func pem(_ identity: Identity) throws -> (chain: [UInt8], key: [UInt8]) {
        try (Array(identity.certificate.pem().utf8), Array(identity.key.pem().utf8))
    }
}
