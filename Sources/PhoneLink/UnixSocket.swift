// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The few socket calls that an app's side makes.
package enum UnixSocket {
    /// What a path may have, in bytes: the address's field less its ending zero.
    package static let pathByteCount = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Connects to a phone.
    ///
    /// The descriptor is the caller's, closes on exec and blocks.
    ///
    /// - Throws: ``LinkError/pathTooLong(_:limit:)``, ``LinkError/noPhone(path:)`` where nothing
    ///   listens, ``LinkError/system(path:operation:code:)`` otherwise.
    package static func connect(path: String) throws(LinkError) -> Int32 {
        let bytes = Array(path.utf8)
        guard bytes.count <= pathByteCount else {
            throw .pathTooLong(path, limit: pathByteCount)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }

        let descriptor = socket(AF_UNIX, streamType, 0)
        guard descriptor >= 0 else { throw .system(path: path, operation: "open", code: errno) }
        closeOnExec(descriptor)
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = retrying {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    systemConnect(descriptor, $0, length)
                }
            }
        }
        guard code == 0 else {
            close(descriptor)
            switch code {
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .noPhone(path: path)
            default: throw .system(path: path, operation: "connect to", code: code)
            }
        }
        return descriptor
    }

    /// Two connected descriptors that block and close on exec; the caller closes them.
    package static func pair() throws(LinkError) -> (Int32, Int32) {
        var descriptors: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, streamType, 0, &descriptors) == 0 else {
            throw .system(path: "a socket pair", operation: "make", code: errno)
        }
        descriptors.forEach(closeOnExec)
        return (descriptors[0], descriptors[1])
    }

    /// Takes over a socket that this process inherited: it closes on exec from now on.
    ///
    /// False where there is no stream socket of that number.
    static func adopt(_ descriptor: Int32) -> Bool {
        var type: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0,
            type == streamType
        else { return false }
        closeOnExec(descriptor)
        return true
    }

    /// Keeps a write to a peer that is gone from raising SIGPIPE, where that is the socket's
    /// affair.
    static func silence(_ descriptor: Int32) {
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Sends what the socket takes, as `send(2)` does, and never raises SIGPIPE.
    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, waits: Bool) -> Int {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        #else
        let flags = waits ? 0 : MSG_DONTWAIT
        #endif
        return systemSend(descriptor, bytes.baseAddress, bytes.count, flags)
    }

    /// Calls again while a signal interrupts.
    ///
    /// Gives 0, or the `errno` of the failure.
    private static func retrying(_ call: () -> Int32) -> Int32 {
        while call() != 0 {
            guard errno == EINTR else { return errno }
        }
        return 0
    }

    private static func closeOnExec(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
    private static let streamType = SOCK_STREAM
    #endif
}

private func systemConnect(
    _ descriptor: Int32,
    _ address: UnsafePointer<sockaddr>,
    _ length: socklen_t
) -> Int32 {
    connect(descriptor, address, length)
}

private func systemSend(
    _ descriptor: Int32,
    _ bytes: UnsafeRawPointer?,
    _ count: Int,
    _ flags: Int32
) -> Int {
    send(descriptor, bytes, count, flags)
}

/// The C library's words for an `errno`.
func systemMessage(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

/// Writes one line to standard error, whole.
package func writeToStandardError(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    var start = 0
    while start < bytes.count {
        let count = bytes[start...].withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        guard count > 0 || (count < 0 && errno == EINTR) else { return }
        start += max(count, 0)
    }
}
