// SPDX-License-Identifier: Apache-2.0
package import Dispatch
package import OCKWire
import CallModel

/// A link within one process, for a phone that runs beside the app it serves.
///
/// The two ends hold each other until one of them is closed.
package final class InProcessTransport: Transport {
    private enum Item: Sendable {
        case frame([UInt8])
        case end
    }

    private struct State {
        var peer: InProcessTransport?
        var onFrame: (@Sendable ([UInt8]) -> Void)?
        var onEnd: (@Sendable () -> Void)?
        var inbox: [Item] = []
        var hasEnded = false
    }

    private let queue: DispatchQueue
    private let state = Locked(State())

    private init(queue: DispatchQueue) { self.queue = queue }

    /// Makes the two ends of a link.
    ///
    /// - Parameters:
    ///   - appQueue: A serial queue on which the app's end hands over; not one that the app's
    ///     delegates use, for an app may wait there for the phone.
    ///   - phoneQueue: A serial queue on which the phone's end hands over.
    /// - Returns: The end for the app's session, and the one for the phone.
    package static func pair(
        appQueue: DispatchQueue,
        phoneQueue: DispatchQueue
    ) -> (app: InProcessTransport, phone: InProcessTransport) {
        let app = InProcessTransport(queue: appQueue)
        let phone = InProcessTransport(queue: phoneQueue)
        app.state.withLock { $0.peer = phone }
        phone.state.withLock { $0.peer = app }
        return (app, phone)
    }

    package func start(
        onFrame: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        state.withLock {
            $0.onFrame = onFrame
            $0.onEnd = onEnd
        }
        queue.async { self.handOver() }
    }

    package func send(_ body: [UInt8]) throws(FrameError) {
        guard body.count <= Limits.frameByteCount else {
            throw .tooLong(body.count, limit: Limits.frameByteCount)
        }
        guard !body.isEmpty else { throw .empty }
        state.withLock { $0.peer }?.post(.frame(body))
    }

    package func flush() {}

    package func close() {
        let peer = state.withLock { state -> InProcessTransport? in
            guard let peer = state.peer else { return nil }
            state.peer = nil
            state.inbox.removeAll()
            return peer
        }
        guard let peer else { return }
        peer.state.withLock { $0.peer = nil }
        peer.post(.end)
        post(.end)
    }

    private func post(_ item: Item) {
        state.withLock { $0.inbox.append(item) }
        queue.async { self.handOver() }
    }

    /// Runs on `queue` alone, which is serial: so no frame overtakes another or comes in between.
    private func handOver() {
        while let step = nextStep() { step() }
    }

    private func nextStep() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let onFrame = state.onFrame, let onEnd = state.onEnd, !state.hasEnded,
                !state.inbox.isEmpty
            else { return nil }
            switch state.inbox.removeFirst() {
            case .frame(let body):
                return { onFrame(body) }
            case .end:
                state.hasEnded = true
                state.onFrame = nil
                state.onEnd = nil
                state.inbox.removeAll()
                return onEnd
            }
        }
    }
}
