// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

@Suite("Provider tokens")
struct ProviderTokenTests {
    static let key = Result { try PrivateKey.generate(.p256) }

    @Test("A token has the members that the service asks for, and no others")
    func form() throws {
        let key = try Self.key.get()
        let token = try ProviderToken.sign(
            keyID: "ABC123DEFG",
            teamID: "DEF123GHIJ",
            issuedAt: 1_437_179_036,
            with: key
        )
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        // {"alg":"ES256","kid":"ABC123DEFG"} and {"iss":"DEF123GHIJ","iat":1437179036}
        #expect(parts.first == "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ")
        #expect(parts.dropFirst().first == "eyJpc3MiOiJERUYxMjNHSElKIiwiaWF0IjoxNDM3MTc5MDM2fQ")
        #expect(parts.last?.utf8.count == 86)
        #expect(
            ProviderTokenReader.read(token.utf8)
                == ProviderTokenReading(
                    algorithm: "ES256",
                    keyID: "ABC123DEFG",
                    teamID: "DEF123GHIJ",
                    issuedAt: .number(1_437_179_036)
                )
        )
    }

    @Test("Every token verifies, whatever leading zeros its r and s have")
    func manySignatures() throws {
        let key = try Self.key.get()
        let publicKey = try PublicKey(of: key)
        // One in 128 has an r or s with a leading zero byte.
        for second in 0..<1_000 as Range<Int64> {
            let token = try ProviderToken.sign(
                keyID: "K",
                teamID: "T",
                issuedAt: second,
                with: key
            )
            #expect(token.split(separator: ".").last?.utf8.count == 86)
            #expect(ProviderTokenReader.signature(of: token.utf8, with: publicKey) == .valid)
        }
    }

    @Test("Another key's token, and one with a changed part, is invalid")
    func tampered() throws {
        let key = try Self.key.get()
        let publicKey = try PublicKey(of: key)
        let token = try ProviderToken.sign(keyID: "K", teamID: "T", issuedAt: 1, with: key)
        let other = try PublicKey(of: PrivateKey.generate(.p256))
        #expect(ProviderTokenReader.signature(of: token.utf8, with: other) == .invalid)

        let again = try ProviderToken.sign(keyID: "K", teamID: "T", issuedAt: 2, with: key)
        let parts = token.split(separator: "."), foreign = again.split(separator: ".")
        for mixed in [
            [foreign[0], foreign[1], parts[2]], [parts[0], foreign[1], parts[2]],
            [parts[0], parts[1], foreign[2]],
        ] {
            let text = mixed.joined(separator: ".")
            #expect(ProviderTokenReader.signature(of: text.utf8, with: publicKey) == .invalid)
        }
        for (r, s) in [(0, 0), (0, 1), (1, 0), (255, 255)] as [(UInt8, UInt8)] {
            let raw = [UInt8](repeating: r, count: 32) + [UInt8](repeating: s, count: 32)
            let text = "\(parts[0]).\(parts[1])." + Base64.url(raw)
            #expect(ProviderTokenReader.signature(of: text.utf8, with: publicKey) == .invalid)
        }
    }

    @Test("Neither an RSA key nor an identifier that would break the JSON signs a token")
    func refused() throws {
        #expect(throws: CredentialsError.notAProviderKey(found: "private key (RSA-2048)")) {
            try ProviderToken.sign(
                keyID: "K",
                teamID: "T",
                issuedAt: 1,
                with: Workshop.push(.voip).key
            )
        }
        for text in ["", "a\"b", "Ä", "a b", String(repeating: "A", count: 65)] {
            let error = #expect(throws: CredentialsError.self) {
                try ProviderToken.sign(
                    keyID: "K",
                    teamID: text,
                    issuedAt: 1,
                    with: Self.key.get()
                )
            }
            guard case .invalidField("team identifier", _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("Identifiers are ten capital letters and digits, all of which occur")
    func identifiers() {
        let made = (0..<500).map { _ in ProviderKeyIdentifier.make() }
        #expect(made.allSatisfy(ProviderKeyIdentifier.isRight))
        #expect(Set(made).count == made.count)
        // 36 characters in 5,000 places: one is missing once in 10⁵⁹ runs.
        #expect(Set(made.joined()).count == 36)
        for wrong in ["", "ABC123DEF", "ABC123DEFGH", "abc123defg", "ABC123DEF-"] {
            #expect(!ProviderKeyIdentifier.isRight(wrong), "\(wrong)")
        }
    }
}
