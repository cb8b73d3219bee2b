// SPDX-License-Identifier: Apache-2.0
import GatewayCore
import OCKNetworking
import OCKWire

/// The phones' connections: TLS with a protocol name of its own, and frames.
final class DeviceDoor {
    /// A phone's messages are small; the largest is a hello of a few hundred bytes.
    private static let frameByteCountMax = 4096
    /// Room for a whole delivery window of the largest pushes, and a half more.
    private static let limits = ConnectionLimits(maximumPendingByteCount: 3 << 20)

    private let loop: EventLoop
    private let handler = FrameLinkHandler()
    private let report: (GatewayEvent) -> Void
    private let log: (String) -> Void
    /// The frames of deliveries are written here, one after the other.
    private var frame: [UInt8] = []
    private var listener: Listener?
    private var links: [DeviceConnectionID: FrameLink] = [:]
    private var nextNumber: UInt64 = 1
    private var onEmpty: (() -> Void)?

    /// `log` gets a line for each peer that was sent away before it was anybody's phone.
    init(
        loop: EventLoop, report: @escaping (GatewayEvent) -> Void, log: @escaping (String) -> Void
    ) {
        self.loop = loop
        self.report = report
        self.log = log
        handler.onBody = { [unowned self] in take($1, from: DeviceConnectionID(number: $0)) }
        handler.onBroken = { [unowned self] in
            refuse(DeviceConnectionID(number: $0), $1.description)
        }
        handler.onReady = { [unowned self] in
            self.report(.deviceConnected(DeviceConnectionID(number: $0)))
        }
        handler.onClosed = { [weak self] number, reason in
            self?.forget(DeviceConnectionID(number: number), reason)
        }
    }

    /// - Returns: The port in use.
    func listen(
        host: String,
        port: UInt16,
        tls: TLSContext
    ) throws(NetworkingError) -> UInt16 {
        let listener = try Listener.tcp(
            host: host,
            port: port,
            on: loop,
            tls: tls,
            limits: Self.limits
        ) { [unowned self] in accept($0) }
        listener.onTrouble = { [unowned self] in log("phones: \($0)") }
        self.listener = listener
        return listener.port
    }

    private func accept(_ connection: Connection) {
        let id = DeviceConnectionID(number: nextNumber)
        nextNumber += 1
        links[id] = FrameLink(
            connection, number: id.number, limit: Self.frameByteCountMax, handler: handler)
    }

    private func forget(_ id: DeviceConnectionID, _ reason: CloseReason) {
        guard let link = links.removeValue(forKey: id) else { return }
        switch reason {
        case .closedHere, .peerClosed, .idle, .failed: break
        default:
            log("\(Self.name(id, link.connection)): \(reason)")
        }
        report(.deviceClosed(id))
        tellIfEmpty()
    }

    private func take(_ body: [UInt8], from id: DeviceConnectionID) {
        if let (push, number) = DeliveryFrame.acknowledgement(body) {
            return report(.deviceSaid(id, .acknowledge(push, number: number)))
        }
        do throws(FrameError) {
            let message = try MessageCoder.decode(DeviceMessage.self, from: body)
            report(.deviceSaid(id, DeviceRequest(message)))
        } catch {
            refuse(id, error.description)
        }
    }

    /// The peer speaks no language of ours: it is told, and for the gateway it is gone.
    private func refuse(_ id: DeviceConnectionID, _ words: String) {
        log("\(name(id)): \(words)")
        close(id, refusal: words)
        report(.deviceClosed(id))
    }

    /// How the log names a connection: with its peer, while it lasts.
    func name(_ id: DeviceConnectionID) -> String {
        Self.name(id, links[id]?.connection)
    }

    private static func name(_ id: DeviceConnectionID, _ connection: Connection?) -> String {
        let name = "phone connection \(id.number)"
        return connection.map { "\(name) from \($0.peerAddress)" } ?? name
    }

    func send(_ reply: DeviceReply, to id: DeviceConnectionID) {
        guard let link = links[id] else { return }
        if case .deliver(let push) = reply, DeliveryFrame.append(PushDelivery(push), to: &frame) {
            link.connection.send(frame)
            return frame.removeAll(keepingCapacity: true)
        }
        link.send(GatewayMessage(reply))
    }

    func close(_ id: DeviceConnectionID, refusal: String?) {
        guard let link = links[id] else { return }
        guard let refusal else { return link.connection.close() }
        link.send(GatewayMessage.refused(refusal))
        link.connection.closeAfterFlush()
    }

    /// Accepts nobody any more; those who are there stay.
    func stopListening() {
        listener?.close()
        listener = nil
    }

    /// Closes all connections when what was sent has left.
    func close(then body: @escaping () -> Void) {
        stopListening()
        onEmpty = body
        for link in links.values { link.connection.closeAfterFlush() }
        tellIfEmpty()
    }

    /// Closes all connections now, without a word.
    func abandon() {
        stopListening()
        for link in links.values { link.connection.close() }
    }

    private func tellIfEmpty() {
        guard links.isEmpty, let body = onEmpty else { return }
        onEmpty = nil
        body()
    }
}
