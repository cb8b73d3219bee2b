// SPDX-License-Identifier: Apache-2.0
import CEvent
import Glibc

/// An address of a socket, as the system takes it.
struct SocketAddress: Sendable, Equatable {
    /// The bytes of a `sockaddr` of the family's own length.
    private let bytes: [UInt8]
    let family: Int32

    /// The longest path of a Unix socket: `sun_path` less its end mark.
    static let maximumPathByteCount = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    private init(bytes: UnsafeRawBufferPointer, family: Int32) {
        self.bytes = Array(bytes)
        self.family = family
    }

    /// The address of a Unix socket.
    init(unixPath path: String) throws(NetworkingError) {
        guard path.utf8.count <= Self.maximumPathByteCount else {
            throw .pathTooLong(path: path, limit: Self.maximumPathByteCount)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        self = withUnsafeBytes(of: &address) { Self(bytes: $0, family: AF_UNIX) }
    }

    /// The addresses of a host in the order to try.
    ///
    /// A name other than "localhost" may ask a name server, and blocks until it answers: never on a
    /// loop's thread, but for numbers.
    static func resolve(
        host: String,
        port: UInt16,
        numericOnly: Bool = false
    ) throws(NetworkingError) -> [SocketAddress] {
        if host == "localhost" {
            return try resolve(host: "127.0.0.1", port: port, numericOnly: true)
                + resolve(host: "::1", port: port, numericOnly: true)
        }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV | (numericOnly ? AI_NUMERICHOST : 0)
        var first: UnsafeMutablePointer<addrinfo>?
        let outcome = getaddrinfo(host, String(port), &hints, &first)
        guard outcome == 0 else {
            throw .hostNotFound(host: host, reason: String(cString: gai_strerror(outcome)))
        }
        defer { freeaddrinfo(first) }
        return sequence(first: first, next: { $0?.pointee.ai_next }).compactMap { entry in
            guard let entry, let address = entry.pointee.ai_addr else { return nil }
            return Self(
                bytes: UnsafeRawBufferPointer(start: address, count: Int(entry.pointee.ai_addrlen)),
                family: entry.pointee.ai_family
            )
        }
    }

    /// The port that the system gave to a listening socket; 0 for one without ports.
    static func localPort(of descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var byteCount = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { raw in
            guard let address = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(descriptor, address, &byteCount) == 0
            else { return 0 }
            switch Int32(address.pointee.sa_family) {
            case AF_INET: return UInt16(bigEndian: raw.load(as: sockaddr_in.self).sin_port)
            case AF_INET6: return UInt16(bigEndian: raw.load(as: sockaddr_in6.self).sin6_port)
            default: return 0
            }
        }
    }

    /// Whether only this machine can reach it.
    var isLoopback: Bool {
        bytes.withUnsafeBytes { raw in
            switch family {
            case AF_UNIX: return true
            case AF_INET:
                return UInt32(bigEndian: raw.load(as: sockaddr_in.self).sin_addr.s_addr) >> 24
                    == 127
            case AF_INET6:
                let address = raw.load(as: sockaddr_in6.self).sin6_addr
                return withUnsafeBytes(of: address) {
                    $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1
                }
            default: return false
            }
        }
    }

    /// Whether a text is the number of a loopback address.
    static func isLoopback(number: String) -> Bool {
        let addresses = try? resolve(host: number, port: 0, numericOnly: true)
        return addresses?.first?.isLoopback ?? false
    }

    /// Hands the address to a system call.
    func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var storage = sockaddr_storage()
        return withUnsafeMutableBytes(of: &storage) { raw in
            raw.copyBytes(from: bytes)
            return raw.withMemoryRebound(to: sockaddr.self) { addresses in
                guard let address = addresses.baseAddress else {
                    preconditionFailure("a sockaddr_storage has no bytes")
                }
                return body(UnsafePointer(address), socklen_t(bytes.count))
            }
        }
    }
}
