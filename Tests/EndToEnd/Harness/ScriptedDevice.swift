// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKNetworking
import OCKWire

/// A phone as the gateway sees one, which says what a test tells it and keeps what it hears.
///
/// It blocks while it waits, always up to a deadline, and belongs to one test.
final class ScriptedDevice {
    /// What proves to the gateway, on the next connection, which phone this is.
    private(set) var proof: DeviceProof
    private(set) var messages: [GatewayMessage] = []
    /// In the order in which they came, over all connections; what came again with its number, as
    /// after a kill it may, stands here once, since that is what a phone makes of it.
    private(set) var deliveries: [PushDelivery] = []

    /// What was delivered, as text.
    var payloads: [String] { deliveries.map { String(decoding: $0.payload.array, as: UTF8.self) } }

    private let stand: GatewayStand
    private let loop: EventLoop
    private var connection: Connection?
    private var reader = FrameReader()
    private var whatStops: () -> Bool = { false }

    /// A phone that is new to the gateway, and connected.
    init(_ stand: GatewayStand) throws {
        struct Activation: Decodable { var code: String }
        self.stand = stand
        loop = try EventLoop()
        let issued = try stand.command(["gateway", "issue", "activation", "--json"])
        let code = try decode(Activation.self, issued.output.joined()).code
        proof = .activation(code: code)
        try connect()
    }

    /// Makes a connection, and waits until the gateway knows the phone.
    func connect() throws {
        let authority = Array(try readText(stand.ready.authority).utf8)
        let tls = try TLSContext.client(caPEM: authority, alpn: [deviceProtocolName])
        reader = FrameReader()
        messages = []
        let connection = Connection.connect(
            host: "127.0.0.1", port: stand.ready.devicePort, on: loop, tls: tls)
        connection.onBytes = { [unowned self] bytes in
            reader.append(bytes)
            while let body = try? reader.next() { take(body) }
            stopIfDone()
        }
        connection.onClosed = { [weak self, weak connection] _ in
            guard let self, self.connection === connection else { return }
            self.connection = nil
            stopIfDone()
        }
        self.connection = connection
        try say(.hello(version: deviceProtocolVersion, proof))
        try wait(for: "the gateway's welcome") { [self] in
            messages.contains { message in
                switch message {
                case .welcome, .activated: true
                default: false
                }
            }
        }
    }

    /// Goes away without a word, as a phone does whose power is cut.
    func disconnect() {
        connection?.close()
        connection = nil
    }

    var isConnected: Bool { connection != nil }

    /// Asks for an app's token, and waits for it.
    func register(
        _ bundle: BundleID = GatewayTemplate.bundle,
        _ environment: PushEnvironment = .production,
        _ kind: PushTokenKind = .voip
    ) throws -> String {
        try ask(.register(bundle, environment, kind), bundle, environment, kind)
    }

    /// Asks for another token in the place of an app's, and waits for it.
    func renew(
        _ bundle: BundleID = GatewayTemplate.bundle,
        _ environment: PushEnvironment = .production,
        _ kind: PushTokenKind = .voip
    ) throws -> String {
        try ask(.renew(bundle, environment, kind), bundle, environment, kind)
    }

    private func ask(
        _ question: DeviceMessage,
        _ bundle: BundleID,
        _ environment: PushEnvironment,
        _ kind: PushTokenKind
    ) throws -> String {
        let before = messages.count
        try say(question)
        var token: Bytes?
        try wait(for: "the token of \(bundle)") { [self] in
            for case .token(bundle, environment, kind, let bytes) in messages[before...] {
                token = bytes
            }
            return token != nil
        }
        return token?.hexadecimal ?? ""
    }

    /// Tells that an app is gone, and waits until the gateway has taken it.
    func unregister(
        _ bundle: BundleID = GatewayTemplate.bundle,
        _ environment: PushEnvironment = .production,
        _ kind: PushTokenKind = .voip
    ) throws {
        try say(.unregister(bundle, environment, kind))
        try settle()
    }

    func say(_ message: DeviceMessage) throws {
        connection?.send(try MessageCoder.frame(message))
    }

    /// Waits until the gateway has answered all that was said before.
    func settle() throws {
        pings += 1
        let number = pings
        try say(.ping(number))
        try wait(for: "the answer to a ping") { [self] in messages.contains(.pong(number)) }
    }

    private var pings = 0

    /// Runs its loop until the condition holds.
    func wait(for what: String, until condition: @escaping () -> Bool) throws {
        guard !condition() else { return }
        var isLate = false
        let guardian = loop.timer { [loop] in
            isLate = true
            loop.stop()
        }
        guardian.arm(after: .seconds(30))
        whatStops = condition
        loop.run()
        whatStops = { false }
        guardian.disarm()
        if isLate { throw Failure("waited in vain for \(what); heard \(messages)") }
    }

    private func stopIfDone() { if whatStops() { loop.stop() } }

    private func take(_ body: [UInt8]) {
        guard let message = try? MessageCoder.decode(GatewayMessage.self, from: body) else {
            return
        }
        messages.append(message)
        switch message {
        case .activated(let device, let secret):
            proof = .credential(device: device, secret: secret)
        case .deliver(let push):
            if !deliveries.contains(where: { $0.number == push.number }) { deliveries.append(push) }
            try? say(.acknowledge(push.id, number: push.number))
        default: break
        }
    }
}
