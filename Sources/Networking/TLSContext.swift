// SPDX-License-Identifier: Apache-2.0
import CEvent
import COpenSSL
import Glibc

/// What one side brings to its handshakes: certificate, key, trusted authorities, protocols.
///
/// TLS 1.2 or later; no tickets, no session cache, no renegotiation, no compression; OpenSSL's
/// buffers are given back while a connection is idle. Used on the thread of one loop.
package final class TLSContext {
    private let context: OpaquePointer
    /// The names of ALPN, in the order of preference.
    private let protocols: [[UInt8]]
    let requiresALPN: Bool
    /// The name to find in the server's certificate instead of the host connected to.
    let serverName: String?

    /// A server's side.
    ///
    /// All material is PEM; the chain starts with the server's own certificate.
    ///
    /// With `clientCAPEM`, clients are asked for a certificate: none is allowed, and one that has
    /// expired, is on a list of `clientCRLPEM` (certificate revocation lists), or is of another
    /// authority, ends the handshake with the TLS alert of that name; with `acceptsBadCertificates`
    /// the handshake succeeds, and ``Connection/certificateVerdict`` tells. A client that offers
    /// only protocols outside `alpn` gets a fatal alert; one that offers none is accepted unless
    /// `requiresALPN`.
    /// - Throws: ``NetworkingError/badTLSMaterial(what:reason:)``.
    package static func server(
        certificateChainPEM: [UInt8],
        privateKeyPEM: [UInt8],
        clientCAPEM: [UInt8]? = nil,
        clientCRLPEM: [UInt8]? = nil,
        acceptsBadCertificates: Bool = false,
        alpn: [String],
        requiresALPN: Bool = false
    ) throws(NetworkingError) -> TLSContext {
        let result = try TLSContext(
            TLS_server_method(),
            alpn: alpn,
            requiresALPN: requiresALPN,
            serverName: nil
        )
        try result.use(chainPEM: certificateChainPEM, keyPEM: privateKeyPEM)
        if let clientCAPEM {
            try result.trust(clientCAPEM, announce: true)
            if let clientCRLPEM { try result.heed(clientCRLPEM) }
            CertificateFault.watch(result.context, accepting: acceptsBadCertificates)
        }
        result.selectALPN()
        return result
    }

    /// A client's side.
    ///
    /// `caPEM` nil trusts the system's authorities; a certificate is shown if given.
    ///
    /// The server's certificate must bear `serverName`, or, if nil, the host connected to: a name
    /// or an IP address.
    /// - Throws: ``NetworkingError/badTLSMaterial(what:reason:)``.
    package static func client(
        caPEM: [UInt8]?,
        certificateChainPEM: [UInt8]? = nil,
        privateKeyPEM: [UInt8]? = nil,
        alpn: [String],
        serverName: String? = nil
    ) throws(NetworkingError) -> TLSContext {
        let result = try TLSContext(
            TLS_client_method(),
            alpn: alpn,
            requiresALPN: false,
            serverName: serverName
        )
        if let certificateChainPEM {
            try result.use(chainPEM: certificateChainPEM, keyPEM: privateKeyPEM ?? [])
        }
        if let caPEM {
            try result.trust(caPEM, announce: false)
        } else {
            SSL_CTX_set_default_verify_paths(result.context)
        }
        SSL_CTX_set_verify(result.context, SSL_VERIFY_PEER, nil)
        let list = result.protocols.flatMap { [UInt8($0.count)] + $0 }
        SSL_CTX_set_alpn_protos(result.context, list, UInt32(list.count))
        return result
    }

    private init(
        _ method: OpaquePointer?,
        alpn: [String],
        requiresALPN: Bool,
        serverName: String?
    ) throws(NetworkingError) {
        guard let context = SSL_CTX_new(method) else {
            throw .badTLSMaterial(what: "TLS library", reason: Self.takeError())
        }
        protocols = alpn.map { Array($0.utf8) }
        precondition(protocols.allSatisfy { 1...255 ~= $0.count }, "a protocol has 1 to 255 bytes")
        self.context = context
        self.requiresALPN = requiresALPN
        self.serverName = serverName
        COpenSSL_set_min_version(context, TLS1_2_VERSION)
        COpenSSL_set_safe_options(context)
        COpenSSL_set_mode(context, Int(SSL_MODE_RELEASE_BUFFERS))
        COpenSSL_disable_session_cache(context)
        SSL_CTX_set_num_tickets(context, 0)
        SSL_CTX_set_verify_depth(context, 4)
        // Else OpenSSL asks on the terminal when a key is encrypted.
        SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
    }

    deinit { SSL_CTX_free(context) }

    // MARK: Material

    private func use(chainPEM: [UInt8], keyPEM: [UInt8]) throws(NetworkingError) {
        let what = "certificate"
        let chain = try PEM.certificates(in: chainPEM, what: what)
        for (index, certificate) in chain.enumerated() {
            let outcome =
                index == 0
                ? SSL_CTX_use_certificate(context, certificate.pointer)
                : COpenSSL_add_chain_certificate(context, certificate.pointer)
            guard outcome == 1 else {
                throw .badTLSMaterial(what: what, reason: Self.takeError())
            }
        }
        let key = try PEM.privateKey(in: keyPEM, what: "private key")
        guard SSL_CTX_use_PrivateKey(context, key.pointer) == 1,
            SSL_CTX_check_private_key(context) == 1
        else {
            throw .badTLSMaterial(
                what: "private key",
                reason: "it does not belong to the certificate"
            )
        }
    }

    /// Announced authorities let a client choose among its certificates.
    private func trust(_ authorityPEM: [UInt8], announce: Bool) throws(NetworkingError) {
        let what = "authority's certificate"
        for certificate in try PEM.certificates(in: authorityPEM, what: what) {
            guard X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate.pointer) == 1
            else { throw .badTLSMaterial(what: what, reason: Self.takeError()) }
            if announce { SSL_CTX_add_client_CA(context, certificate.pointer) }
        }
    }

    /// Refuses what is on the lists; an authority without one counts as having revoked nothing.
    private func heed(_ revocationListPEM: [UInt8]) throws(NetworkingError) {
        let what = "certificate revocation list"
        let store = SSL_CTX_get_cert_store(context)
        for list in try PEM.revocationLists(in: revocationListPEM, what: what) {
            guard X509_STORE_add_crl(store, list.pointer) == 1 else {
                throw .badTLSMaterial(what: what, reason: Self.takeError())
            }
        }
        X509_STORE_set_flags(store, UInt(X509_V_FLAG_CRL_CHECK))
    }

    // MARK: Protocols

    private func selectALPN() {
        guard !protocols.isEmpty else { return }
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, chosen, chosenCount, offered, offeredCount, context in
                let offer = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
                let ours = CallbackContext.object(TLSContext.self, from: context)
                guard let range = ours.choose(from: offer) else {
                    return SSL_TLSEXT_ERR_ALERT_FATAL
                }
                chosen?.pointee = offer.baseAddress.map { $0 + range.lowerBound }
                chosenCount?.pointee = UInt8(range.count)
                return SSL_TLSEXT_ERR_OK
            },
            CallbackContext.pointer(to: self)
        )
    }

    /// Where in a client's list of length-led names the protocol stands that we like best.
    private func choose(from offer: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        for name in protocols {
            var index = 0
            while index < offer.count {
                let range = index + 1..<min(offer.count, index + 1 + Int(offer[index]))
                if offer[range].elementsEqual(name) { return range }
                index = range.upperBound
            }
        }
        return nil
    }

    // MARK: For connections

    /// A new TLS object; its owner frees it, and keeps this context as long.
    func makeSSL(serverName: String?) -> OpaquePointer {
        guard let ssl = SSL_new(context) else { preconditionFailure("OpenSSL is out of memory") }
        if let serverName { expect(serverName, in: ssl) }
        return ssl
    }

    private func expect(_ name: String, in ssl: OpaquePointer) {
        var address = in6_addr()
        if inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1 {
            X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name)
        } else {
            COpenSSL_set_server_name(ssl, name)
            SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            SSL_set1_host(ssl, name)
        }
    }

    static func der(of certificate: OpaquePointer) -> [UInt8]? {
        var start: UnsafeMutablePointer<UInt8>?
        let byteCount = i2d_X509(certificate, &start)
        guard byteCount > 0, let start else { return nil }
        defer { CRYPTO_free(start, #file, #line) }
        return Array(UnsafeBufferPointer(start: start, count: Int(byteCount)))
    }

    /// OpenSSL's words for an error of its queue.
    static func text(of code: UInt) -> String {
        ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// The words for the first error in the thread's queue, which is emptied.
    static func takeError() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        return code == 0 ? "unknown" : text(of: code)
    }
}
