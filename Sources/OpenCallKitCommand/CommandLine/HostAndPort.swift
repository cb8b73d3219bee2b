// SPDX-License-Identifier: Apache-2.0

/// A place in a network, as `HOST:PORT` names it; a numeric IPv6 address stands in brackets.
struct HostAndPort: Hashable, Sendable {
    let host: String
    let port: UInt16

    /// Where the option takes other words too, `forms` says what, with an example.
    ///
    /// - Throws: A usage failure that names the option.
    init(
        _ text: String, option: Option, forms: String = "HOST:PORT, such as localhost:5223",
        _ command: Command
    ) throws(CommandFailure) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
            let port = UInt16(text[text.index(after: colon)...]), port > 0
        else {
            throw .usage("--\(option.name) takes \(forms), not '\(text)'", command)
        }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : String(host)
        self.port = port
    }
}
