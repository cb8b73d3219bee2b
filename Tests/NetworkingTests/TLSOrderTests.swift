// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import Testing

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
}
