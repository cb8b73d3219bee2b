// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling

/// Far ends for whoever connects, on the loopback address.
@MainActor final class EchoServer {
    /// Where it listens.
    let port: UInt16

    private let listener: Descriptor
    private var watch: DescriptorWatch?
    private let ringSeconds: Double
    private var calls: [Int: EchoCall] = [:]
    private var lastCall = 0

    /// More at once are closed as they come.
    private static let callCountMax = 256

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any that is free. Nil is returned where it is taken.
    ///   - ringSeconds: How long a call rings before it is picked up.
    init?(port: UInt16, ringSeconds: Double) {
        guard let listening = TCPSocket.listen(onLoopback: port) else { return nil }
        listener = Descriptor(listening.descriptor)
        self.port = listening.port
        self.ringSeconds = ringSeconds
        watch = DescriptorWatch(reading: listener) { [weak self] in self?.takeCall() }
    }

    /// How many calls there are now.
    var callCount: Int { calls.count }

    /// Hangs up every call.
    func hangUpAll() {
        for call in calls.values { call.hangUp() }
        calls = [:]
    }

    private func takeCall() {
        let descriptor = accept(listener.number, nil, nil)
        guard descriptor >= 0 else { return }
        guard calls.count < Self.callCountMax else {
            close(descriptor)
            return
        }
        lastCall += 1
        calls[lastCall] = EchoCall(descriptor: descriptor, ringSeconds: ringSeconds) {
            [weak self, number = lastCall] in self?.calls[number] = nil
        }
    }
}
