// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKWire
import PushGateway

/// Makes new phones known to a gateway, a few at a time, each with the token of one app.
final class Registration {
    private(set) var phones: [KnownPhone] = []
    private let loop: EventLoop
    private let tls: TLSContext
    private let port: UInt16
    private let paths: GatewayPaths
    private let bundle: BundleID
    private let count: Int
    private var startedCount = 0
    private var clients: [Int: GatewayControlClient] = [:]
    private var open: [Int: Phone] = [:]

    init(_ options: Options, _ loop: EventLoop) throws {
        self.loop = loop
        tls = try options.deviceTLS()
        port = try options.number("port")
        paths = GatewayPaths(stateFolder: "", runtimeFolder: try options.text("run"))
        bundle = BundleID(try options.text("bundle"))
        count = try options.number("count")
    }

    /// Stops the loop when all are known.
    func start() {
        for _ in 0..<min(32, count) { startNext() }
    }

    func write(to path: String) throws {
        let bytes = phones.flatMap { Array($0.line.utf8) }
        let file = Glibc.open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw Trouble("cannot write \(path)") }
            written += count
        }
    }

    private func startNext() {
        guard startedCount < count else { return }
        let number = startedCount
        startedCount += 1
        clients[number] = GatewayControlClient([.issueActivation], paths: paths, on: loop) {
            [unowned self] reply in
            guard case .activation(let code) = reply else { return true }
            loop.later { [self] in activate(number, code) }
            return false
        } completion: { error in
            if let error { giveUp(error) }
        }
    }

    private func activate(_ number: Int, _ code: String) {
        clients[number] = nil
        let phone = Phone(.activation(code: code), port: port, tls: tls, loop: loop)
        open[number] = phone
        var known = KnownPhone(device: "", secret: Bytes([]), token: "")
        phone.onWelcome = { [unowned self] in phone.send(.register(bundle, .production, .voip)) }
        phone.onMessage = { [unowned self] message in
            switch message {
            case .activated(let device, let secret):
                known.device = device
                known.secret = secret
            case .token(_, _, _, let token):
                known.token = token.hexadecimal
                finish(number, known)
            default: break
            }
        }
    }

    private func finish(_ number: Int, _ known: KnownPhone) {
        phones.append(known)
        open.removeValue(forKey: number)?.leave()
        startNext()
        if phones.count == count { loop.stop() }
    }
}
