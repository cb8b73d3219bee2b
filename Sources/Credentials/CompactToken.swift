// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a token, in words that name the part and the rule.
struct TokenDefect: Error, Equatable {
    let words: String

    init(_ words: String) { self.words = words }
}

/// A JSON Web Signature in its compact form: three parts with periods between them
/// (RFC 7515 §3.1).
struct CompactToken {
    /// Header, claims and signature, in base64url.
    let header: ArraySlice<UInt8>
    let claims: ArraySlice<UInt8>
    let signature: ArraySlice<UInt8>
    /// What the signature covers: header, period, claims.
    let signed: ArraySlice<UInt8>

    /// Splits the bytes, of which no more than the limit are looked at.
    init(_ bytes: some Collection<UInt8>) throws(TokenDefect) {
        let token = Array(bytes.prefix(ProviderToken.byteCountMax + 1))
        guard token.count <= ProviderToken.byteCountMax else {
            throw TokenDefect("the token has more than \(ProviderToken.byteCountMax) bytes")
        }
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw TokenDefect(
                parts.count < 3
                    ? "the token has \(parts.count) of the three parts: header, claims, signature"
                    : "the token has more than three parts: header, claims, signature"
            )
        }
        (header, claims, signature) = (parts[0], parts[1], parts[2])
        signed = token[..<claims.endIndex]
    }
}

/// Base64 with the alphabet for URLs and without padding (RFC 7515 §2, RFC 4648 §5).
enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        var bits: UInt32 = 0
        var bitCount = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                digits.append(alphabet[Int(bits >> bitCount & 0x3F)])
            }
        }
        if bitCount > 0 { digits.append(alphabet[Int(bits << (6 - bitCount) & 0x3F)]) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Decodes strictly: no padding, no other characters, no bits beyond the last byte.
    ///
    /// `part` names the digits in the defect.
    static func decode(
        _ digits: ArraySlice<UInt8>,
        of part: String
    ) throws(TokenDefect) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for digit in digits {
            guard let value = value(of: digit) else { throw defect(of: digit, in: part) }
            bits = bits << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
            }
        }
        // Six bits left over are a digit that begins no byte.
        guard bitCount < 6, bits & (1 << bitCount - 1) == 0 else {
            throw TokenDefect("\(part) must be whole: the base64url ends within a byte")
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func defect(of digit: UInt8, in part: String) -> TokenDefect {
        switch digit {
        case UInt8(ascii: "="):
            TokenDefect("\(part) must not have padding (=): base64url in a token has none")
        case UInt8(ascii: "+"), UInt8(ascii: "/"):
            TokenDefect("\(part) must be base64url (- and _), not base64 (+ and /)")
        default: TokenDefect("\(part) must be base64url, and a character is not")
        }
    }
}
