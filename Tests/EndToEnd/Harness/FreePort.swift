// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A port for a server that a test ends and starts again.
enum FreePort {
    /// Finds one that nobody has, and that the system gives to nobody who asks for any: those are
    /// from 32768 on, and one of them may be another test's by the time the server comes back.
    static func find() throws -> String {
        for _ in 0..<100 {
            let port = UInt16.random(in: 10_000..<32_000)
            if try isFree(port) { return String(port) }
        }
        throw Failure("no free port among a hundred")
    }

    private static func isFree(_ port: UInt16) throws -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try check(descriptor < 0 ? -1 : 0, "socket")
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
