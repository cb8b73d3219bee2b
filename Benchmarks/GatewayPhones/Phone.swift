// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKNetworking
import OCKWire

/// What a gateway keeps of a phone, on the phone's side.
struct KnownPhone {
    var device: String
    var secret: Bytes
    /// In hexadecimal, as in a path.
    var token: String

    init(device: String, secret: Bytes, token: String) {
        self.device = device
        self.secret = secret
        self.token = token
    }

    init?(line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 3, let secret = Bytes(hexadecimal: words[1]) else { return nil }
        self.init(device: String(words[0]), secret: secret, token: String(words[2]))
    }

    var line: String { "\(device) \(secret.hexadecimal) \(token)\n" }
}

/// One phone's connection, which says what it must and acknowledges every push.
final class Phone {
    /// The gateway has made it welcome, or the floor's handshake is done.
    var onWelcome: () -> Void = {}
    var onMessage: (GatewayMessage) -> Void = { _ in }
    /// A push has come; its acknowledgement is on the way.
    var onPush: () -> Void = {}

    private let connection: Connection
    private var reader = FrameReader()

    /// Connects to a gateway.
    init(_ proof: DeviceProof, port: UInt16, tls: TLSContext, loop: EventLoop) {
        connection = .connect(host: "127.0.0.1", port: port, on: loop, tls: tls)
        connection.onReady = { [unowned self] in
            send(.hello(version: deviceProtocolVersion, proof))
        }
        listen { [unowned self] body in
            if let acknowledgement = QuickDelivery.acknowledgement(of: body) {
                connection.send(acknowledgement)
                return onPush()
            }
            take(try MessageCoder.decode(GatewayMessage.self, from: body))
        }
    }

    /// Connects to the floor, as the phone of this number.
    init(number: Int, port: UInt16, tls: TLSContext, loop: EventLoop) {
        connection = .connect(host: "127.0.0.1", port: port, on: loop, tls: tls)
        connection.onReady = { [unowned self] in
            let digits = String(number, radix: 16)
            let hello = String(repeating: "0", count: 8 - digits.count) + digits
            connection.send([0, 0, 0, 8] + Array(hello.utf8))
            onWelcome()
        }
        // As long as an acknowledgement of a gateway's push.
        let acknowledgement = [0, 0, 0, 60] + [UInt8](repeating: 0x20, count: 60)
        listen { [unowned self] _ in
            connection.send(acknowledgement)
            onPush()
        }
    }

    private func listen(_ take: @escaping ([UInt8]) throws -> Void) {
        connection.onBytes = { [unowned self] bytes in
            reader.append(bytes)
            do {
                while let body = try reader.next() { try take(body) }
            } catch {
                giveUp(error)
            }
        }
        connection.onClosed = { giveUp(Trouble("a phone has lost its connection: \($0)")) }
    }

    func send(_ message: DeviceMessage) {
        do {
            connection.send(try MessageCoder.frame(message))
        } catch {
            giveUp(error)
        }
    }

    /// Leaves without a word.
    func leave() {
        connection.onClosed = { _ in }
        connection.close()
    }

    private func take(_ message: GatewayMessage) {
        switch message {
        case .welcome: onWelcome()
        case .deliver(let push):
            send(.acknowledge(push.id, number: push.number))
            onPush()
        case .refused(let words): giveUp(Trouble("the gateway refuses a phone: \(words)"))
        default: onMessage(message)
        }
    }
}
