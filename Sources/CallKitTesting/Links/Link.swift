// SPDX-License-Identifier: Apache-2.0
import Dispatch
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
import PhoneLink
import Testing

/// How the apps of this process reach their phone: the same messages, handed over or through a
/// socket.
package enum Link: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case inProcess
    case socket

    package var testDescription: String { rawValue }
}

/// The two ends of a link between an app and the phone.
struct LinkEnds {
    var app: any Transport
    var phone: any Transport

    /// - Parameters:
    ///   - link: What kind.
    ///   - phoneQueue: Where the phone is used.
    init(_ link: Link, phoneQueue: DispatchQueue) {
        switch link {
        case .inProcess:
            let pair = InProcessTransport.pair(
                appQueue: DispatchQueue(label: "opencallkit.testing.app"), phoneQueue: phoneQueue)
            app = pair.app
            phone = pair.phone
        case .socket:
            let pair = Self.socketPair()
            app = SocketTransport(descriptor: pair.app)
            phone = SocketTransport(descriptor: pair.phone)
        }
    }

    /// Two connected stream sockets that no child process inherits.
    static func socketPair() -> (app: Int32, phone: Int32) {
        var descriptors: [Int32] = [0, 0]
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let code = socketpair(AF_UNIX, kind, 0, &descriptors)
        precondition(code == 0, "the system gives no pair of sockets: too many are open")
        return (descriptors[0], descriptors[1])
    }
}
