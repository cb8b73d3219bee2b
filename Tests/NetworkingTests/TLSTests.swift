// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import Testing

@Suite struct TLSTests {
    let material: TestMaterial
    let stranger: TestMaterial

    init() throws {
        material = try TestMaterial.shared.get()
        stranger = try TestMaterial.stranger.get()
    }

    /// What the two sides of one handshake saw; a reason where it failed.
    private struct Outcome {
        var serverALPN: String?
        var clientALPN: String?
        var clientCertificate: [UInt8]?
        var isClientVerified = false
        var serverReason: CloseReason?
        var clientReason: CloseReason?
        var echoed: [UInt8] = []
    }

    /// Connects, sends some bytes to and fro, and tells how it went.
    private func handshake(
        server: TLSContext, client: TLSContext, host: String = "127.0.0.1"
    ) throws -> Outcome {
        let test = try TestLoop()
        var outcome = Outcome()
        var accepted: Connection?
        let listener = try Listener.tcp(host: host, port: 0, on: test.loop, tls: server) {
            connection in
            accepted = connection
            connection.onReady = { [unowned connection] in
                outcome.serverALPN = connection.alpn
                outcome.clientCertificate = connection.peerCertificate
                outcome.isClientVerified = connection.isPeerVerified
            }
            connection.onBytes = { [unowned connection] in connection.send(Array($0)) }
            connection.onClosed = {
                outcome.serverReason = $0
                if outcome.clientReason != nil { test.stop() }
            }
        }
        let connection = Connection.connect(
            host: host, port: listener.port, on: test.loop, tls: client)
        connection.onReady = {
            outcome.clientALPN = connection.alpn
            connection.send([1, 2, 3])
        }
        connection.onBytes = {
            outcome.echoed += $0
            if outcome.echoed.count == 3 { connection.close() }
        }
        connection.onClosed = {
            outcome.clientReason = $0
            if outcome.serverReason != nil { test.stop() }
        }
        try test.run()
        _ = accepted
        return outcome
    }

    private func server(alpn: [String] = ["h2"], requiresALPN: Bool = false) throws -> TLSContext {
        try .server(
            certificateChainPEM: material.server.chain, privateKeyPEM: material.server.key,
            clientCAPEM: material.authorityPEM, alpn: alpn, requiresALPN: requiresALPN)
    }

    @Test(
        "A client that trusts the authority talks, by name and by address",
        arguments: ["localhost", "127.0.0.1"])
    func talks(host: String) throws {
        let client = try TLSContext.client(caPEM: material.authorityPEM, alpn: ["x", "h2"])
        let outcome = try handshake(server: server(), client: client, host: host)
        #expect(outcome.echoed == [1, 2, 3])
        #expect(outcome.serverALPN == "h2")
        #expect(outcome.clientALPN == "h2")
        #expect(outcome.clientCertificate == nil)
        #expect(!outcome.isClientVerified)
        #expect(outcome.clientReason == .closedHere)
        #expect(outcome.serverReason == .peerClosed)
    }

    @Test("The server sees the certificate that the client shows")
    func clientCertificate() throws {
        let client = try TLSContext.client(
            caPEM: material.authorityPEM, certificateChainPEM: material.client.chain,
            privateKeyPEM: material.client.key, alpn: ["h2"])
        let outcome = try handshake(server: server(), client: client)
        #expect(outcome.clientCertificate == material.clientDER)
        #expect(outcome.isClientVerified)
        #expect(outcome.echoed == [1, 2, 3])
    }

    @Test("A client that trusts another authority refuses the server, and says why")
    func wrongAuthority() throws {
        let client = try TLSContext.client(caPEM: stranger.authorityPEM, alpn: ["h2"])
        let outcome = try handshake(server: server(), client: client)
        guard case .handshakeFailed(let words) = outcome.clientReason else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.contains("certificate"))
        #expect(outcome.serverReason != nil)
    }

    @Test("A server's certificate for another name is refused")
    func wrongName() throws {
        let client = try TLSContext.client(
            caPEM: material.authorityPEM, alpn: ["h2"], serverName: "push.example.com")
        let outcome = try handshake(server: server(), client: client)
        guard case .handshakeFailed(let words) = outcome.clientReason else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.contains("name") || words.contains("host"))
    }

    @Test("A client without ALPN is served, unless the server requires it")
    func withoutALPN() throws {
        let client = try TLSContext.client(caPEM: material.authorityPEM, alpn: [])
        let outcome = try handshake(server: server(), client: client)
        #expect(outcome.serverALPN == nil)
        #expect(outcome.echoed == [1, 2, 3])
        let strict = try handshake(server: server(requiresALPN: true), client: client)
        #expect(strict.echoed.isEmpty)
        guard case .handshakeFailed = strict.serverReason else {
            Issue.record("\(strict)")
            return
        }
    }

    @Test("A client that offers only other protocols is refused")
    func wrongALPN() throws {
        let client = try TLSContext.client(
            caPEM: material.authorityPEM, alpn: ["http/1.1", "h2c", "h"])
        let outcome = try handshake(server: server(), client: client)
        guard case .handshakeFailed = outcome.serverReason,
            case .handshakeFailed(let words) = outcome.clientReason
        else {
            Issue.record("\(outcome)")
            return
        }
        #expect(words.contains("application protocol"))
    }

    @Test("Bytes that are no TLS end the handshake, and a silent peer is not waited for")
    func noTLS() throws {
        let test = try TestLoop()
        var reasons: [CloseReason] = []
        var accepted: [Connection] = []
        let listener = try Listener.tcp(
            host: "127.0.0.1", port: 0, on: test.loop, tls: server(),
            limits: ConnectionLimits(handshakeTimeout: .milliseconds(50))
        ) { connection in
            accepted.append(connection)
            connection.onClosed = {
                reasons.append($0)
                if reasons.count == 2 { test.stop() }
            }
        }
        let silent = Connection.connect(host: "127.0.0.1", port: listener.port, on: test.loop)
        let plain = Connection.connect(host: "127.0.0.1", port: listener.port, on: test.loop)
        plain.onReady = { plain.send(Array("POST /3/device/x HTTP/1.1\r\n\r\n".utf8)) }
        try test.run()
        #expect(!silent.isReady || reasons.contains(.handshakeTimedOut))
        #expect(reasons.contains(.handshakeTimedOut))
        #expect(
            reasons.contains {
                if case .handshakeFailed = $0 { true } else { false }
            })
    }

    @Test("Material that is broken, mismatched or encrypted is refused in words")
    func badMaterial() throws {
        #expect(throws: NetworkingError.self) {
            try TLSContext.server(
                certificateChainPEM: Array("nonsense".utf8), privateKeyPEM: material.server.key,
                alpn: [])
        }
        let error = #expect(throws: NetworkingError.self) {
            try TLSContext.server(
                certificateChainPEM: material.server.chain, privateKeyPEM: stranger.server.key,
                alpn: [])
        }
        #expect(error?.description.contains("private key") == true)
        #expect(throws: NetworkingError.self) {
            try TLSContext.client(caPEM: [], alpn: [])
        }
    }
}
