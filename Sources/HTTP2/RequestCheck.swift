// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The rules that make a request's header fields well formed (RFC 9113 §8.2, §8.3, §8.1.1).
///
/// In place of nghttp2's own checks, which look at each byte through a table and take a fifth of
/// what a request costs a server. They refuse the same requests, but for a regular field with a
/// byte that no field may have: nghttp2 drops it and goes on, and here the request is malformed, as
/// the RFC says.
struct RequestCheck {
    private struct Seen: OptionSet {
        let rawValue: UInt16
        static let method = Seen(rawValue: 1)
        static let scheme = Seen(rawValue: 1 << 1)
        static let path = Seen(rawValue: 1 << 2)
        static let authority = Seen(rawValue: 1 << 3)
        static let host = Seen(rawValue: 1 << 4)
        static let contentLength = Seen(rawValue: 1 << 5)
        static let regular = Seen(rawValue: 1 << 6)
        static let isConnect = Seen(rawValue: 1 << 7)
        static let isOptions = Seen(rawValue: 1 << 8)
        static let isAsterisk = Seen(rawValue: 1 << 9)
        static let malformed = Seen(rawValue: 1 << 10)
    }

    private var seen: Seen = []
    private var contentLength = 0

    /// Whether a rule is broken so far.
    var isMalformed: Bool { seen.contains(.malformed) }

    /// Takes a field, in the order received.
    mutating func take(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
    ) {
        let isGood: Bool
        if name.first == UInt8(ascii: ":") {
            isGood = takePseudo(name, value)
        } else {
            seen.insert(.regular)
            isGood =
                FieldBytes.isToken(name) && FieldBytes.isValue(value) && takeRegular(name, value)
        }
        if !isGood { seen.insert(.malformed) }
    }

    /// Whether the header block is well formed as a whole.
    func isComplete() -> Bool {
        guard !isMalformed else { return false }
        if seen.contains(.isConnect) {
            return seen.contains(.authority) && seen.isDisjoint(with: [.scheme, .path])
        }
        guard seen.isSuperset(of: [.method, .scheme, .path]) else { return false }
        return !seen.contains(.isAsterisk) || seen.contains(.isOptions)
    }

    /// Whether a body of so many bytes is what was announced; more may come unless it `isWhole`.
    func admits(bodyByteCount: Int, isWhole: Bool) -> Bool {
        guard seen.contains(.contentLength) else { return true }
        return isWhole ? bodyByteCount == contentLength : bodyByteCount <= contentLength
    }

    // MARK: Fields

    private mutating func takePseudo(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard !seen.contains(.regular), !value.isEmpty else { return false }
        switch name.count {
        case 5 where equals(name, ":path"):
            if value[0] != UInt8(ascii: "/") {
                guard equals(value, "*") else { return false }
                seen.insert(.isAsterisk)
            }
            return note(.path) && FieldBytes.isVisible(value)
        case 7 where equals(name, ":method"):
            if equals(value, "CONNECT") { seen.insert(.isConnect) }
            if equals(value, "OPTIONS") { seen.insert(.isOptions) }
            return note(.method) && FieldBytes.isToken(value, anyCase: true)
        case 7 where equals(name, ":scheme"):
            return note(.scheme) && FieldBytes.isVisible(value)
        case 10 where equals(name, ":authority"):
            return note(.authority) && FieldBytes.isVisible(value)
        default: return false
        }
    }

    /// The fields that concern the connection, which HTTP/2 forbids, and those that come once.
    private mutating func takeRegular(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        switch name.count {
        case 2: return !equals(name, "te") || equals(value, "trailers")
        case 4: return !equals(name, "host") || note(.host) && FieldBytes.isVisible(value)
        case 7: return !equals(name, "upgrade")
        case 10: return !equals(name, "connection") && !equals(name, "keep-alive")
        case 14: return !equals(name, "content-length") || takeContentLength(value)
        case 16: return !equals(name, "proxy-connection")
        case 17: return !equals(name, "transfer-encoding")
        default: return true
        }
    }

    private mutating func takeContentLength(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        // Eighteen digits fit; no body here is that long.
        guard 1...18 ~= value.count, note(.contentLength) else { return false }
        contentLength = 0
        for byte in value {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return false }
            contentLength = contentLength * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return true
    }

    /// Notes a field that may come once.
    private mutating func note(_ field: Seen) -> Bool { seen.insert(field).inserted }

    private func equals(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount, let start = bytes.baseAddress else {
            return false
        }
        return memcmp(start, text.utf8Start, bytes.count) == 0
    }
}
