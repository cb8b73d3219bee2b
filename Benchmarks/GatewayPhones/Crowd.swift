// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import OCKWire

/// All the phones, connected a few at a time, so that no handshake waits too long.
final class Crowd {
    /// A push has come to one of them.
    var onPush: () -> Void = {}
    let isFloor: Bool
    /// Of the phone with this index, in a path.
    let tokens: [String]

    private let known: [KnownPhone]
    private let loop: EventLoop
    private let tls: TLSContext
    private let port: UInt16
    private var phones: [Phone] = []
    private var welcomeCount = 0
    private var onAll: () -> Void = {}

    var count: Int { tokens.count }

    init(_ options: Options, _ loop: EventLoop) throws {
        self.loop = loop
        isFloor = options.isFloor
        tls = try options.deviceTLS()
        port = try options.number("port")
        if isFloor {
            known = []
            let count: Int = try options.number("count")
            tokens = (0..<count).map { number in
                let digits = String(number, radix: 16)
                return String(repeating: "0", count: 8 - digits.count) + digits
                    + String(repeating: "0", count: 56)
            }
        } else {
            known = try options.phones()
            tokens = known.map(\.token)
        }
    }

    func connect(then body: @escaping () -> Void) {
        onAll = body
        for _ in 0..<min(32, count) { connectNext() }
    }

    private func connectNext() {
        guard phones.count < count else { return }
        let phone =
            isFloor
            ? Phone(number: phones.count, port: port, tls: tls, loop: loop)
            : Phone(proof(phones.count), port: port, tls: tls, loop: loop)
        phones.append(phone)
        phone.onPush = { [unowned self] in onPush() }
        phone.onWelcome = { [unowned self] in
            welcomeCount += 1
            connectNext()
            if welcomeCount == count { onAll() }
        }
    }

    private func proof(_ index: Int) -> DeviceProof {
        .credential(device: known[index].device, secret: known[index].secret)
    }
}
