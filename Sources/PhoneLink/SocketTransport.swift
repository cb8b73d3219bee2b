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

    deinit { _ = systemClose(descriptor) }

    package func start(
        onFrame: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        startThread {
            self.read(onFrame)
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

    /// Reads until the peer ends, closes or breaks the framing.
    private func read(_ onFrame: ([UInt8]) -> Void) {
        var frames = FrameReader()
        var buffer = [UInt8](repeating: 0, count: Limits.frameByteCount)
        while true {
            let count = buffer.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, 0)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            frames.append(buffer[..<count])
            do {
                while let body = try frames.next() { onFrame(body) }
            } catch {
                return
            }
        }
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Runs `body` on a thread of its own: it blocks for as long as the link lives, and a thread of the
/// dispatch pool that blocks is one that the app lacks.
private func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let pointer = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, pointer)
    #else
    var thread: pthread_t?
    let code = pthread_create(
        &thread, nil,
        { argument in
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, pointer)
    #endif
    precondition(code == 0, "the system gives no thread for the link: \(systemMessage(code))")
    #if canImport(Glibc)
    pthread_detach(thread)
    #else
    if let thread { pthread_detach(thread) }
    #endif
}
