// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKCredentials
import OCKNetworking
import Testing
import OCKWire

@testable import PhoneServices

/// A push service that says what a test tells it, and records what it hears.
final class ScriptedGateway {
    private(set) var messages: [DeviceMessage] = []
    private(set) var acceptCount = 0
    private(set) var closedCount = 0
    /// Answers each message of a phone; by default it is a welcoming service.
    var answer: (DeviceMessage) -> [GatewayMessage] = ScriptedGateway.welcoming
    let authorityPEM: [UInt8]
    private(set) var port: UInt16 = 0

    private let stage: LoopStage
    private var listener: Listener?
    private var connection: Connection?
    private var reader = FrameReader()

    init(_ stage: LoopStage, alpn: [String] = [deviceProtocolName]) throws {
        self.stage = stage
        let now = EventLoop.wallClockMilliseconds() / 1000
        let authority = try CertificateAuthority.create(commonName: "Test", at: now)
        authorityPEM = Array(try authority.certificate.pem().utf8)
        let server = try authority.issueServer(at: now)
        let tls = try TLSContext.server(
            certificateChainPEM: Array(try server.certificate.pem().utf8),
            privateKeyPEM: Array(try server.key.pem().utf8),
            alpn: alpn
        )
        let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: stage.loop, tls: tls) {
            [unowned self] in accept($0)
        }
        self.listener = listener
        port = listener.port
    }

    deinit {
        connection?.close()
        listener?.close()
    }

    static func welcoming(_ message: DeviceMessage) -> [GatewayMessage] {
        switch message {
        case .hello(_, .activation):
            [
                .welcome(version: deviceProtocolVersion),
                .activated(device: "d1", secret: Bytes([1, 2, 3])),
            ]
        case .hello(_, .credential): [.welcome(version: deviceProtocolVersion)]
        case .register(let bundle, let environment, let kind),
            .renew(let bundle, let environment, let kind):
            [.token(bundle, environment, kind, Bytes(Array("token".utf8)))]
        case .ping(let number): [.pong(number)]
        case .unregister, .acknowledge: []
        }
    }

    func say(_ message: GatewayMessage) {
        guard let frame = try? MessageCoder.frame(message) else {
            Issue.record("a message has no frame")
            return
        }
        connection?.send(frame)
    }

    func send(_ bytes: [UInt8]) { connection?.send(bytes) }

    func hangUp() { connection?.close() }

    private func accept(_ connection: Connection) {
        acceptCount += 1
        self.connection = connection
        reader = FrameReader()
        connection.onBytes = { [unowned self] bytes in
            reader.append(bytes)
            while let body = try? reader.next() { take(body) }
            stage.changed()
        }
        connection.onClosed = { [weak self] _ in
            self?.closedCount += 1
            self?.stage.changed()
        }
        stage.changed()
    }

    private func take(_ body: [UInt8]) {
        guard let message = try? MessageCoder.decode(DeviceMessage.self, from: body) else {
            Issue.record("no message of a phone")
            return
        }
        messages.append(message)
        for reply in answer(message) { say(reply) }
    }
}
