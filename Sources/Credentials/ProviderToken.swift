// SPDX-License-Identifier: Apache-2.0

/// Makes provider tokens: the JSON Web Tokens with which a provider shows the push service that it
/// has a team's key (RFC 7519, RFC 7515 §7.1).
package enum ProviderToken {
    /// The longest token that is read.
    ///
    /// One with identifiers of 10 characters has about 180 bytes.
    package static let byteCountMax = 4_096

    /// Signs a token, with exactly the members that the push service asks for.
    ///
    /// The signature costs some 20 µs, but the service wants a token to be used for 20 minutes at
    /// least: keep it.
    ///
    /// - Parameters:
    ///   - keyID: The key's identifier, 1 to 64 letters and digits; Apple's have 10.
    ///   - teamID: The team's identifier, of the same form.
    ///   - issuedAt: The present, in seconds since 1970.
    ///   - key: A P-256 key.
    /// - Returns: The compact form, to be sent after `bearer `.
    /// - Throws: ``CredentialsError/invalidField(name:rule:)`` for an identifier, or
    ///   ``CredentialsError/notAProviderKey(found:)`` for a key of another kind.
    package static func sign(
        keyID: String,
        teamID: String,
        issuedAt: Int64,
        with key: PrivateKey
    ) throws(CredentialsError) -> String {
        for (name, value) in [("key identifier", keyID), ("team identifier", teamID)] {
            guard (1...64).contains(value.utf8.count), value.utf8.allSatisfy(isLetterOrDigit) else {
                throw .invalidField(name: name, rule: "1 to 64 letters and digits, as ABCDE12345")
            }
        }
        return try sign(
            header: #"{"alg":"ES256","kid":"\#(keyID)"}"#,
            claims: #"{"iss":"\#(teamID)","iat":\#(issuedAt)}"#,
            with: key
        )
    }

    /// Signs any header and claims as they stand, also wrong ones.
    ///
    /// Tests use it to make the tokens that other clients send.
    package static func sign(
        header: String,
        claims: String,
        with key: PrivateKey
    ) throws(CredentialsError) -> String {
        let input = Base64URL.encode(header.utf8) + "." + Base64URL.encode(claims.utf8)
        let signature = try ECDSASignature(signing: Array(input.utf8), with: key)
        return try input + "." + Base64URL.encode(signature.raw())
    }
}
