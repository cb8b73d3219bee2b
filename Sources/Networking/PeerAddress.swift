// SPDX-License-Identifier: Apache-2.0
import CEvent
import Glibc

/// Who is at the other end of a socket, kept small, since each connection has one.
enum PeerAddress: CustomStringConvertible {
    case unknown
    case local
    /// Both in the order of the network.
    case ipv4(UInt32, port: UInt16)
    case ipv6(UInt64, UInt64, port: UInt16)

    /// Asks the system; a peer that has reset the connection already is unknown.
    init(of descriptor: Int32) {
        var storage = sockaddr_storage()
        var byteCount = socklen_t(MemoryLayout<sockaddr_storage>.size)
        self = withUnsafeMutableBytes(of: &storage) { raw in
            guard let address = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getpeername(descriptor, address, &byteCount) == 0
            else { return .unknown }
            return PeerAddress(address)
        }
    }

    /// Reads what accepting told, which holds also for a peer that has gone already.
    init(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let peer = raw.loadUnaligned(as: sockaddr_in.self)
            self = .ipv4(peer.sin_addr.s_addr, port: peer.sin_port)
        case AF_INET6:
            let peer = raw.loadUnaligned(as: sockaddr_in6.self)
            self = withUnsafeBytes(of: peer.sin6_addr) {
                .ipv6(
                    $0.loadUnaligned(as: UInt64.self),
                    $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self), port: peer.sin6_port)
            }
        default: self = .local
        }
    }

    var description: String {
        switch self {
        case .unknown: return "an unknown peer"
        case .local: return "a local process"
        case .ipv4(var address, let port):
            return "\(Self.text(&address, AF_INET)):\(UInt16(bigEndian: port))"
        case .ipv6(let first, let second, let port):
            var address = (first, second)
            return "[\(Self.text(&address, AF_INET6))]:\(UInt16(bigEndian: port))"
        }
    }

    private static func text(_ address: UnsafeRawPointer, _ family: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
            inet_ntop(family, address, $0.baseAddress, socklen_t($0.count))
                .map { String(cString: $0) } ?? "?"
        }
    }
}
