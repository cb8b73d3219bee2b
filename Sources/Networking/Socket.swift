// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The system calls on sockets; each descriptor is non-blocking and closed on exec.
enum Socket {
    /// Makes a stream socket.
    ///
    /// The caller closes it.
    static func make(family: Int32) throws(NetworkingError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .system(operation: "socket", errno: errno) }
        return descriptor
    }

    /// A burst of devices that come back waits in the kernel; the system cuts it to its own limit.
    static let backlog: Int32 = 4096

    /// Makes a socket that listens on a TCP port; `host` is for the words of an error.
    ///
    /// The caller closes it.
    /// - Throws: ``NetworkingError/portTaken(host:port:)``, `permissionDenied`.
    static func listen(
        at address: SocketAddress, host: String, port: UInt16
    ) throws(NetworkingError) -> Int32 {
        let descriptor = try make(family: address.family)
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        let outcome = bind(descriptor, to: address)
        guard outcome == 0, Glibc.listen(descriptor, backlog) == 0 else {
            let number = outcome == 0 ? errno : outcome
            Glibc.close(descriptor)
            switch number {
            case EADDRINUSE: throw .portTaken(host: host, port: port)
            case EACCES, EPERM: throw .permissionDenied(what: "listening on \(host) port \(port)")
            default: throw .system(operation: "listening on \(host) port \(port)", errno: number)
            }
        }
        return descriptor
    }

    /// Makes an inherited descriptor one of ours.
    static func adopt(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        disableDelay(descriptor)
    }

    /// Small messages leave at once.
    ///
    /// Sockets without TCP refuse, which does no harm.
    static func disableDelay(_ descriptor: Int32) {
        set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    }

    static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Has `close` reset the connection, and drop what waits.
    static func resetOnClose(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// The outcome of `connect`: 0, EINPROGRESS, or another error number.
    static func connect(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
        address.withPointer { pointer, byteCount in
            Glibc.connect(descriptor, pointer, byteCount) == 0 ? 0 : errno
        }
    }

    /// The outcome of `bind`: 0 or an error number.
    static func bind(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
        address.withPointer { pointer, byteCount in
            Glibc.bind(descriptor, pointer, byteCount) == 0 ? 0 : errno
        }
    }

    /// The error that an asynchronous `connect` ended with; 0 for none.
    static func pendingError(of descriptor: Int32) -> Int32 {
        var number: Int32 = 0
        var byteCount = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &byteCount) == 0 else {
            return errno
        }
        return number
    }
}
