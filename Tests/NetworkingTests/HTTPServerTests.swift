// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import Testing

@Suite struct HTTPServerTests {
    /// Sends one text and returns all that comes until the server closes.
    private func talk(
        _ text: String, limits: HTTPServerLimits = HTTPServerLimits(),
        onRequest: @escaping (TestLoop, HTTPRequest, HTTPReply) -> Void
    ) throws -> String {
        let test = try TestLoop()
        let server = try HTTPServer.listen(port: 0, on: test.loop, limits: limits) {
            onRequest(test, $0, $1)
        }
        var received: [UInt8] = []
        let client = Connection.connect(host: "127.0.0.1", port: server.port, on: test.loop)
        client.send(Array(text.utf8))
        client.onBytes = { received += $0 }
        client.onClosed = { _ in test.stop() }
        try test.run()
        server.close()
        return String(decoding: received, as: UTF8.self)
    }

    @Test("A request arrives whole, and its answer goes back, also when it is given later")
    func requestAndReply() throws {
        var seen: HTTPRequest?
        let text = try talk(
            "PUT /tokens/a%20b?x=1&y HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 3\r\n"
                + "Connection: close\r\nX-One: 1\r\nX-One: 2\r\n\r\nabc"
        ) { test, request, reply in
            seen = request
            test.loop.later {
                reply.respond(
                    status: 201, headers: [("content-type", "text/plain")], body: Array("ok".utf8))
                reply.respond(status: 500)
            }
        }
        #expect(seen?.method == "PUT")
        #expect(seen?.path == "/tokens/a%20b")
        #expect(seen?.query == "x=1&y")
        #expect(seen?.value(of: "x-one") == "1")
        #expect(seen?.headers.filter { $0.name == "x-one" }.map(\.value) == ["1", "2"])
        #expect(seen?.body == Array("abc".utf8))
        #expect(text.hasPrefix("HTTP/1.1 201 "))
        #expect(text.lowercased().contains("content-type: text/plain\r\n"))
        #expect(text.hasSuffix("\r\n\r\nok"))
    }

    @Test("A reply that is dropped unanswered answers 500")
    func dropped() throws {
        let text = try talk("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n") {
            _, _, _ in
        }
        #expect(text.hasPrefix("HTTP/1.1 500 "))
    }

    @Test("A host name that is not this machine's is turned away, as a browser's page would send")
    func rebinding() throws {
        for host in ["evil.example", "127.0.0.1.evil.example", "192.168.0.1"] {
            let text = try talk("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n") {
                _, _, reply in
                reply.respond(status: 200)
            }
            #expect(text.hasPrefix("HTTP/1.1 421 "))
        }
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:1", "127.0.0.2"] {
            let text = try talk("GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n") {
                _, _, reply in
                reply.respond(status: 204)
            }
            #expect(text.hasPrefix("HTTP/1.1 204 "))
        }
    }

    @Test("Requests that are too long, malformed or silent never reach the owner")
    func hostile() throws {
        var limits = HTTPServerLimits()
        limits.maximumHeaderByteCount = 1_000
        limits.maximumBodyByteCount = 100
        limits.timeout = .milliseconds(200)
        for (text, status) in [
            ("GET /\(String(repeating: "a", count: 2_000)) HTTP/1.1\r\n\r\n", "400"),
            ("POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n", "413"),
            ("nonsense\r\n\r\n", "400"), ("BREW / HTTP/1.1\r\n\r\n", "501"), ("GET / HT", ""),
        ] {
            let answer = try talk(text, limits: limits) { _, request, _ in
                Issue.record("\(request) was delivered")
            }
            #expect(
                answer.hasPrefix(status.isEmpty ? "" : "HTTP/1.1 \(status)"), "\(text.prefix(9))")
        }
    }

    @Test("A port in use, and a host beyond loopback, are refused in words")
    func refusals() throws {
        let test = try TestLoop()
        let first = try HTTPServer.listen(port: 0, on: test.loop) { _, _ in }
        #expect(throws: NetworkingError.portTaken(host: "127.0.0.1", port: first.port)) {
            try HTTPServer.listen(port: first.port, on: test.loop) { _, _ in }
        }
        #expect(throws: NetworkingError.notLoopback(host: "0.0.0.0")) {
            try HTTPServer.listen(host: "0.0.0.0", port: 0, on: test.loop) { _, _ in }
        }
        #expect(NetworkingError.notLoopback(host: "x").description.contains("127.0.0.1"))
        let open = try HTTPServer.listen(
            host: "0.0.0.0", port: 0, on: test.loop, allowsRemote: true
        ) { _, _ in }
        #expect(open.port > 0)
    }

    @Test("A server that closes leaves replies behind that do no harm")
    func closing() throws {
        let test = try TestLoop()
        var kept: HTTPReply?
        var server: HTTPServer?
        let made = try HTTPServer.listen(port: 0, on: test.loop) { _, reply in
            kept = reply
            test.loop.later {
                server?.close()
                server = nil
            }
        }
        server = made
        let client = Connection.connect(host: "127.0.0.1", port: made.port, on: test.loop)
        client.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        client.onClosed = { _ in test.stop() }
        try test.run()
        kept?.respond(status: 200)
        #expect(kept != nil)
    }
}
