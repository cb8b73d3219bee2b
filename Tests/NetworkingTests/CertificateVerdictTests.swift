// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKCredentials
import OCKNetworking
import Testing

/// What a server does with clients' certificates that are in some way bad.
@Suite struct CertificateVerdictTests {
    /// One authority's material, made once.
    struct Material: Sendable {
        let authorityPEM: [UInt8]
        let server: Identity
        let clients: [CertificateVerdict: Identity]
        let revocationListPEM: [UInt8]

        static let shared = Result { try Material() }

        init() throws {
            let now = EventLoop.wallClockMilliseconds() / 1000
            let authority = try CertificateAuthority.create(commonName: "Test CA", at: now)
            let other = try CertificateAuthority.create(commonName: "Other CA", at: now)
            authorityPEM = try Array(authority.certificate.pem().utf8)
            server = try authority.issueServer(at: now)
            clients = try [
                .valid: authority.issueClient(commonName: "good", at: now),
                .expired: authority.issueClient(
                    commonName: "old", at: now, exactly: (now - 7_200)...(now - 3_600)),
                .notYetValid: authority.issueClient(
                    commonName: "young", at: now, exactly: (now + 3_600)...(now + 7_200)),
                .revoked: authority.issueClient(commonName: "taken back", at: now),
                .untrusted: other.issueClient(commonName: "stranger", at: now),
                .unsuitable: authority.issueServer(at: now),
            ]
            let revoked = try #require(clients[.revoked])
            let list = try authority.revocationList(
                revoked: [
                    RevokedCertificate(
                        serialNumber: revoked.certificate.serialNumber, date: now - 60)
                ], at: now)
            revocationListPEM = try Array(list.pem().utf8)
        }
    }

    struct Outcome {
        var verdict: CertificateVerdict?
        var isVerified = false
        var serverReason: CloseReason?
        var clientReason: CloseReason?
        var peerAddress = ""
        var serverName: String?
    }

    /// Connects with one of the certificates, and tells how it went.
    private func connect(
        with client: CertificateVerdict, accepting: Bool, serverName: String? = nil,
        withList: Bool = true
    ) throws -> Outcome {
        let material = try Material.shared.get()
        let identity = try #require(material.clients[client])
        let serverTLS = try TLSContext.server(
            certificateChainPEM: Array(material.server.certificate.pem().utf8),
            privateKeyPEM: Array(material.server.key.pem().utf8),
            clientCAPEM: material.authorityPEM,
            clientCRLPEM: withList ? material.revocationListPEM : nil,
            acceptsBadCertificates: accepting, alpn: ["h2"])
        let clientTLS = try TLSContext.client(
            caPEM: material.authorityPEM,
            certificateChainPEM: Array(identity.certificate.pem().utf8),
            privateKeyPEM: Array(identity.key.pem().utf8), alpn: ["h2"], serverName: serverName)
        let test = try TestLoop()
        var outcome = Outcome()
        var accepted: Connection?
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: test.loop, tls: serverTLS) {
            connection in
            accepted = connection
            connection.onReady = { [unowned connection] in
                outcome.verdict = connection.certificateVerdict
                outcome.isVerified = connection.isPeerVerified
                outcome.serverName = connection.serverNameAsked
                connection.closeAfterFlush()
            }
            connection.onClosed = { [unowned connection] in
                outcome.serverReason = $0
                outcome.peerAddress = connection.peerAddress
                if outcome.clientReason != nil { test.stop() }
            }
        }
        let peer = Connection.connect(
            host: "127.0.0.1", port: listener.port, on: test.loop, tls: clientTLS)
        // A client of TLS 1.3 believes itself connected, and speaks, before it is refused.
        peer.onReady = { peer.send([1, 2, 3]) }
        peer.onClosed = {
            outcome.clientReason = $0
            if outcome.serverReason != nil { test.stop() }
        }
        try test.run()
        _ = accepted
        return outcome
    }

    @Test(
        "A bad certificate ends the handshake with the alert of its name, and it is known whose",
        arguments: [
            (CertificateVerdict.expired, "certificate expired"), (.revoked, "certificate revoked"),
            (.untrusted, "unknown ca"), (.notYetValid, "bad certificate"),
            (.unsuitable, "unsupported certificate"),
        ])
    func refused(client: CertificateVerdict, alert: String) throws {
        let outcome = try connect(with: client, accepting: false)
        guard case .certificateRefused(client, let subject) = outcome.serverReason,
            case .failed(.tls(let words)) = outcome.clientReason
        else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.contains(alert))
        let identity = try Material.shared.get().clients[client]
        let name = try #require(identity?.certificate.subject.commonName)
        #expect(subject.contains(name))
        #expect(outcome.peerAddress.hasPrefix("127.0.0.1:"))
        #expect(outcome.verdict == nil)
    }

    @Test(
        "Where bad certificates are accepted, the handshake succeeds and the verdict is told",
        arguments: [
            CertificateVerdict.valid, .expired, .notYetValid, .revoked, .untrusted, .unsuitable,
        ])
    func accepted(client: CertificateVerdict) throws {
        let outcome = try connect(with: client, accepting: true)
        #expect(outcome.verdict == client)
        #expect(outcome.isVerified == (client == .valid))
    }

    @Test("A good certificate passes, and without a list of revoked ones nothing is revoked")
    func good() throws {
        #expect(try connect(with: .valid, accepting: false).verdict == .valid)
        let outcome = try connect(with: .revoked, accepting: false, withList: false)
        #expect(outcome.verdict == .valid)
    }

    @Test("The host name that a client asked for is told; an address is none")
    func serverName() throws {
        let named = try connect(with: .valid, accepting: false, serverName: "localhost")
        #expect(named.serverName == "localhost")
        #expect(try connect(with: .valid, accepting: false).serverName == nil)
    }

    @Test("A text without a revocation list is refused in words")
    func noList() throws {
        let material = try Material.shared.get()
        let error = #expect(throws: NetworkingError.self) {
            try TLSContext.server(
                certificateChainPEM: Array(material.server.certificate.pem().utf8),
                privateKeyPEM: Array(material.server.key.pem().utf8),
                clientCAPEM: material.authorityPEM, clientCRLPEM: material.authorityPEM, alpn: [])
        }
        #expect(error?.description.contains("revocation list") == true)
    }
}
