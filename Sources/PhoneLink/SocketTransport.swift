// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import CallModel
import Dispatch
package import OCKWire

/// A link over a connected stream socket; either end, app or phone, may use it.
///
/// One thread reads, blocking. A send writes at once what the socket takes; the rest waits, up to a
/// limit, for a peer that reads slowly. A peer that takes nothing for ``stallSeconds`` or lets
/// ``pendingByteCountMax`` pile up loses the link: it has stopped, and memory must not grow for it.
package final class SocketTransport: Transport, Sendable {
    /// 64 of the largest frames.
    package static let pendingByteCountMax = 64 * Limits.frameByteCount
    package static let stallSeconds: Int32 = 5

    private struct Outgoing {
        var pending: [UInt8] = []
        var isDraining = false
        var isClosed = false
    }

    private let descriptor: Int32
    private let outgoing = Locked(Outgoing())
    private let writer = DispatchQueue(label: "opencallkit.link.writer")

    /// - Parameter descriptor: A connected stream socket that blocks; the transport closes it.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        UnixSocket.silence(descriptor)
    }

    deinit { UnixSocket.close(descriptor) }

    package func start(
        onFrame: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        startThread {
            UnixSocket.readFrames(self.descriptor, onFrame)
            self.close()
            onEnd()
        }
    }

    package func send(_ body: [UInt8]) throws(FrameError) {
        let bytes = try frame(body)
        let mustDrain = outgoing.withLock { outgoing in
            guard !outgoing.isClosed else { return false }
            var sent = 0
            if outgoing.pending.isEmpty {
                guard let count = writeNow(bytes) else {
                    end(&outgoing)
                    return false
                }
                sent = count
            }
            guard sent < bytes.count else { return false }
            outgoing.pending += bytes[sent...]
            guard outgoing.pending.count <= Self.pendingByteCountMax else {
                end(&outgoing)
                return false
            }
            defer { outgoing.isDraining = true }
            return !outgoing.isDraining
        }
        if mustDrain { writer.async { self.drain() } }
    }

    package func flush() { writer.sync {} }

    package func close() {
        outgoing.withLock { end(&$0) }
    }

    /// Shuts the socket down, which also wakes the reader.
    ///
    /// Bytes that the kernel has still arrive.
    private func end(_ outgoing: inout Outgoing) {
        guard !outgoing.isClosed else { return }
        outgoing.isClosed = true
        outgoing.pending.removeAll()
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// What the socket took without waiting, or nil where the link has ended.
    private func writeNow(_ bytes: [UInt8]) -> Int? {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                UnixSocket.send(descriptor, $0, waits: false)
            }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                return sent
            } else if errno != EINTR {
                return nil
            }
        }
        return sent
    }

    private func drain() {
        var isDone = false
        while !isDone {
            var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&event, 1, Self.stallSeconds * 1000)
            if ready < 0 && errno == EINTR { continue }
            isDone = outgoing.withLock { outgoing in
                guard !outgoing.isClosed else { return true }
                guard ready > 0, let count = writeNow(outgoing.pending) else {
                    end(&outgoing)
                    return true
                }
                outgoing.pending.removeFirst(count)
                guard outgoing.pending.isEmpty else { return false }
                outgoing.isDraining = false
                return true
            }
        }
    }
}
