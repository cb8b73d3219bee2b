// SPDX-License-Identifier: Apache-2.0

/// Where a far end listens.
public struct EchoAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host's name, or its address; one of IPv6 without its brackets.
    public let host: String
    /// The TCP port.
    public let port: UInt16

    /// Reads an address.
    ///
    /// - Parameter text: `HOST:PORT`, where a host of IPv6 stands in brackets.
    /// - Throws: ``EchoError/badAddress(_:)``.
    public init(_ text: String) throws {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...]), port > 0
        else { throw EchoError.badAddress(text) }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw EchoError.badAddress(text)
        }
        guard !host.isEmpty, host.utf8.count <= 253 else { throw EchoError.badAddress(text) }
        self.host = String(host)
        self.port = port
    }

    /// The address as it is written.
    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
