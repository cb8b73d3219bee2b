// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import Glibc

// What TLS tells about a connection, and why it ended.
extension Connection {
    /// The protocol that the handshake chose; nil without one.
    package var alpn: String? {
        guard let ssl = channel?.ssl else { return nil }
        var bytes: UnsafePointer<UInt8>?
        var byteCount: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &bytes, &byteCount)
        guard let bytes, byteCount > 0 else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(byteCount)),
            as: UTF8.self
        )
    }

    /// The peer's own certificate in DER; nil if it showed none.
    package var peerCertificate: [UInt8]? {
        guard let ssl = channel?.ssl, let certificate = SSL_get1_peer_certificate(ssl) else {
            return nil
        }
        defer { X509_free(certificate) }
        return TLSContext.der(of: certificate)
    }

    /// Whether the peer showed a certificate and an authority that we trust stands behind it.
    package var isPeerVerified: Bool {
        certificateVerdict == .valid
    }

    /// What verification found in the client's certificate; with faults only where a server accepts
    /// such (``TLSContext/server(certificateChainPEM:privateKeyPEM:clientCAPEM:clientCRLPEM:
    /// acceptsBadCertificates:alpn:requiresALPN:)``).
    package var certificateVerdict: CertificateVerdict {
        guard let ssl = channel?.ssl, SSL_get0_peer_certificate(ssl) != nil else { return .none }
        if let fault = CertificateFault.of(ssl) { return fault.verdict }
        return CertificateVerdict(result: SSL_get_verify_result(ssl))
    }

    /// The host name that the client asked for (SNI, RFC 6066 §3); nil if it named none.
    package var serverNameAsked: String? {
        guard let ssl = channel?.ssl, let name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name)
        else {
            return nil
        }
        return String(cString: name)
    }

    /// What the end of the peer's bytes means in this state.
    var endReason: CloseReason {
        switch state {
        case .handshaking: .handshakeFailed("the peer closed the connection")
        case .flushing, .lingering: farewell
        case .connecting, .open, .closed: .peerClosed
        }
    }

    /// What a failure means in this state: an OpenSSL error, else a system error number.
    func errorReason(_ number: Int32, tlsCode: UInt = 0) -> CloseReason {
        switch state {
        case .flushing, .lingering: return farewell
        case .handshaking:
            if let ssl = channel?.ssl, let fault = CertificateFault.of(ssl) {
                return .certificateRefused(fault.verdict, subject: fault.subject)
            }
            if let ssl = channel?.ssl, SSL_get_verify_result(ssl) != Int(X509_V_OK) {
                let words = X509_verify_cert_error_string(SSL_get_verify_result(ssl))
                return .handshakeFailed(words.map { String(cString: $0) } ?? "not verified")
            }
            return .handshakeFailed(
                tlsCode == 0 ? NetworkingError.text(of: number) : TLSContext.text(of: tlsCode))
        case .connecting, .open, .closed:
            if tlsCode != 0 { return .failed(.tls(reason: TLSContext.text(of: tlsCode))) }
            return number == ECONNRESET || number == EPIPE
                ? .peerClosed : .failed(.system(operation: "reading and writing", errno: number))
        }
    }
}
