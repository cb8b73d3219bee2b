// SPDX-License-Identifier: Apache-2.0

/// A reader of bytes from outside, and what must hold whatever the bytes are.
///
/// Each takes a few bytes of its own first, which choose among its ways; ``Seeds`` shows them.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// HTTP/2 bytes into a server's session.
    case http2
    /// Provider tokens, signatures and key files.
    case providerToken = "provider-token"
    /// Certificates, their topics, revocation lists and PKCS#12.
    case certificate
    /// JSON and property lists: payloads in the app, reasons in the sender.
    case payload
    /// Frames and messages between phone, gateway, apps and the command.
    case frames
    /// Events into a `Gateway`, with a store, phones and providers around it.
    case gateway
    /// Files of contacts, and phone numbers as people write them.
    case contacts
    /// Lists of numbers to tables.
    case lists
    /// Tables of numbers, alone and one upon the other.
    case tables

    /// The longest input that is of use.
    package var byteCountMax: Int {
        switch self {
        case .http2, .frames: 16_384
        case .providerToken: 5_000
        case .certificate: 8_192
        case .payload: 8_192
        case .gateway: 4_096
        case .contacts: 4_096
        case .lists: 4_096
        case .tables: 8_192
        }
    }

    /// Feeds the bytes.
    ///
    /// - Throws: The first rule that does not hold. What traps or corrupts memory ends the process.
    package func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        switch self {
        case .http2: try ServerSessionFuzz.check(bytes)
        case .providerToken: try ProviderTokenFuzz.check(bytes)
        case .certificate: try CertificateFuzz.check(bytes)
        case .payload: try PayloadFuzz.check(bytes)
        case .frames: try FrameFuzz.check(bytes)
        case .gateway: try GatewayFuzz.check(bytes)
        case .contacts: try ContactFuzz.check(bytes)
        case .lists: try ListFuzz.check(bytes)
        case .tables: try TableFuzz.check(bytes)
        }
    }
}

/// A rule that some bytes broke, in words.
package struct FuzzFinding: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Throws the words unless the rule holds.
func require(_ rule: Bool, _ words: @autoclosure () -> String) throws(FuzzFinding) {
    if !rule { throw FuzzFinding(words()) }
}

/// Throws where words for people have control characters, which could move a terminal's cursor.
func requirePrintable(_ words: String) throws(FuzzFinding) {
    try require(
        words.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
        "words for people have control characters")
}
