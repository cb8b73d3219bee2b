// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKHTTP2
import OCKNetworking

/// Sends pushes to the phones in turn, over one connection, and waits for each to arrive: so many
/// are on their way at a time, and no more.
final class Pushes {
    private let crowd: Crowd
    private let loop: EventLoop
    private let topic: String
    private let authority: String
    private let session: HTTP2ClientSession
    private let body: [UInt8]

    private var expiration = "0"
    private var wanted = 0
    private var sent = 0
    private var answered = 0
    private var arrived = 0
    private var total: UInt64 = 0
    private var start: Int64 = 0

    init(_ options: Options, _ crowd: Crowd, _ loop: EventLoop) throws {
        self.crowd = crowd
        self.loop = loop
        topic = "\(try options.text("bundle")).voip"
        body = try options.file("body")
        let port: UInt16 = try options.number("provider-port")
        let identity = try options.file("identity")
        authority = "localhost:\(port)"
        let connection = Connection.connect(
            host: "127.0.0.1", port: port, on: loop,
            tls: try .client(
                caPEM: options.file("authority"), certificateChainPEM: identity,
                privateKeyPEM: identity, alpn: ["h2"], serverName: "localhost"))
        session = HTTP2ClientSession(
            connection: connection, loop: loop, authority: authority,
            onClosed: { giveUp(Trouble("the provider's connection has ended: \($0)")) })
        crowd.onPush = { [unowned self] in
            arrived += 1
            send()
            finishIfDone()
        }
    }

    /// Sends one push, so that the server has said how many it takes at once.
    func connect(then ready: @escaping () -> Void) {
        onDone = ready
        begin(1, expiration: "0", inFlight: 1)
    }

    private var onDone: () -> Void = {}

    /// Takes a line `push COUNT EXPIRATION IN-FLIGHT`.
    func obey(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 4, words[0] == "push", let count = Int(words[1]), count > 0,
            let inFlight = Int(words[3]), (1...count).contains(inFlight)
        else { giveUp(Trouble("'\(line)' is not understood")) }
        onDone = { [unowned self] in
            say("done \(count) \(Double(loop.now() - start) / 1e9)")
        }
        begin(count, expiration: String(words[2]), inFlight: inFlight)
    }

    private func begin(_ count: Int, expiration: String, inFlight: Int) {
        self.expiration = expiration
        wanted = count
        sent = 0
        answered = 0
        arrived = 0
        start = loop.now()
        for _ in 0..<inFlight { send() }
    }

    private func send() {
        guard sent < wanted else { return }
        let token = crowd.tokens[Int(total % UInt64(crowd.tokens.count))]
        sent += 1
        total += 1
        session.request(
            method: "POST", path: "/3/device/\(token)",
            headers: [
                HTTP2Header("apns-topic", topic), HTTP2Header("apns-push-type", "voip"),
                HTTP2Header("apns-priority", "10"), HTTP2Header("apns-expiration", expiration),
                HTTP2Header("apns-id", identifier()),
            ],
            body: body
        ) { [unowned self] in take($0) }
    }

    /// A fresh id for each push.
    private func identifier() -> String {
        let digits = String(total, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
            + digits
    }

    private func take(_ outcome: Result<HTTP2Response, HTTP2Error>) {
        switch outcome {
        case .success(let response) where response.status == 200: break
        case .success(let response):
            let words = String(decoding: response.body, as: UTF8.self)
            giveUp(Trouble("a push was answered \(response.status) \(words)"))
        case .failure(let error): giveUp(error)
        }
        answered += 1
        finishIfDone()
    }

    private func finishIfDone() {
        guard arrived == wanted, answered == wanted, wanted > 0 else { return }
        wanted = 0
        onDone()
    }
}
