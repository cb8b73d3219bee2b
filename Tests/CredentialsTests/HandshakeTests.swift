// SPDX-License-Identifier: Apache-2.0
import COpenSSL
@testable import OCKCredentials
import Testing

/// What is issued here, in a TLS handshake in memory: which alert a client gets for its
/// certificate.
@Suite("Certificates in TLS")
struct HandshakeTests {
    let now = Workshop.now

    @Test("A good client comes in, and each bad one gets the alert of its fault (RFC 8446 §6.2)")
    func alerts() throws {
        let authority = try Workshop.authority.get()
        let stranger = try CertificateAuthority.create(commonName: "Stranger", at: now)
        let revoked = try authority.issueClient(commonName: "Revoked", at: now)
        let list = try authority.revocationList(
            revoked: [
                RevokedCertificate(serialNumber: revoked.certificate.serialNumber, date: now)
            ],
            at: now
        )
        let past = (now - 30 * 86_400)...(now - 86_400)
        let late = try authority.issueClient(commonName: "Late", at: now, exactly: past)
        let foreign = try stranger.issueClient(commonName: "Foreign", at: now)
        for (client, alert) in try [
            (Workshop.push(.voip), nil), (revoked, SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED),
            (late, SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED), (foreign, SSL_R_TLSV1_ALERT_UNKNOWN_CA),
        ] {
            let name = client.certificate.subject.description
            for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
                let got = try handshake(of: client, with: list, version: version)
                #expect(got == alert, "\(name), version \(version)")
            }
        }
    }

    /// The alert that the client is sent, or nil if both sides are done.
    private func handshake(
        of client: Identity,
        with list: RevocationList,
        version: Int32
    ) throws -> Int32? {
        let authority = try Workshop.authority.get()
        let server = try side(TLS_server_method(), try authority.issueServer(at: now), list)
        let other = try side(TLS_client_method(), client, nil)
        defer {
            SSL_free(server)
            SSL_free(other)
        }
        SSL_ctrl(other, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)
        var left: OpaquePointer?
        var right: OpaquePointer?
        try #require(BIO_new_bio_pair(&left, 0, &right, 0) == 1)
        SSL_set_bio(server, left, left)
        SSL_set_bio(other, right, right)
        SSL_set_accept_state(server)
        SSL_set_connect_state(other)
        var byte: UInt8 = 0
        // Ten rounds are more than any handshake takes. In TLS 1.3 the client is done first, and
        // hears of its certificate when it reads.
        for _ in 0..<10 {
            ERR_clear_error()
            SSL_do_handshake(other)
            SSL_read(other, &byte, 1)
            let code = ERR_peek_error()
            if code != 0 { return ERR_GET_REASON(code) }
            SSL_do_handshake(server)
        }
        ERR_clear_error()
        #expect(SSL_is_init_finished(server) == 1)
        #expect(SSL_is_init_finished(other) == 1)
        return nil
    }

    private func side(
        _ method: OpaquePointer?,
        _ identity: Identity,
        _ list: RevocationList?
    ) throws -> OpaquePointer {
        let context = try #require(SSL_CTX_new(method))
        defer { SSL_CTX_free(context) }
        let store = SSL_CTX_get_cert_store(context)
        let authority = try Workshop.authority.get().certificate
        try #require(X509_STORE_add_cert(store, authority.handle.pointer) == 1)
        try #require(
            SSL_CTX_use_certificate(context, identity.certificate.handle.pointer) == 1
                && SSL_CTX_use_PrivateKey(context, identity.key.handle.pointer) == 1
        )
        X509_VERIFY_PARAM_set_time(SSL_CTX_get0_param(context), Int(now))
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        if let list {
            // As a server does with the PEM.
            let again = try RevocationList(pem: list.pem())
            try #require(X509_STORE_add_crl(store, again.handle.pointer) == 1)
            X509_STORE_set_flags(store, UInt(X509_V_FLAG_CRL_CHECK))
        }
        return try #require(SSL_new(context))
    }
}
