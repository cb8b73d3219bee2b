// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import LoopTesting
import OCKNetworking
import Testing

@Suite struct TLSSessionTests {
    @Test("A thousand requests over TLS with a client certificate are answered over one connection")
    func overTLS() throws {
        let material = try TestMaterial.shared.get()
        let test = try TestLoop()
        let serverTLS = try TLSContext.server(
            certificateChainPEM: material.server.chain, privateKeyPEM: material.server.key,
            clientCAPEM: material.authorityPEM, alpn: ["h2"])
        var connectionCount = 0
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: test.loop, tls: serverTLS) {
            connection in
            connectionCount += 1
            _ = HTTP2ServerSession(
                connection: connection, loop: test.loop,
                onRequest: { session, request in
                    #expect(session.connection.peerCertificate == material.clientDER)
                    session.respond(to: request.streamID, status: 200, body: request.body)
                },
                onClosed: { _, _ in test.stop() })
        }
        let clientTLS = try TLSContext.client(
            caPEM: material.authorityPEM, certificateChainPEM: material.client.chain,
            privateKeyPEM: material.client.key, alpn: ["h2"])
        let client = HTTP2ClientSession(
            connection: .connect(
                host: "localhost", port: listener.port, on: test.loop, tls: clientTLS),
            loop: test.loop, authority: "localhost")
        var count = 0
        for number in 0..<1000 {
            let body = Array("body \(number)".utf8)
            client.request(method: "POST", path: "/", body: body) {
                #expect((try? $0.get())?.body == body)
                count += 1
                if count == 1000 { client.close() }
            }
        }
        try test.run()
        #expect(count == 1000)
        #expect(connectionCount == 1)
    }
}
