// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import LoopTesting
import Testing

@testable import OCKNetworking

@Suite struct TLSOrderTests {
    @Test("Several writes, each longer than a TLS record, arrive in order and whole")
    func longWrites() throws {
        let material = try TestMaterial.shared.get()
        let test = try TestLoop()
        let server = try TLSContext.server(
            certificateChainPEM: material.server.chain,
            privateKeyPEM: material.server.key,
            alpn: ["x"]
        )
        let sent = (0..<800_000).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0 >> 8) }
        var received: [UInt8] = []
        var accepted: Connection?
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: test.loop, tls: server) {
            accepted = $0
            $0.onBytes = {
                received += $0
                if received.count >= sent.count { test.stop() }
            }
        }
        let client = Connection.connect(
            host: "127.0.0.1",
            port: listener.port,
            on: test.loop,
            tls: try TLSContext.client(caPEM: material.authorityPEM, alpn: ["x"])
        )
        client.onReady = { [unowned client] in
            for start in stride(from: 0, to: sent.count, by: 20_000) {
                client.send(Array(sent[start..<min(sent.count, start + 20_000)]))
            }
        }
        try test.run()
        #expect(received == sent)
        _ = accepted
    }

    @Test("A key update is answered to the peer that asked, though another is written to")
    func keyUpdate() throws {
        let material = try TestMaterial.shared.get()
        let test = try TestLoop()
        let server = try TLSContext.server(
            certificateChainPEM: material.server.chain,
            privateKeyPEM: material.server.key,
            alpn: ["x"]
        )
        var accepted: [Connection] = []
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: test.loop, tls: server) {
            accepted.append($0)
            // What one client says goes to all.
            $0.onBytes = { bytes in
                for connection in accepted.reversed() { connection.send(Array(bytes)) }
            }
        }
        let clientTLS = try TLSContext.client(caPEM: material.authorityPEM, alpn: ["x"])
        var heard: [[UInt8]] = [[], []]
        var endings: [CloseReason] = []
        var readyCount = 0
        let clients = (0..<2).map { _ in
            Connection.connect(
                host: "127.0.0.1", port: listener.port, on: test.loop, tls: clientTLS)
        }
        for (index, client) in clients.enumerated() {
            client.onBytes = {
                heard[index] += $0
                if heard.allSatisfy({ $0.count >= 6 }) { test.stop() }
            }
            client.onClosed = {
                endings.append($0)
                test.stop()
            }
            client.onReady = {
                readyCount += 1
                guard readyCount == 2 else { return }
                for word in ["one", "two"] {
                    SSL_key_update(clients[0].channel?.ssl, SSL_KEY_UPDATE_REQUESTED)
                    clients[0].send(Array(word.utf8))
                }
            }
        }
        try test.run()
        #expect(endings.isEmpty)
        #expect(heard.map { String(decoding: $0, as: UTF8.self) } == ["onetwo", "onetwo"])
    }
}
