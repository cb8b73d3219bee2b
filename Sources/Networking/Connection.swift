// SPDX-License-Identifier: Apache-2.0
import Glibc

/// One stream of bytes, plain or TLS, of either side.
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
    /// What had to wait for the peer has all left for the system.
    package var onDrained: () -> Void = {}
    /// Called once, last, whoever closed it.
    package var onClosed: (CloseReason) -> Void = { _ in }

    let loop: EventLoop
    let limits: ConnectionLimits
    let tls: TLSContext?
    var state: State
    private var connector: Connector?
    /// The socket and its events; nil while connecting and once closed.
    var socket: SocketEvents?
    var channel: TLSChannel?
    /// Guards, one after the other: connecting and handshake, flushing, lingering.
    var timer: LoopTimer?
    private var peer = PeerAddress.unknown
    /// Where an accepted connection has taken a place.
    private var count: ConnectionCount?
    /// What was sent before the connection was ready.
    private var earlyBytes: [UInt8] = []
    /// What it closes as when its farewell is said.
    var farewell = CloseReason.closedHere

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
        self.init(
            accepted: descriptor, of: PeerAddress(of: descriptor), on: loop, tls: nil,
            limits: limits)
    }

    /// A server's side of a socket that it accepted.
    convenience init(
        accepted descriptor: Int32,
        of peer: PeerAddress,
        on loop: EventLoop,
        tls: TLSContext?,
        limits: ConnectionLimits,
        count: ConnectionCount? = nil
    ) {
        self.init(.handshaking, on: loop, tls: tls, limits: limits)
        self.count = count
        self.peer = peer
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

    /// Begins on a connected socket.
    ///
    /// A server name makes it a client.
    private func start(_ descriptor: Int32, serverName: String?) {
        state = .handshaking
        if serverName != nil { peer = PeerAddress(of: descriptor) }
        socket = SocketEvents(descriptor: descriptor, loop: loop, owner: self)
        socket?.isReading = !isReadingPaused
        guard let tls else { return becomeReady { self.loop.later { self.tellReady() } } }
        channel = TLSChannel(tls, serverName: serverName, buffers: loop.tlsBuffers)
        if timer == nil {
            guardTime(limits.handshakeTimeout) { $0.finish(.handshakeTimedOut) }
        }
        if serverName != nil {
            var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
            shakeHands(&nothing)
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

    /// How many bytes wait for the peer, encrypted where they will be.
    package var pendingByteCount: Int { earlyBytes.count + (socket?.pendingByteCount ?? 0) }

    /// Sends bytes in order, also before the connection is ready; nothing once it is closed.
    ///
    /// When too much waits, the connection closes as ``CloseReason/tooSlow``.
    package func send(_ bytes: [UInt8]) { bytes.withUnsafeBytes { send($0) } }

    /// Sends bytes, which are copied where they have to wait.
    package func send(_ bytes: UnsafeRawBufferPointer) {
        guard !isClosed, !bytes.isEmpty else { return }
        let pending = pendingByteCount
        guard pending == 0 || pending + bytes.count <= limits.maximumPendingByteCount else {
            return finish(.tooSlow)
        }
        guard state == .open else { return earlyBytes.append(contentsOf: bytes) }
        transmit(bytes)
    }

    /// Closes at once; what waits is dropped.
    ///
    /// Twice is once.
    package func close() { finish(.closedHere) }

    /// Breaks off without any farewell, neither TLS' nor TCP's: the peer sees a reset.
    package func abort() {
        guard state != .closed else { return }
        Socket.resetOnClose(descriptor)
        if state == .open { state = .lingering }
        finish(.closedHere)
    }

    /// Whether what the peer sends is left in the system for now, so that it slows down.
    ///
    /// What has been received already is still delivered.
    package var isReadingPaused = false {
        didSet {
            guard isReadingPaused != oldValue else { return }
            socket?.isReading = !isReadingPaused
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
        guardTime(limits.flushTimeout) { $0.finish($0.farewell) }
        if pendingByteCount == 0 { awaitPeersEnd() }
    }

    /// The socket, for questions about the peer; -1 while there is none.
    package var descriptor: Int32 { socket?.descriptor ?? -1 }

    /// Who the peer is, for the log: "127.0.0.1:50000", "[::1]:50000", "a local process"; also once
    /// it is closed.
    package var peerAddress: String { peer.description }

    // MARK: From state to state

    /// Opens; `tell` calls ``tellReady()``, at once where no call of the owner's is above.
    func becomeReady(_ tell: () -> Void) {
        guard state == .handshaking else { return }
        if let tls, tls.requiresALPN, alpn == nil {
            return finish(.handshakeFailed("the peer offered no protocol (ALPN)"))
        }
        state = .open
        timer = nil
        let early = earlyBytes
        earlyBytes = []
        early.withUnsafeBytes { transmit($0) }
        tell()
    }

    func tellReady() {
        if !isClosed { onReady() }
    }

    /// Tells the peer that no more comes, and waits for its end: closing with unread input would
    /// reset the connection and take the last bytes from it.
    func awaitPeersEnd() {
        guard state != .closed, let socket else { return }
        let wasFlushing = state == .flushing
        state = .lingering
        if wasFlushing, let channel {
            channel.sayFarewell()
            socket.sendOnce(loop.tlsBuffers.takeOutput())
        }
        socket.endOutput()
    }

    /// Ends a handshake that failed: its alert has left, and the peer gets the time to read it.
    func refuse(_ reason: CloseReason) {
        farewell = reason
        isReadingPaused = false
        guardTime(limits.flushTimeout) { $0.finish(reason) }
        awaitPeersEnd()
    }

    func finish(_ reason: CloseReason) {
        guard state != .closed else { return }
        let wasOpen = state == .open
        state = .closed
        if wasOpen, let channel, let socket, socket.pendingByteCount == 0 {
            channel.sayFarewell()
            socket.sendOnce(loop.tlsBuffers.takeOutput())
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
        channel?.free()
        channel = nil
        socket?.close()
        socket = nil
        count?.giveBack()
        count = nil
    }

    private func guardTime(_ duration: Duration, _ body: @escaping (Connection) -> Void) {
        let timer = loop.timer { [unowned self] in body(self) }
        timer.arm(after: duration)
        self.timer = timer
    }
}
