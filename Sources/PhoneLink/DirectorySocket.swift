// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import CallModel
import OCKWire

/// A ``DirectoryChannel`` over a connected stream socket.
///
/// One thread reads, blocking; a send blocks in the thread that sends.
package final class DirectorySocket: DirectoryChannel, Sendable {
    private let descriptor: Int32

    private let limit: Int

    /// - Parameters:
    ///   - descriptor: A connected stream socket that blocks; the channel closes it.
    ///   - limit: How long a body may be that comes in.
    package init(descriptor: Int32, limit: Int = Limits.frameByteCount) {
        self.descriptor = descriptor
        self.limit = limit
        UnixSocket.silence(descriptor)
    }

    deinit { UnixSocket.close(descriptor) }

    package func start(
        onFrame: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        startThread {
            UnixSocket.readFrames(self.descriptor, limit: self.limit, onFrame)
            self.close()
            onEnd()
        }
    }

    package func send(_ body: [UInt8]) {
        do {
            let bytes = try frame(body, limit: Limits.directoryBatchByteCount)
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    UnixSocket.send(descriptor, $0, waits: true)
                }
                guard count > 0 || errno == EINTR else { return }
                sent += max(count, 0)
            }
        } catch {
            preconditionFailure("a session sends what fits a frame: \(error)")
        }
    }

    /// Shuts the socket down, which also wakes the reader and a send that waits.
    package func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
