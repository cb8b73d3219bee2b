// SPDX-License-Identifier: Apache-2.0

/// Reads provider tokens and checks their signatures.
///
/// Takes any bytes, never throws, and keeps its time and memory below what
/// ``ProviderToken/byteCountMax`` bytes can cost. Whether a token is too old, and whose key it
/// names, is for the caller to judge.
package enum ProviderTokenReader {
    /// Reads the token after `bearer `.
    ///
    /// Members that are not known are passed over, `typ` as well as `exp` (RFC 7515 §4,
    /// RFC 7519 §4).
    package static func read(_ bytes: some Collection<UInt8>) -> ProviderTokenReading {
        var reading = ProviderTokenReading()
        do throws(TokenDefect) {
            let token = try CompactToken(bytes)
            // Read before the first rule is applied, so that a log can say whose token it is.
            let header = try TokenObject(token.header, of: "the header")
            let claims = try TokenObject(token.claims, of: "the claims")
            reading.algorithm = try? header.text("alg")
            reading.keyID = try? header.text("kid")
            reading.teamID = try? claims.text("iss")
            reading.issuedAt = issuedAt(claims["iat"])
            try checkHeader(header)
            try checkClaims(claims, issuedAt: reading.issuedAt)
            _ = try Base64URL.decode(token.signature, of: "the signature")
        } catch {
            reading.defect = error.words
        }
        return reading
    }

    /// Whether the owner of the key signed the token.
    ///
    /// Looks at nothing but the signature: ``read(_:)`` judges the rest, the algorithm included.
    /// One check costs some 80 µs.
    package static func signature(
        of bytes: some Collection<UInt8>,
        with key: PublicKey
    ) -> ProviderTokenSignature {
        guard let token = try? CompactToken(bytes),
            let signature = try? Base64URL.decode(token.signature, of: "the signature")
        else { return .malformed }
        if let raw = ECDSASignature(raw: signature), raw.isValid(for: token.signed, by: key) {
            return .valid
        }
        // Asked second: with 64 bytes both forms are possible, if barely.
        if ECDSASignature.isDER(signature) { return .der }
        return signature.count == ECDSASignature.rawByteCount ? .invalid : .malformed
    }

    private static func checkHeader(_ header: TokenObject) throws(TokenDefect) {
        guard try header.text("alg") == "ES256" else {
            throw TokenDefect("alg in the header must be ES256, the only one for provider tokens")
        }
        guard header["crit"] == nil else {
            throw TokenDefect(
                "crit in the header must not ask for extensions that are unknown here")
        }
        _ = try header.text("kid")
    }

    private static func checkClaims(
        _ claims: TokenObject,
        issuedAt: ProviderTokenReading.IssuedAt
    ) throws(TokenDefect) {
        _ = try claims.text("iss")
        switch issuedAt {
        case .number, .text: return
        case .absent: throw TokenDefect("the claims must have iat")
        case .malformed:
            throw TokenDefect("iat in the claims must be a number of seconds since 1970")
        }
    }

    private static func issuedAt(_ value: TokenObject.Value?) -> ProviderTokenReading.IssuedAt {
        switch value {
        case nil: .absent
        case .number(let literal): seconds(literal).map { .number($0) } ?? .malformed
        // Int64 takes a plus sign, which no number in JSON has.
        case .text(let text) where !text.hasPrefix("+"):
            Int64(text).map { .text($0) } ?? .malformed
        case .text, .other: .malformed
        }
    }

    /// The number as whole seconds, rounded down, or nil if 64 bits do not hold it.
    private static func seconds(_ literal: String) -> Int64? {
        // Whole numbers do not go through Double, which has 53 bits only.
        if let whole = Int64(literal) { return whole }
        guard let number = Double(literal), (-0x1p63..<0x1p63).contains(number) else { return nil }
        // Without rounded(), which would need the C library for mathematics.
        let whole = Int64(number)
        return Double(whole) > number ? whole - 1 : whole
    }
}
