// SPDX-License-Identifier: Apache-2.0
import CEvent
import COpenSSL
import Glibc

/// One stream of bytes, plain or TLS, of either side, over libevent's bufferevent.
///
/// ```
/// connecting ──► handshaking ──► open ──► flushing ──► lingering ──► closed
///                                          (closeAfterFlush)
/// ```
/// From each state a failure, the peer or `close` leads to closed. A server's connection starts
/// at handshaking, a plain one at open.
///
/// Loop thread only. Callbacks are never called inside a call of the connection, so that they may
/// call anything of it, and drop it. It lives while someone refers to it; its callbacks are let go
/// once it has closed, so that a session and its connection may refer to each other.
package final class Connection {
    enum State {
        case connecting
        case handshaking
        case open
        case flushing
        case lingering
        case closed
    }

    /// Called once, when bytes can flow: connected, and the handshake done.
    package var onReady: () -> Void = {}
    /// The bytes that came, at most 64 KiB, valid during the call.
    package var onBytes: (UnsafeRawBufferPointer) -> Void = { _ in }
    /// All that was sent has left for the system.
    package var onDrained: () -> Void = {} {
        didSet { asksForDrained = true }
    }
    private var asksForDrained = false
    /// Called once, last, whoever closed it.
    package var onClosed: (CloseReason) -> Void = { _ in }

    let loop: EventLoop
    let limits: ConnectionLimits
    let tls: TLSContext?
    private(set) var state: State
    private var connector: Connector?
    /// The bufferevent, which owns the socket and the TLS object; nil while connecting and closed.
    private(set) var stream: OpaquePointer?
    private(set) var ssl: OpaquePointer?
    /// Guards, one after the other: connecting and handshake, flushing, lingering.
    private var timer: LoopTimer?
    /// Who the peer was, once it is closed.
    private(set) var formerPeerAddress: String?
    /// What was sent while still connecting.
    private var earlyBytes: [UInt8] = []

    // MARK: Making

    /// Connects to a TCP port.
    ///
    /// Names are looked up off the loop. Failures come through `onClosed`.
    package static func connect(
        host: String,
        port: UInt16,
        on loop: EventLoop,
        tls: TLSContext? = nil,
        limits: ConnectionLimits = ConnectionLimits()
    ) -> Connection {
        let connection = Connection(.connecting, on: loop, tls: tls, limits: limits)
        connection.connect(to: .tcp(host: host, port: port), serverName: tls?.serverName ?? host)
        return connection
    }

    /// Connects to a Unix socket.
    ///
    /// Failures come through `onClosed`.
    package static func connect(
        unixPath: String,
        on loop: EventLoop,
        limits: ConnectionLimits = ConnectionLimits()
    ) -> Connection {
        let connection = Connection(.connecting, on: loop, tls: nil, limits: limits)
        connection.connect(to: .unix(path: unixPath), serverName: "")
        return connection
    }

    /// Takes over a connected stream socket: an end of a socket pair, an inherited one.
    package convenience init(
        descriptor: Int32,
        on loop: EventLoop,
        limits: ConnectionLimits = ConnectionLimits()
    ) {
        self.init(accepted: descriptor, on: loop, tls: nil, limits: limits)
    }

    /// A server's side of a socket that it accepted.
    convenience init(
        accepted descriptor: Int32,
        on loop: EventLoop,
        tls: TLSContext?,
        limits: ConnectionLimits
    ) {
        self.init(.handshaking, on: loop, tls: tls, limits: limits)
        Socket.adopt(descriptor)
        start(descriptor, serverName: nil)
    }

    private init(
        _ state: State,
        on loop: EventLoop,
        tls: TLSContext?,
        limits: ConnectionLimits
    ) {
        self.state = state
        self.loop = loop
        self.tls = tls
        self.limits = limits
    }

    deinit { release() }

    private func connect(to target: Connector.Target, serverName: String) {
        guardTime(limits.handshakeTimeout) { connection in
            let place = connection.connector?.place
            connection.finish(
                place.map { .connectFailed(.unreachable(what: $0, reason: "no answer in time")) }
                    ?? .handshakeTimedOut
            )
        }
        let connector = Connector(target, loop: loop) { [unowned self] outcome in
            guard state == .connecting else { return }
            self.connector = nil
            switch outcome {
            case .failure(let error): finish(.connectFailed(error))
            case .success(let descriptor): start(descriptor, serverName: serverName)
            }
        }
        self.connector = connector
        connector.start()
    }

    /// Puts the bufferevent on a connected socket.
    ///
    /// A server name makes it a client.
    private func start(_ descriptor: Int32, serverName: String?) {
        state = .handshaking
        // Deferred callbacks come from the loop alone, never from inside send or close.
        let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue | BEV_OPT_DEFER_CALLBACKS.rawValue)
        if let tls {
            ssl = tls.makeSSL(serverName: serverName)
            let role =
                serverName == nil ? BUFFEREVENT_SSL_ACCEPTING : BUFFEREVENT_SSL_CONNECTING
            stream = bufferevent_openssl_socket_new(loop.base, descriptor, ssl, role, options)
        } else {
            stream = bufferevent_socket_new(loop.base, descriptor, options)
        }
        precondition(stream != nil, "libevent refuses a connection")
        bufferevent_setcb(
            stream,
            { _, context in CallbackContext.object(Connection.self, from: context).readable() },
            { _, context in CallbackContext.object(Connection.self, from: context).drained() },
            { _, events, context in
                CallbackContext.object(Connection.self, from: context).happened(Int32(events))
            },
            CallbackContext.pointer(to: self)
        )
        // Above this, reading rests until the bytes are taken: one callback's worth.
        bufferevent_setwatermark(stream, Int16(EV_READ), 0, EventLoop.readByteCount)
        bufferevent_set_max_single_read(stream, EventLoop.readByteCount)
        bufferevent_set_max_single_write(stream, 4 * EventLoop.readByteCount)
        var writeTimeout = timeval(limits.writeTimeout)
        bufferevent_set_timeouts(stream, nil, &writeTimeout)
        bufferevent_enable(stream, Int16(EV_READ | EV_WRITE))
        if !earlyBytes.isEmpty {
            bufferevent_write(stream, earlyBytes, earlyBytes.count)
            earlyBytes = []
        }
        guard tls != nil else { return becomeReady() }
        if timer == nil {
            guardTime(limits.handshakeTimeout) { $0.finish(.handshakeTimedOut) }
        }
    }

    // MARK: Using

    /// Whether bytes flow: true from just before `onReady`, for a plain accepted one at once.
    package var isReady: Bool { state == .open }

    /// Whether it is closed, or on its way.
    package var isClosed: Bool {
        switch state {
        case .connecting, .handshaking, .open: false
        case .flushing, .lingering, .closed: true
        }
    }

    /// How many bytes wait for the peer.
    package var pendingByteCount: Int {
        guard let stream else { return earlyBytes.count }
        return evbuffer_get_length(bufferevent_get_output(stream))
    }

    /// Sends bytes in order, also before the connection is ready; nothing once it is closed.
    ///
    /// When too much waits, the connection closes as ``CloseReason/tooSlow``.
    package func send(_ bytes: [UInt8]) { bytes.withUnsafeBytes { send($0) } }

    /// Sends bytes, which are copied.
    package func send(_ bytes: UnsafeRawBufferPointer) {
        guard !isClosed, !bytes.isEmpty else { return }
        let pending = pendingByteCount
        guard pending == 0 || pending + bytes.count <= limits.maximumPendingByteCount else {
            return finish(.tooSlow)
        }
        if let stream {
            let sent = pending == 0 ? sendAtOnce(bytes) : 0
            guard sent < bytes.count else { return }
            let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
            bufferevent_write(stream, rest.baseAddress, rest.count)
        } else {
            earlyBytes += bytes
        }
    }

    /// Hands bytes to the system now, where nothing waits and nobody asks when all has left.
    ///
    /// The loop would come to it one turn later.
    ///
    /// Over TLS it is libevent that encrypts.
    ///
    /// - Returns: How many were taken; errors come up when libevent tries.
    private func sendAtOnce(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard ssl == nil, state == .open, !asksForDrained else { return 0 }
        return max(
            0,
            Glibc.send(
                descriptor, bytes.baseAddress, bytes.count,
                Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        )
    }

    /// Closes at once; what waits is dropped.
    ///
    /// Twice is once.
    package func close() { finish(.closedHere) }

    /// Breaks off without any farewell, neither TLS' nor TCP's: the peer sees a reset.
    package func abort() {
        guard state != .closed else { return }
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        if state == .open { state = .lingering }
        finish(.closedHere)
    }

    /// Whether bytes of the peer are left in the system for now, so that it slows down.
    package var isReadingPaused = false {
        didSet {
            guard isReadingPaused != oldValue, let stream else { return }
            guard !isReadingPaused else {
                bufferevent_disable(stream, Int16(EV_READ))
                return
            }
            bufferevent_enable(stream, Int16(EV_READ))
            // What had come already is reported by nobody else.
            bufferevent_trigger(
                stream, Int16(EV_READ),
                Int32(BEV_TRIG_IGNORE_WATERMARKS.rawValue)
                    | Int32(BEV_TRIG_DEFER_CALLBACKS.rawValue))
        }
    }

    /// Closes when all that was sent has left, and the peer has had a moment to read it.
    ///
    /// Bytes that come from now on are dropped.
    package func closeAfterFlush() {
        guard !isClosed else { return }
        guard state == .open else { return close() }
        isReadingPaused = false
        state = .flushing
        guardTime(limits.flushTimeout) { $0.finish(.closedHere) }
        if pendingByteCount == 0 { awaitPeersEnd() }
    }

    /// The socket, for questions about the peer; -1 while there is none.
    package var descriptor: Int32 { stream.map { bufferevent_getfd($0) } ?? -1 }

    // MARK: What libevent reports

    private func readable() {
        guard let stream else { return }
        let input = bufferevent_get_input(stream)
        // Taking bytes lets libevent read on; what comes by that has a callback of its own.
        var remaining = evbuffer_get_length(input)
        while remaining > 0, state == .open, !isReadingPaused {
            let count = Int(
                evbuffer_remove(
                    input,
                    loop.readBuffer.baseAddress,
                    min(remaining, EventLoop.readByteCount)
                )
            )
            guard count > 0 else { return }
            remaining -= count
            onBytes(UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<count]))
        }
        if state == .flushing || state == .lingering {
            evbuffer_drain(input, evbuffer_get_length(input))
        }
    }

    private func drained() {
        switch state {
        case .open: if pendingByteCount == 0 { onDrained() }
        case .flushing: if pendingByteCount == 0 { awaitPeersEnd() }
        case .connecting, .handshaking, .lingering, .closed: break
        }
    }

    private func happened(_ events: Int32) {
        if events & BEV_EVENT_CONNECTED != 0 {
            becomeReady()
        } else if events & BEV_EVENT_EOF != 0 {
            finish(endReason)
        } else if events & BEV_EVENT_TIMEOUT != 0 {
            finish(isClosed ? .closedHere : .tooSlow)
        } else if events & BEV_EVENT_ERROR != 0 {
            finish(errorReason(errno))
        }
    }

    // MARK: From state to state

    private func becomeReady() {
        guard state == .handshaking else { return }
        if let tls, tls.requiresALPN, alpn == nil {
            return finish(.handshakeFailed("the peer offered no protocol (ALPN)"))
        }
        state = .open
        timer = nil
        loop.later { [self] in
            if !isClosed { onReady() }
        }
    }

    /// Tells the peer that no more comes, and waits for its end: closing with unread input would
    /// reset the connection and take the last bytes from it.
    private func awaitPeersEnd() {
        guard let stream else { return }
        state = .lingering
        if let ssl { SSL_shutdown(ssl) }
        shutdown(bufferevent_getfd(stream), Int32(SHUT_WR))
        let input = bufferevent_get_input(stream)
        evbuffer_drain(input, evbuffer_get_length(input))
    }

    private func finish(_ reason: CloseReason) {
        guard state != .closed else { return }
        let wasOpen = state == .open
        formerPeerAddress = peerAddress
        state = .closed
        if wasOpen, let ssl {
            // Our farewell alone: the peer's is not waited for.
            SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN)
            SSL_shutdown(ssl)
        }
        release()
        loop.later { [self] in
            onClosed(reason)
            onReady = {}
            onBytes = { _ in }
            onDrained = {}
            onClosed = { _ in }
        }
    }

    private func release() {
        timer = nil
        connector = nil
        earlyBytes = []
        ssl = nil
        // libevent frees the rest from the loop, also when this is one of its callbacks.
        if let stream { bufferevent_free(stream) }
        stream = nil
    }

    private func guardTime(_ duration: Duration, _ body: @escaping (Connection) -> Void) {
        let timer = loop.timer { [unowned self] in body(self) }
        timer.arm(after: duration)
        self.timer = timer
    }
}
