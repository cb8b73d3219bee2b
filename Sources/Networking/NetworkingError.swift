// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What can go wrong with sockets and TLS, in words that an operator can act on.
package enum NetworkingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A system call failed; the number is `errno`. Seldom anything but the machine's state helps.
    case system(operation: String, errno: Int32)
    /// Something else listens there. Choose another port.
    case portTaken(host: String, port: UInt16)
    /// The system forbids it: a low port, a folder of another user. Choose another place.
    case permissionDenied(what: String)
    /// A socket's path is longer than the system allows. Choose a shorter folder.
    case pathTooLong(path: String, limit: Int)
    /// A living process listens on this path. Stop it first, or use it.
    case alreadyRunning(path: String)
    /// A file that is no socket stands where the socket should be. It is left alone; move it away.
    case notASocket(path: String)
    /// A name has no address.
    case hostNotFound(host: String, reason: String)
    /// Others could reach it there, which was not asked for. Choose a loopback address, or say so.
    case notLoopback(host: String)
    /// Nobody listens there, or the host did not answer in time.
    case unreachable(what: String, reason: String)
    /// A certificate or key cannot be used.
    case badTLSMaterial(what: String, reason: String)
    /// The peer broke TLS after the handshake, or refused our certificate (TLS 1.3 tells it late).
    case tls(reason: String)

    package var description: String {
        switch self {
        case .system(let operation, let number):
            "\(operation) failed: \(Self.text(of: number))"
        case .portTaken(let host, let port):
            "port \(port) on \(host) is taken by another process: choose another port with the "
                + "option, or port 0 for any free one"
        case .permissionDenied(let what):
            "not allowed: \(what)"
        case .pathTooLong(let path, let limit):
            "the socket path \(path) has \(path.utf8.count) bytes, and the system allows \(limit): "
                + "choose a shorter folder"
        case .alreadyRunning(let path):
            "already running: a process answers on \(path)"
        case .notASocket(let path):
            "\(path) exists and is no socket: move it away"
        case .hostNotFound(let host, let reason):
            "the host \(host) is not found: \(reason)"
        case .notLoopback(let host):
            "\(host) is no loopback address, and others could reach this server there: choose "
                + "127.0.0.1, or say that it is meant for others"
        case .unreachable(let what, let reason):
            "cannot reach \(what): \(reason)"
        case .badTLSMaterial(let what, let reason):
            "the \(what) cannot be used: \(reason)"
        case .tls(let reason):
            "TLS failed: \(reason)"
        }
    }

    /// The system's words for an error number.
    static func text(of number: Int32) -> String { String(cString: strerror(number)) }
}
