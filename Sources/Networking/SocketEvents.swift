// SPDX-License-Identifier: Apache-2.0
import CEvent
import Glibc

/// A connection's socket and what libevent watches it for, with what waits to be written.
///
/// Loop thread only. Its owner closes it; in between it calls the owner's
/// ``Connection/readable()``, ``Connection/drained()`` and ``Connection/stalled()``.
struct SocketEvents {
    let descriptor: Int32
    private let readEvent: OpaquePointer?
    /// Made when something has to wait for the first time.
    private var writeEvent: OpaquePointer?
    /// What waits; nil while nothing does, so that an idle connection has none.
    private var output: OpaquePointer?
    private let owner: UnsafeMutableRawPointer
    private let base: OpaquePointer
    private let writeTimeout: Duration

    init(descriptor: Int32, loop: EventLoop, owner: Connection) {
        self.descriptor = descriptor
        base = loop.base
        writeTimeout = owner.limits.writeTimeout
        self.owner = CallbackContext.pointer(to: owner)
        readEvent = event_new(
            base, descriptor, Int16(EV_READ | EV_PERSIST),
            { _, _, owner in CallbackContext.object(Connection.self, from: owner).readable() },
            self.owner)
        precondition(
            readEvent != nil && event_add(readEvent, nil) == 0, "libevent refuses a connection")
    }

    /// Frees all, and closes the socket.
    func close() {
        event_free(readEvent)
        if let writeEvent { event_free(writeEvent) }
        if let output { evbuffer_free(output) }
        Glibc.close(descriptor)
    }

    var isReading = true {
        didSet {
            guard isReading != oldValue else { return }
            if isReading { event_add(readEvent, nil) } else { event_del(readEvent) }
        }
    }

    // MARK: Output

    var pendingByteCount: Int { output.map { evbuffer_get_length($0) } ?? 0 }

    /// Sends bytes at once as far as the system takes them, and lets the rest wait.
    ///
    /// - Returns: The error number of a socket that is broken; 0 for all others.
    mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        var rest = bytes
        while output == nil, !rest.isEmpty {
            let count = Glibc.send(
                descriptor, rest.baseAddress, rest.count,
                Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return errno
            }
        }
        guard !rest.isEmpty else { return 0 }
        if output == nil { beginWaiting() }
        evbuffer_add(output, rest.baseAddress, rest.count)
        return 0
    }

    /// Sends bytes if the system takes them at once: a farewell.
    func sendOnce(_ bytes: UnsafeRawBufferPointer) {
        guard output == nil, !bytes.isEmpty else { return }
        _ = Glibc.send(
            descriptor, bytes.baseAddress, bytes.count,
            Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    /// Tells the peer that no more comes.
    func endOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

    private mutating func beginWaiting() {
        output = evbuffer_new()
        if writeEvent == nil {
            writeEvent = event_new(
                base, descriptor, Int16(EV_WRITE),
                { _, events, owner in
                    let connection = CallbackContext.object(Connection.self, from: owner)
                    if Int32(events) & EV_TIMEOUT != 0 {
                        connection.stalled()
                    } else {
                        connection.writable()
                    }
                }, owner)
        }
        precondition(output != nil && writeEvent != nil, "libevent is out of memory")
        awaitRoom()
    }

    private func awaitRoom() {
        var timeout = timeval(writeTimeout)
        event_add(writeEvent, &timeout)
    }

    /// Sends what waits, as far as the system takes it.
    ///
    /// - Returns: The error number of a socket that is broken; 0 for all others.
    mutating func sendWaiting() -> Int32 {
        guard let output else { return 0 }
        if evbuffer_write(output, descriptor) < 0, errno != EAGAIN, errno != EINTR { return errno }
        if evbuffer_get_length(output) > 0 {
            awaitRoom()
        } else {
            evbuffer_free(output)
            self.output = nil
        }
        return 0
    }
}
