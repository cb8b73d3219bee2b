// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc
import PhoneHost
import PhoneLink

/// The two ends of a link between an app and the phone.
enum TransportPair {
    static func make(
        _ link: Link, phoneQueue: DispatchQueue
    ) -> (app: any Transport, phone: any Transport) {
        switch link {
        case .inProcess:
            let pair = InProcessTransport.pair(
                appQueue: DispatchQueue(label: "app link"), phoneQueue: phoneQueue)
            return (pair.app, pair.phone)
        case .socket:
            var descriptors: [Int32] = [0, 0]
            let stream = Int32(SOCK_STREAM.rawValue)
            precondition(socketpair(AF_UNIX, stream, 0, &descriptors) == 0, "no socket pair")
            return (
                SocketTransport(descriptor: descriptors[0]),
                SocketTransport(descriptor: descriptors[1])
            )
        }
    }
}

/// An app's process as the phone sees it.
final class PhoneSidePeer: HostPeer, @unchecked Sendable {
    // Sendable because it is used on the phone's queue only.
    private let transport: any Transport
    private let queue: DispatchQueue
    private var hasEnded = false
    var onEnd: (() -> Void)?

    init(_ transport: any Transport, queue: DispatchQueue) {
        self.transport = transport
        self.queue = queue
    }

    func start(onFrame: @escaping ([UInt8]) -> Void) {
        let hand = PhoneBound(onFrame)
        transport.start(
            onFrame: { [queue] body in queue.async { hand.value(body) } },
            onEnd: { [self] in queue.async { self.end() } })
    }

    func send(_ frameBody: [UInt8]) { try? transport.send(frameBody) }

    func close() { transport.close() }

    /// The process is gone the moment it is killed; the phone hears of it after this step.
    func terminate() {
        transport.flush()
        transport.close()
        queue.async { self.end() }
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        onEnd?()
    }
}

/// A closure of the phone's, on its way through other threads back to the phone's queue.
private struct PhoneBound<Value>: @unchecked Sendable {
    // Sendable because it is opened on the phone's queue only.
    let value: Value
    init(_ value: Value) { self.value = value }
}
