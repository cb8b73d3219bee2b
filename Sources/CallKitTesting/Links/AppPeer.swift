// SPDX-License-Identifier: Apache-2.0
import Dispatch
import PhoneHost
import PhoneLink

/// An app's process as the phone sees it.
final class AppPeer: HostPeer, @unchecked Sendable {
    // Sendable because it is used on the phone's queue only, but for `transport`, which locks
    // itself.
    private let transport: any Transport
    private let queue: DispatchQueue
    private var hasEnded = false
    /// The session is over; called once, on the phone's queue.
    var onEnd: (() -> Void)?
    /// Takes each frame for the app in place of the link: faults sit here.
    var detour: ((_ frameBody: [UInt8], _ pass: @escaping ([UInt8]) -> Void) -> Void)?

    init(_ transport: any Transport, queue: DispatchQueue) {
        self.transport = transport
        self.queue = queue
    }

    func start(onFrame: @escaping ([UInt8]) -> Void) {
        let hand = Transfer(onFrame)
        transport.start(
            onFrame: { [queue] body in queue.async { hand.value(body) } },
            onEnd: { [self] in queue.async { self.end() } })
    }

    func send(_ frameBody: [UInt8]) {
        guard let detour else { return pass(frameBody) }
        detour(frameBody) { [self] in pass($0) }
    }

    func close() { transport.close() }

    /// The process is gone the moment it is killed; the phone hears of it after this step.
    func terminate() {
        transport.flush()
        transport.close()
        queue.async { self.end() }
    }

    /// The process was killed from outside, so the phone may hear of it at once; not to be called
    /// within one of its steps.
    func kill() {
        transport.close()
        end()
    }

    private func pass(_ frameBody: [UInt8]) {
        // A frame that is too long is refused before it comes here.
        try? transport.send(frameBody)
    }

    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        onEnd?()
    }
}
