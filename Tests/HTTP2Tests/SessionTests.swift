// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2
import LoopTesting
import OCKNetworking
import Testing

@Suite struct SessionTests {
    @Test("A request arrives whole and in order, and its answer comes back whole")
    func requestAndResponse() throws {
        var seen: HTTP2Request?
        let pair = try SessionPair(TestLoop()) { session, request in
            seen = request
            session.respond(
                to: request.streamID, status: 400,
                headers: [HTTP2Header("apns-id", "ID"), HTTP2Header("x", "1")],
                body: Array(#"{"reason":"BadDeviceToken"}"#.utf8))
        }
        var answer: HTTP2Response?
        let headers = [
            HTTP2Header("apns-topic", "a.voip"), HTTP2Header("apns-topic", "b.voip"),
            HTTP2Header("apns-push-type", "voip"),
        ]
        pair.client.request(
            method: "POST", path: "/3/device/abc", headers: headers, body: Array("{}".utf8)
        ) {
            answer = try? $0.get()
            pair.client.close()
        }
        try pair.run()
        #expect(seen?.streamID == 1)
        #expect(seen?.method == "POST")
        #expect(seen?.path == "/3/device/abc")
        #expect(seen?.authority == "localhost")
        #expect(seen?.scheme == "https")
        #expect(seen?.headers == headers)
        #expect(seen?.body == Array("{}".utf8))
        #expect(
            answer
                == HTTP2Response(
                    status: 400,
                    headers: [HTTP2Header("apns-id", "ID"), HTTP2Header("x", "1")],
                    body: Array(#"{"reason":"BadDeviceToken"}"#.utf8)))
    }

    @Test("A thousand requests at once keep to a limit of 100 streams, and all are answered")
    func queueing() throws {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = 100
        let test = try TestLoop()
        var waiting: [Int32] = []
        var most = 0
        let pair = try SessionPair(test, limits: limits) { session, request in
            waiting.append(request.streamID)
            most = max(most, session.openStreamCount)
            guard waiting.count == 1 else { return }
            // Answered later, the last first.
            test.loop.later {
                for id in waiting.reversed() { session.respond(to: id, status: 200) }
                waiting = []
            }
        }
        var answered: [Int] = []
        for number in 0..<1000 {
            pair.client.request(method: "GET", path: "/\(number)") {
                #expect((try? $0.get())?.status == 200)
                answered.append(number)
                if answered.count == 1000 { pair.client.close() }
            }
        }
        #expect(pair.client.pendingRequestCount == 1000)
        try pair.run()
        #expect(most == 100)
        #expect(answered.sorted() == Array(0..<1000))
    }

    @Test(
        "A body is whole up to the limit, told as too large beyond, and never kept in full",
        arguments: [5_120, 5_121, 60_000, 200_000])
    func bodySize(byteCount: Int) throws {
        var seen: HTTP2Request?
        let pair = try SessionPair(TestLoop()) { session, request in
            seen = request
            session.respond(to: request.streamID, status: request.isBodyTooLarge ? 413 : 200)
        }
        var answers: [Int] = []
        for _ in 0..<2 {
            pair.client.request(
                method: "POST", path: "/", body: [UInt8](repeating: 0, count: byteCount)
            ) {
                answers.append((try? $0.get())?.status ?? 0)
                if answers.count == 2 { pair.client.close() }
            }
        }
        try pair.run()
        #expect(answers == (byteCount > 5_120 ? [413, 413] : [200, 200]))
        #expect(seen?.isBodyTooLarge == (byteCount > 5_120))
        #expect(seen?.body.count == min(byteCount, 5_121))
        if byteCount < 64 * 1024 { #expect(seen?.bodyByteCount == byteCount) }
    }

    @Test("A body without end is answered and its stream reset; the connection lives on")
    func endlessBody() throws {
        let pair = try SessionPair(TestLoop()) { session, request in
            session.respond(to: request.streamID, status: request.isBodyTooLarge ? 413 : 200)
        }
        var log: [String] = []
        pair.client.request(
            method: "POST", path: "/", body: [UInt8](repeating: 0, count: 20 << 20)
        ) { outcome in
            log.append((try? outcome.get()).map { "\($0.status)" } ?? "\(outcome)")
            pair.client.request(method: "GET", path: "/") {
                log.append((try? $0.get()).map { "\($0.status)" } ?? "failed")
                pair.client.close()
            }
        }
        try pair.run()
        #expect(log == ["413", "200"])
    }

    @Test("A long answer comes through the flow control; one beyond the client's limit is refused")
    func longAnswers() throws {
        let pair = try SessionPair(TestLoop()) { session, request in
            let byteCount = request.path == "/long" ? 64 * 1024 : 64 * 1024 + 1
            session.respond(
                to: request.streamID, status: 200, body: [UInt8](repeating: 7, count: byteCount))
        }
        var outcomes: [Result<HTTP2Response, HTTP2Error>] = []
        for path in ["/long", "/longer"] {
            pair.client.request(method: "GET", path: path) {
                outcomes.append($0)
                if outcomes.count == 2 { pair.client.close() }
            }
        }
        try pair.run()
        #expect((try? outcomes[0].get())?.body.count == 64 * 1024)
        #expect(outcomes[1] == .failure(.responseTooLarge))
    }

    @Test("Headers beyond the limit are answered with 431, and the connection lives on")
    func headersTooLarge() throws {
        var paths: [String] = []
        let pair = try SessionPair(TestLoop()) { session, request in
            paths.append(request.path)
            session.respond(to: request.streamID, status: 200)
        }
        var answers: [Int] = []
        func ask(_ path: String, _ headers: [HTTP2Header], _ next: @escaping () -> Void) {
            pair.client.request(method: "POST", path: path, headers: headers, body: [1]) {
                answers.append((try? $0.get())?.status ?? 0)
                next()
            }
        }
        let long = [HTTP2Header("x", String(repeating: "a", count: 9_000))]
        let many = (0..<65).map { HTTP2Header("x-\($0)", "") }
        ask("/long", long) {
            ask("/many", many) { ask("/well", [HTTP2Header("x", "1")]) { pair.client.close() } }
        }
        try pair.run()
        #expect(answers == [431, 431, 200])
        #expect(paths == ["/well"])
    }

    @Test("An answer to a stream that is gone, or a second one, is dropped")
    func goneStream() throws {
        let test = try TestLoop()
        let pair = try SessionPair(test) { session, request in
            session.respond(to: request.streamID, status: 200)
            session.respond(to: request.streamID, status: 500)
            session.respond(to: 99, status: 500)
        }
        var status = 0
        pair.client.request(method: "GET", path: "/") {
            status = (try? $0.get())?.status ?? 0
            pair.server.respond(to: 1, status: 500)
            pair.client.close()
        }
        try pair.run()
        pair.server.respond(to: 1, status: 500)
        #expect(status == 200)
    }

    @Test("A server that goes away answers what is open, and its words reach the client")
    func goAway() throws {
        let test = try TestLoop()
        let pair = try SessionPair(test) { session, request in
            session.goAway(debug: Array(#"{"reason":"Shutdown"}"#.utf8))
            test.loop.later { session.respond(to: request.streamID, status: 200) }
        }
        var outcomes: [Result<HTTP2Response, HTTP2Error>] = []
        pair.client.request(method: "GET", path: "/open") {
            outcomes.append($0)
            #expect(!pair.client.isAccepting)
            pair.client.request(method: "GET", path: "/late") { outcomes.append($0) }
        }
        let ends = try pair.run()
        #expect(outcomes.map { (try? $0.get())?.status } == [200, nil])
        #expect(outcomes.last == .failure(.refused))
        #expect(ends.goAway?.debug == #"{"reason":"Shutdown"}"#)
        #expect(ends.client == .peerClosed || ends.client == .closedHere)
    }

    @Test("A connection that breaks fails what was sent, and gives back what was not")
    func broken() throws {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = 1
        let pair = try SessionPair(TestLoop(), limits: limits) { session, _ in
            session.connection.close()
        }
        var outcomes: [Result<HTTP2Response, HTTP2Error>] = []
        for _ in 0..<2 { pair.client.request(method: "GET", path: "/") { outcomes.append($0) } }
        try pair.run()
        #expect(
            outcomes == [.failure(.connectionClosed(.peerClosed)), .failure(.refused)])
    }

    @Test("More requests than the client's queue holds are refused at once")
    func queueFull() throws {
        var limits = HTTP2ClientLimits()
        limits.maximumQueuedRequestCount = 2
        let pair = try SessionPair(TestLoop(), clientLimits: limits) { session, request in
            session.respond(to: request.streamID, status: 200)
        }
        var outcomes: [Result<HTTP2Response, HTTP2Error>] = []
        for _ in 0..<3 {
            pair.client.request(method: "GET", path: "/") {
                outcomes.append($0)
                if outcomes.count == 3 { pair.client.close() }
            }
        }
        try pair.run()
        #expect(outcomes.filter { $0 == .failure(.tooManyRequests(limit: 2)) }.count == 1)
        #expect(outcomes.filter { (try? $0.get())?.status == 200 }.count == 2)
    }

    @Test("An idle client is sent away; one whose server falls silent gives up by its own pings")
    func idle() throws {
        var limits = HTTP2Limits()
        limits.idleTimeout = .milliseconds(30)
        let pair = try SessionPair(TestLoop(), limits: limits) { _, _ in }
        let ends = try pair.run()
        #expect(ends.goAway?.debug == "idle")

        let test = try TestLoop()
        let (left, right) = try connectionPair(on: test.loop)
        var clientLimits = HTTP2ClientLimits()
        clientLimits.keepAliveInterval = .milliseconds(20)
        var reason: CloseReason?
        let client = HTTP2ClientSession(
            connection: left, loop: test.loop, authority: "x", limits: clientLimits,
            onClosed: {
                reason = $0
                test.stop()
            })
        try test.run()
        #expect(reason == .closedHere)
        #expect(!client.isAccepting)
        #expect(!right.isClosed)
    }
}
