// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import OCKNetworking
import Testing
import OCKWire

@testable import PushGateway

/// A phone that says what a test tells it, and records what it hears.
final class ScriptedPhone {
    private(set) var messages: [GatewayMessage] = []
    private(set) var deliveries: [PushDelivery] = []
    private(set) var closeReason: CloseReason?
    private(set) var isReady = false
    /// Whether deliveries are acknowledged as they come.
    var acknowledges = true
    let connection: Connection
    private var reader = FrameReader()

    init(_ stage: GatewayStage, alpn: [String] = [deviceProtocolName]) throws {
        let authority = try #require(
            FileManager.default.contents(atPath: stage.paths.authorityCertificate))
        let tls = try TLSContext.client(caPEM: Array(authority), alpn: alpn)
        connection = Connection.connect(
            host: "127.0.0.1",
            port: stage.ports.device,
            on: stage.loop,
            tls: tls
        )
        connection.onReady = { [unowned self, unowned stage] in
            isReady = true
            stage.changed()
        }
        connection.onBytes = { [unowned self, unowned stage] bytes in
            reader.append(bytes)
            while let body = try? reader.next() { take(body) }
            stage.changed()
        }
        connection.onClosed = { [weak self, weak stage] reason in
            self?.closeReason = reason
            stage?.changed()
        }
    }

    deinit { connection.close() }

    private func take(_ body: [UInt8]) {
        guard let message = try? MessageCoder.decode(GatewayMessage.self, from: body) else {
            Issue.record("no message of a gateway")
            return
        }
        messages.append(message)
        guard case .deliver(let push) = message else { return }
        deliveries.append(push)
        if acknowledges { say(.acknowledge(push.id, number: push.number)) }
    }

    func say(_ message: DeviceMessage) {
        guard let frame = try? MessageCoder.frame(message) else {
            Issue.record("a message has no frame")
            return
        }
        connection.send(frame)
    }

    var tokens: [Bytes] {
        messages.compactMap { if case .token(_, _, _, let token) = $0 { token } else { nil } }
    }

    var refusal: String? {
        messages.lazy.compactMap { if case .refused(let words) = $0 { words } else { nil } }.first
    }

    var credential: DeviceProof? {
        messages.lazy.compactMap {
            guard case .activated(let device, let secret) = $0 else { return nil }
            return DeviceProof.credential(device: device, secret: secret)
        }.first
    }

    var isWelcome: Bool { messages.contains(.welcome(version: deviceProtocolVersion)) }
}

extension GatewayStage {
    /// A phone that is activated, connected, and registered for the test's app.
    func phone(
        _ environment: PushEnvironment = .production
    ) throws -> (phone: ScriptedPhone, proof: DeviceProof, token: String) {
        let phone = try ScriptedPhone(self)
        phone.say(.hello(version: deviceProtocolVersion, .activation(code: try activationCode())))
        run { phone.credential != nil }
        phone.say(.register(Self.bundle, environment, .voip))
        run { !phone.tokens.isEmpty }
        return (phone, try #require(phone.credential), try #require(phone.tokens.first).hexadecimal)
    }

    /// A known phone that connects again.
    func phone(proof: DeviceProof) throws -> ScriptedPhone {
        let phone = try ScriptedPhone(self)
        phone.say(.hello(version: deviceProtocolVersion, proof))
        run { phone.isWelcome }
        return phone
    }
}
