// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import LoopTesting
import OCKNetworking
import PushSender
import Testing

@Suite(.timeLimit(.minutes(10))) struct PushSenderTests {
    let material: TestMaterial

    init() throws { material = try TestMaterial.shared.get() }

    private func sender(
        port: UInt16, trust: [UInt8]? = nil, _ change: (inout SenderLimits) -> Void = { _ in }
    ) throws -> PushSender {
        var limits = SenderLimits()
        limits.firstBackOff = .milliseconds(1)
        change(&limits)
        return try PushSender(
            endpoint: .init(host: "127.0.0.1", port: port),
            identity: .certificate(pem: material.client.chain + material.client.key),
            trust: trust ?? material.authorityPEM, limits: limits)
    }

    private func push(_ id: String? = nil) -> PushNotification {
        PushNotification(
            topic: "com.example.hotline.voip", payload: Array(#"{"aps":{}}"#.utf8), apnsID: id)
    }

    private func error(
        _ body: () async throws -> PushReceipt
    ) async throws -> PushSenderError? {
        do {
            _ = try await body()
            return nil
        } catch let error as PushSenderError {
            return error
        }
    }

    @Test("A push goes out as APNs wants it, with the certificate, and its receipt comes back")
    func taken() async throws {
        let clientDER = material.clientDER
        let server = try await TestServer.start { session, request, _ in
            let isKnown = session.connection.peerCertificate == clientDER
            session.respond(
                to: request.streamID, status: isKnown ? 200 : 403,
                headers: [HTTP2Header("apns-id", "ID-1")])
        }
        let receipt = try await sender(port: server.port).send(push("id-1"), to: "00ff")
        #expect(receipt.apnsID == "ID-1")
        let request = try #require(server.seen.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/3/device/00ff")
        #expect(request.authority == "127.0.0.1:\(server.port)")
        #expect(request.body == push().payload)
        #expect(
            request.headers == [
                HTTP2Header("apns-topic", "com.example.hotline.voip"),
                HTTP2Header("apns-push-type", "voip"), HTTP2Header("apns-expiration", "0"),
                HTTP2Header("apns-priority", "10"), HTTP2Header("apns-id", "id-1"),
            ])
    }

    @Test("A refusal brings its status, reason, time and name; one without JSON its status")
    func rejected() async throws {
        let server = try await TestServer.start { session, request, number in
            let body = #"{"reason":"Unregistered","timestamp":1454948015990}"#
            session.respond(
                to: request.streamID, status: number == 0 ? 410 : 503,
                headers: [HTTP2Header("apns-id", "X")],
                body: number == 0 ? Array(body.utf8) : Array("<html>".utf8))
        }
        let sender = try sender(port: server.port)
        let first = await #expect(throws: PushRejection.self) {
            try await sender.send(push(), to: "00ff")
        }
        #expect(first?.status == 410)
        #expect(first?.reason.rawValue == "Unregistered")
        #expect(first?.reason.tokenVerdict == .dead)
        #expect(first?.timestamp == 1_454_948_015_990)
        #expect(first?.apnsID == "X")
        let second = await #expect(throws: PushRejection.self) {
            try await sender.send(push(), to: "00ff")
        }
        #expect(second?.status == 503)
        #expect(second?.reason.rawValue == "")
    }

    @Test("Five hundred pushes at once keep to the server's stream limit on one connection")
    func many() async throws {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = 10
        let server = try await TestServer.start(limits: limits) { session, request, _ in
            session.respond(to: request.streamID, status: 200, headers: request.headers)
        }
        let sender = try sender(port: server.port)
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<500 {
                group.addTask { try await sender.send(push("id-\(number)"), to: "00ff").apnsID }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids == Set((0..<500).map { "id-\($0)" }))
        #expect(server.seen.mostStreams <= 10)
        #expect(server.seen.connectionCount == 1)
    }

    @Test("A server that goes away every ten pushes loses none and gets none twice")
    func goAway() async throws {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = 5
        let server = try await TestServer.start(limits: limits) { session, request, number in
            if number % 10 == 9 { session.goAway() }
            session.respond(to: request.streamID, status: 200, headers: request.headers)
        }
        let sender = try sender(port: server.port) { $0.maximumAttemptCount = 1_000 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { _ = try await sender.send(push("id-\(number)"), to: "00ff") }
            }
            try await group.waitForAll()
        }
        let ids = server.seen.requests.flatMap(\.headers).filter { $0.name == "apns-id" }
        #expect(ids.count == 100)
        #expect(Set(ids.map(\.value)).count == 100)
        #expect(server.seen.connectionCount > 1)
    }

    @Test(
        "Nobody there, and a server of an unknown authority, are told in words after some attempts")
    func unreachable() async throws {
        let server = try await TestServer.start { _, _, _ in }
        let stranger = try TestMaterial.stranger.get()
        let mistrusting = try sender(port: server.port, trust: stranger.authorityPEM)
        let first = try await error { try await mistrusting.send(push(), to: "00ff") }
        guard case .refusedConnection(nil, let words) = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        #expect(words.contains("certificate"))
        #expect(server.seen.connectionCount == 1)

        // Port 1 is the system's; nobody listens there.
        let lonely = try sender(port: 1)
        let second = try await error { try await lonely.send(push(), to: "00ff") }
        guard case .unreachable(let words) = second else {
            Issue.record("\(String(describing: second))")
            return
        }
        #expect(words.contains("127.0.0.1 port 1"))
    }

    @Test("A push on a connection that breaks is not sent again by itself")
    func connectionLost() async throws {
        let server = try await TestServer.start { session, request, number in
            if number == 0 {
                session.connection.close()
            } else {
                session.respond(to: request.streamID, status: 200)
            }
        }
        let sender = try sender(port: server.port)
        let outcome = try await error { try await sender.send(push(), to: "00ff") }
        guard case .connectionLost = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(server.seen.requests.count == 1)
        _ = try await sender.send(push(), to: "00ff")
        #expect(server.seen.connectionCount == 2)
    }

    @Test("No answer in time is an error, and so is a shut-down sender")
    func noAnswer() async throws {
        let server = try await TestServer.start { _, _, _ in }
        let hasty = try sender(port: server.port) { $0.answerTimeout = .seconds(2) }
        #expect(try await error { try await hasty.send(push(), to: "00ff") } == .timedOut)

        let sender = try sender(port: server.port)
        async let pending = error { try await sender.send(push(), to: "00ff") }
        sender.shutDown()
        sender.shutDown()
        #expect(try await pending == .shutDown)
        #expect(try await error { try await sender.send(push(), to: "00ff") } == .shutDown)
    }

    @Test("What cannot stand in a request, and a key that is none, are refused in words")
    func badInput() async throws {
        let sender = try sender(port: 1)
        for token in ["", "../x", "00 ff", "é"] {
            #expect(
                try await error { try await sender.send(push(), to: token) }
                    == .invalidNotification("the device token must be hexadecimal digits"))
        }
        let outcome = try await error { try await sender.send(push("a\r\nb: c"), to: "00ff") }
        #expect(outcome == .invalidNotification("apns-id must not contain control characters"))
        #expect(throws: PushSenderError.self) {
            try PushSender(
                endpoint: .development, identity: .certificate(pem: material.client.chain))
        }
    }
}
