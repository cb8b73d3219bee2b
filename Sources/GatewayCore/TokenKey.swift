// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A device token as a request names it: one of 32 bytes, as almost all are, costs no array.
enum TokenKey: Hashable, Sendable {
    /// Of 32 bytes, the first byte highest.
    case four(UInt64, UInt64, UInt64, UInt64)
    case bytes([UInt8])

    init(_ bytes: [UInt8]) {
        guard bytes.count == 32 else {
            self = .bytes(bytes)
            return
        }
        func word(_ start: Int) -> UInt64 {
            bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        self = .four(word(0), word(8), word(16), word(24))
    }

    /// Reads 64 hexadecimal digits in either case; nil for any other text.
    init?(usual text: Span<UInt8>) {
        guard text.count == 64, let a = text.hexadecimal(at: 0), let b = text.hexadecimal(at: 16),
            let c = text.hexadecimal(at: 32), let d = text.hexadecimal(at: 48)
        else { return nil }
        self = .four(a, b, c, d)
    }

    /// Tokens are random and made here: their first bytes tell them apart.
    func hash(into hasher: inout Hasher) {
        switch self {
        case .four(let first, _, _, _): hasher.combine(first)
        case .bytes(let bytes): hasher.combine(bytes)
        }
    }

    /// The first four bytes; a shorter token is filled up with zeros.
    var head: UInt32 {
        switch self {
        case .four(let first, _, _, _): UInt32(truncatingIfNeeded: first >> 32)
        case .bytes(let bytes): bytes.tokenHead
        }
    }
}

extension [UInt8] {
    /// The first four bytes of a device token, all that a log may show.
    var tokenHead: UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32($1 < count ? self[$1] : 0) }
    }
}

/// What the last part of a request's path says.
enum WrittenToken: Hashable, Sendable {
    enum Defect: Hashable, Sendable {
        case tooLong
        case printed
        case oddDigits
        case notHexadecimal
    }

    case key(TokenKey)
    case defect(Defect)

    /// Reads hexadecimal digits in either case; the text has one at least.
    init(_ text: Span<UInt8>) {
        if let key = TokenKey(usual: text) {
            self = .key(key)
        } else if let defect = Self.defect(of: text) {
            self = .defect(defect)
        } else {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count / 2)
            for index in stride(from: 0, to: text.count, by: 2) {
                let high = hexadecimalDigitValue(text[index])
                bytes.append(high << 4 | hexadecimalDigitValue(text[index + 1]))
            }
            self = .key(.bytes(bytes))
        }
    }

    private static func defect(of text: Span<UInt8>) -> Defect? {
        // What `description` of NSData gives, as it is or percent-encoded.
        for start: StaticString in ["<", "%3C", "%3c", "{", "%7B", "%7b"]
        where text.starts(with: start) {
            return .printed
        }
        guard text.count <= 2 * Limits.tokenByteCount else { return .tooLong }
        for index in 0..<text.count where hexadecimalDigitValue(text[index]) > 15 {
            return .notHexadecimal
        }
        return text.count.isMultiple(of: 2) ? nil : .oddDigits
    }
}

extension WrittenToken.Defect {
    var remark: Remark {
        switch self {
        case .tooLong: .tokenTooLong
        case .printed: .tokenPrinted
        case .oddDigits: .tokenOddDigits
        case .notHexadecimal: .tokenNotHexadecimal
        }
    }
}
