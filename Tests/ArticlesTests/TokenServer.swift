// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The web server to which an app puts its token, on a port of this machine.
final class TokenServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let bodies = Bodies()

    /// What was put here, oldest first.
    var received: [String] { bodies.all }

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var byteCount = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, byteCount) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &byteCount) == 0
            }
        }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        // On a thread of its own, which ends with the listener.
        Thread.detachNewThread { [bodies] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                bodies.take(from: connection)
                close(connection)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}

/// The bodies of requests, under a lock.
private final class Bodies: @unchecked Sendable {
    // Sendable because a lock guards them.
    private let lock = NSLock()
    private var bodies: [String] = []

    var all: [String] { lock.withLock { bodies } }

    /// Reads one request, keeps its body, and says that all is well.
    func take(from connection: Int32) {
        var text = ""
        var chunk = [UInt8](repeating: 0, count: 4096)
        var body: Substring?
        while body == nil {
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0, text.utf8.count < 65_536 else { return }
            text += String(decoding: chunk[..<count], as: UTF8.self)
            body = Self.body(of: text)
        }
        guard let body else { return }
        lock.withLock { bodies.append(String(body)) }
        let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        _ = send(connection, reply, reply.count, Int32(MSG_NOSIGNAL))
    }

    /// The body, once it is there as a whole.
    private static func body(of text: String) -> Substring? {
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let length = text[..<end.lowerBound].split(separator: "\r\n").lazy
            .map { $0.split(separator: ":", maxSplits: 1) }
            .first { $0[0].lowercased() == "content-length" }
            .flatMap { Int($0[1].trimmingCharacters(in: .whitespaces)) }
        let body = text[end.upperBound...]
        return body.utf8.count >= length ?? 0 ? body : nil
    }
}
