// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Sockets, where they are spelled differently on Linux and on Apple's systems.
///
/// Not URLSession: on Linux it is in a library of its own, and loading that doubles the time that
/// each start of an app takes, with the phone waiting for its call.
public enum TCPSocket {
    /// Connects, and blocks meanwhile: not for the main queue.
    ///
    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: The port.
    ///   - seconds: How long this and each later call on the socket may block.
    /// - Returns: A connected socket, which the caller closes; nil where nobody answers.
    public static func connect(_ host: String, _ port: Int, patience seconds: Int) -> Int32? {
        var wanted = addrinfo()
        wanted.ai_socktype = streamType
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &wanted, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        var place = list
        while let address = place?.pointee {
            let descriptor = open(address.ai_family)
            var patience = timeval(tv_sec: seconds, tv_usec: 0)
            let byteCount = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, byteCount)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, byteCount)
            if systemConnect(descriptor, address.ai_addr, address.ai_addrlen) == 0 {
                return descriptor
            }
            close(descriptor)
            place = address.ai_next
        }
        return nil
    }

    /// Listens on the loopback address alone, with a socket on which `accept` never waits.
    ///
    /// - Parameter port: The port; 0 for any that is free.
    /// - Returns: A listening socket, which the caller closes, and its port; nil where the port is
    ///   taken.
    public static func listen(onLoopback port: UInt16) -> (descriptor: Int32, port: UInt16)? {
        let descriptor = open(AF_INET)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var reuses: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                guard bind(descriptor, general, byteCount) == 0,
                    systemListen(descriptor, 64) == 0
                else { return Int32(-1) }
                return getsockname(descriptor, general, &byteCount)
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Sends without waiting, and without the signal of a broken pipe.
    ///
    /// - Parameters:
    ///   - bytes: What to send.
    ///   - descriptor: A connected socket.
    /// - Returns: How many went; 0 where there is no room now, nil where the connection is gone.
    public static func send(_ bytes: Data, to descriptor: Int32) -> Int? {
        let count = bytes.withUnsafeBytes {
            systemSend(descriptor, $0.baseAddress, $0.count, quietly)
        }
        if count >= 0 { return count }
        return isPatient ? 0 : nil
    }

    /// Receives what is there, without waiting.
    ///
    /// - Parameter descriptor: A connected socket.
    /// - Returns: At most 64 KiB; empty where there is nothing now, nil where the connection has
    ///   ended.
    public static func receive(from descriptor: Int32) -> Data? {
        var bytes = Data(count: 64 * 1024)
        let count = bytes.withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        if count > 0 { return bytes.prefix(count) }
        return count < 0 && isPatient ? Data() : nil
    }

    /// Has each line go out at once: there are few bytes, and somebody waits for them.
    ///
    /// - Parameter descriptor: A connected socket.
    public static func sendAtOnce(_ descriptor: Int32) {
        var isOn: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn,
            socklen_t(MemoryLayout<Int32>.size))
    }

    private static var isPatient: Bool {
        errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR
    }

    // MARK: Spellings

    #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
    private static let quietly = MSG_DONTWAIT

    private static func open(_ family: Int32) -> Int32 {
        let descriptor = socket(family, SOCK_STREAM, 0)
        var isQuiet: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }
    #else
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let quietly = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

    private static func open(_ family: Int32) -> Int32 {
        socket(family, streamType | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
    #endif
}

// Outside of the type, whose own functions have these names.
private func systemConnect(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ byteCount: socklen_t
) -> Int32 {
    connect(descriptor, address, byteCount)
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

private func systemSend(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ byteCount: Int, _ flags: Int32
) -> Int {
    send(descriptor, bytes, byteCount, flags)
}
