// SPDX-License-Identifier: Apache-2.0
package import Dispatch
package import CallModel
package import OCKWire

/// A ``DirectoryChannel`` within one process, for a phone that runs beside the extension it loads.
///
/// A send is a call of the phone: it takes as long as the phone does.
package final class InProcessDirectoryChannel: DirectoryChannel {
    private struct State {
        var onFrame: (@Sendable ([UInt8]) -> Void)?
        var onEnd: (@Sendable () -> Void)?
        var hasEnded = false
    }

    private let queue: DispatchQueue
    private let onSend: @Sendable ([UInt8]) -> Void
    private let onClose: @Sendable () -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - queue: A serial queue on which the extension's side hears the phone; not one that the
    ///     extension runs on.
    ///   - onSend: The phone's: gets each body, one at a time, on the thread that sends. It may
    ///     call ``say(_:)`` and ``close()``, but not the session.
    ///   - onClose: The phone's: called once, on `queue`, after the last body, whichever side
    ///     closed.
    package init(
        queue: DispatchQueue,
        onSend: @escaping @Sendable ([UInt8]) -> Void,
        onClose: @escaping @Sendable () -> Void = {}
    ) {
        self.queue = queue
        self.onSend = onSend
        self.onClose = onClose
    }

    /// The phone says something; what it says before the session has started is lost.
    ///
    /// - Throws: ``OCKWire/FrameError`` where it is too long.
    package func say(_ notice: DirectoryNotice) throws(FrameError) {
        let body = try MessageCoder.encode(notice)
        queue.async { self.hear(body) }
    }

    package func start(
        onFrame: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        let hasEnded = state.withLock { state in
            state.onFrame = onFrame
            state.onEnd = onEnd
            return state.hasEnded
        }
        if hasEnded { queue.async { onEnd() } }
    }

    package func send(_ body: [UInt8]) {
        guard !state.withLock({ $0.hasEnded }) else { return }
        onSend(body)
    }

    package func close() {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return }
        queue.async {
            let onEnd = self.state.withLock { state in
                defer {
                    state.onFrame = nil
                    state.onEnd = nil
                }
                return state.onEnd
            }
            onEnd?()
            self.onClose()
        }
    }

    private func hear(_ body: [UInt8]) {
        state.withLock { $0.onFrame }?(body)
    }
}
