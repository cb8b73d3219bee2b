// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc
import PhoneLink

/// A Unix socket that a process of a test connects to.
package final class ListeningSocket: Sendable {
    private let descriptor: Int32

    /// - Parameter path: At most 107 bytes; there is nothing yet.
    /// - Throws: ``PhoneLink/LinkError``.
    package init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, 8) == 0 else {
            throw LinkError.system(path: path, operation: "listen at", code: errno)
        }
    }

    deinit { close(descriptor) }

    /// The next connection; the caller closes it.
    ///
    /// -1 once ``stop()`` was called.
    package func accept() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "accept").async { [descriptor] in
                continuation.resume(returning: Glibc.accept(descriptor, nil, nil))
            }
        }
    }

    /// Ends what waits for a connection.
    package func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
