// SPDX-License-Identifier: Apache-2.0
import GatewayCore
import OCKNetworking
import OCKWire

/// The users' connections: a Unix socket of mode 0600, and frames.
final class ControlDoor {
    private struct Client {
        var link: FrameLink
        var isWelcome = false
    }

    private let loop: EventLoop
    private let status: () -> GatewayStatusReport
    private let report: (GatewayEvent) -> Void
    private var listener: Listener?
    private var clients: [UInt64: Client] = [:]
    /// Codes that are being stored, and for whom.
    private var codes: [ControlKey: (client: UInt64, code: String)] = [:]
    private var nextNumber: UInt64 = 1

    init(
        loop: EventLoop,
        status: @escaping () -> GatewayStatusReport,
        report: @escaping (GatewayEvent) -> Void
    ) {
        self.loop = loop
        self.status = status
        self.report = report
    }

    func listen(path: String) throws(NetworkingError) {
        listener = try Listener.unix(path: path, on: loop) { [unowned self] in accept($0) }
    }

    private func accept(_ connection: Connection) {
        let number = newNumber()
        let link = FrameLink(
            connection,
            limit: 4096,
            onBody: { [unowned self] in take($0, from: number) },
            onBroken: { [unowned self] in refuse(number, $0.description) }
        )
        clients[number] = Client(link: link)
        connection.onClosed = { [weak self] _ in self?.clients[number] = nil }
    }

    private func newNumber() -> UInt64 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private func take(_ body: [UInt8], from number: UInt64) {
        guard let client = clients[number] else { return }
        let request: GatewayControlRequest
        do throws(FrameError) {
            request = try MessageCoder.decode(GatewayControlRequest.self, from: body)
        } catch {
            return refuse(number, error.description)
        }
        switch request {
        case .hello(GatewayControlRequest.version) where !client.isWelcome:
            clients[number]?.isWelcome = true
            client.link.send(GatewayControlReply.welcome(version: GatewayControlRequest.version))
        case .status where client.isWelcome:
            client.link.send(GatewayControlReply.status(status()))
        case .issueActivation where client.isWelcome:
            let code = ActivationCode.make()
            let key = ControlKey(number: newNumber())
            codes[key] = (number, code)
            report(.activationIssued(key, codeHash: ActivationCode.hash(code)))
        case .hello, .status, .issueActivation:
            let version = GatewayControlRequest.version
            refuse(
                number,
                "say hello once, with version \(version); use the same release on both sides"
            )
        }
    }

    private func refuse(_ number: UInt64, _ words: String) {
        guard let client = clients[number] else { return }
        client.link.send(GatewayControlReply.refused(words))
        client.link.connection.closeAfterFlush()
    }

    func settle(_ key: ControlKey, failure: String?) {
        guard let (number, code) = codes.removeValue(forKey: key) else { return }
        let reply = failure.map(GatewayControlReply.refused) ?? .activation(code: code)
        clients[number]?.link.send(reply)
    }

    /// Accepts nobody any more, and lets go of those who are there when they have their answers.
    func close() {
        listener?.close()
        listener = nil
        for client in clients.values { client.link.connection.closeAfterFlush() }
    }
}
