// SPDX-License-Identifier: Apache-2.0
import CEvent
import Glibc

/// Accepts connections on a TCP port or a Unix socket, until it is closed or goes.
package final class Listener {
    /// The port in use, also when 0 was asked for; 0 for a Unix socket.
    package let port: UInt16
    private let loop: EventLoop
    /// What new connections bring to their handshakes.
    private var tls: TLSContext?
    private let limits: ConnectionLimits
    private let onAccept: (Connection) -> Void
    private let file: UnixSocketFile?
    private let count: ConnectionCount
    private var listener: OpaquePointer?
    /// Armed while accepting is paused for want of descriptors.
    private var pause: LoopTimer?
    /// Told in words, for the log, when connections have to wait for want of descriptors, once
    /// until one is accepted again; and of each that is closed because too many live.
    package var onTrouble: (String) -> Void = { _ in }
    private var isInTrouble = false

    /// Listens on a TCP port; 0 takes any free one.
    ///
    /// Each connection is given at once, before its handshake: set its callbacks in `onAccept`, and
    /// keep it.
    ///
    /// Beyond `maximumConnectionCount` that live, a new one is closed at once, and counted.
    ///
    /// A name may block for the name server; give a number or "localhost" (127.0.0.1).
    /// - Throws: ``NetworkingError/portTaken(host:port:)``, `permissionDenied`, `hostNotFound`.
    package static func tcp(
        host: String,
        port: UInt16,
        on loop: EventLoop,
        tls: TLSContext? = nil,
        limits: ConnectionLimits = ConnectionLimits(),
        maximumConnectionCount: Int = Listener.usualConnectionCount,
        onAccept: @escaping (Connection) -> Void
    ) throws(NetworkingError) -> Listener {
        guard let address = try SocketAddress.resolve(host: host, port: port).first else {
            throw .hostNotFound(host: host, reason: "no address")
        }
        let descriptor = try Socket.listen(at: address, host: host, port: port)
        return Listener(
            descriptor: descriptor,
            file: nil,
            loop: loop,
            tls: tls,
            limits: limits,
            count: ConnectionCount(maximum: maximumConnectionCount),
            onAccept: onAccept
        )
    }

    /// Listens on a Unix socket of mode 0600.
    ///
    /// The file of a process that died is replaced.
    ///
    /// - Throws: ``NetworkingError/pathTooLong(path:limit:)``, `alreadyRunning`, `notASocket`,
    ///   `permissionDenied`.
    package static func unix(
        path: String,
        on loop: EventLoop,
        limits: ConnectionLimits = ConnectionLimits(),
        maximumConnectionCount: Int = Listener.usualConnectionCount,
        onAccept: @escaping (Connection) -> Void
    ) throws(NetworkingError) -> Listener {
        let descriptor = try Socket.make(family: AF_UNIX)
        let file: UnixSocketFile
        do {
            file = try UnixSocketFile.bind(descriptor, path: path)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        guard listen(descriptor, Socket.backlog) == 0 else {
            let number = errno
            Glibc.close(descriptor)
            file.remove()
            throw .system(operation: "listening on \(path)", errno: number)
        }
        return Listener(
            descriptor: descriptor,
            file: file,
            loop: loop,
            tls: nil,
            limits: limits,
            count: ConnectionCount(maximum: maximumConnectionCount),
            onAccept: onAccept
        )
    }

    /// How many connections have been closed at once, because there were too many.
    package var refusedConnectionCount: Int { count.refused }

    /// How many connections live that this listener accepted.
    package var connectionCount: Int { count.present }

    /// Whether a Unix socket can have that path at all, before anything is made for it.
    ///
    /// - Throws: ``NetworkingError/pathTooLong(path:limit:)``.
    package static func check(unixPath path: String) throws(NetworkingError) {
        _ = try SocketAddress(unixPath: path)
    }

    /// More than a gateway is made for; each costs some 15 KiB, idle.
    package static let usualConnectionCount = 20_000
    /// How long accepting rests when descriptors have run out.
    private static let pauseDuration = Duration.milliseconds(100)

    private init(
        descriptor: Int32,
        file: UnixSocketFile?,
        loop: EventLoop,
        tls: TLSContext?,
        limits: ConnectionLimits,
        count: ConnectionCount,
        onAccept: @escaping (Connection) -> Void
    ) {
        self.count = count
        port = SocketAddress.localPort(of: descriptor)
        self.file = file
        self.loop = loop
        self.tls = tls
        self.limits = limits
        self.onAccept = onAccept
        listener = evconnlistener_new(
            loop.base,
            { _, descriptor, address, _, context in
                CallbackContext.object(Listener.self, from: context).accept(
                    descriptor, of: address.map { PeerAddress($0) } ?? .unknown)
            },
            CallbackContext.pointer(to: self),
            LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC,
            0,
            descriptor
        )
        precondition(listener != nil, "libevent refuses a listener")
        evconnlistener_set_error_cb(listener) { _, context in
            CallbackContext.object(Listener.self, from: context).rest()
        }
    }

    deinit { close() }

    /// Changes certificates or lists of revoked ones for the connections that come from now on.
    package func use(_ tls: TLSContext) { self.tls = tls }

    /// Stops accepting and removes the socket file.
    ///
    /// Connections made before live on.
    package func close() {
        guard let listener else { return }
        self.listener = nil
        pause = nil
        evconnlistener_free(listener)
        file?.remove()
    }

    private func accept(_ descriptor: Int32, of peer: PeerAddress) {
        guard count.take() else {
            Glibc.close(descriptor)
            return onTrouble("a connection from \(peer) is closed: \(count.present) live, the most")
        }
        isInTrouble = false
        onAccept(
            Connection(
                accepted: descriptor, of: peer, on: loop, tls: tls, limits: limits, count: count))
    }

    /// Accepting failed, mostly for want of descriptors (EMFILE): the kernel would report the same
    /// connection again at once, for ever.
    private func rest() {
        let words = NetworkingError.text(of: errno)
        evconnlistener_disable(listener)
        if !isInTrouble {
            isInTrouble = true
            onTrouble("connections to port \(port) have to wait: \(words)")
        }
        let timer = loop.timer { [weak self] in
            guard let self, let listener = self.listener else { return }
            evconnlistener_enable(listener)
        }
        timer.arm(after: Self.pauseDuration)
        pause = timer
    }
}
