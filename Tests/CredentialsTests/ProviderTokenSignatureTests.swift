// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

/// The `openssl` tool as the other side of a signature.
@Suite("Signatures of provider tokens")
struct ProviderTokenSignatureTests {
    private static let input =
        Base64.url(#"{"alg":"ES256","kid":"K"}"#.utf8) + "."
        + Base64.url(#"{"iss":"T","iat":1}"#.utf8)

    /// A signature in DER by the tool, and the same as r and s.
    private func signature(
        by key: PrivateKey
    ) throws -> (der: [UInt8], raw: [UInt8]) {
        try Workshop.withFolder { folder in
            try folder.write(try key.p8(), to: "key.p8")
            try folder.write(Self.input, to: "input")
            let signed = try folder.openssl(
                ["dgst", "-sha256", "-sign", "key.p8", "-out", "signature.der", "input"])
            #expect(signed.code == 0, "\(signed.output)")
            let shown = try folder.openssl(
                ["asn1parse", "-inform", "DER", "-in", "signature.der"]
            ).output
            let integers = shown.split(separator: "\n").filter { $0.contains("INTEGER") }
            #expect(integers.count == 2)
            let raw = try integers.flatMap { line in
                let digits = try #require(line.split(separator: ":").last)
                let padded = String(repeating: "0", count: 64 - digits.count) + digits
                return Array(padded).chunks(of: 2).compactMap { UInt8(String($0), radix: 16) }
            }
            return (try folder.bytes("signature.der"), raw)
        }
    }

    @Test("What the tool signed verifies as r and s, and is told as DER before that")
    func fromTool() throws {
        let key = try PrivateKey.generate(.p256)
        let publicKey = try PublicKey(of: key)
        let (der, raw) = try signature(by: key)
        #expect(verdict(raw, publicKey) == .valid)
        #expect(verdict(der, publicKey) == .der)

        let other = try PublicKey(of: PrivateKey.generate(.p256))
        #expect(verdict(raw, other) == .invalid)
        #expect(verdict(der, other) == .der, "whether it would verify does not matter")
        var changed = raw
        changed[40] ^= 1
        #expect(verdict(changed, publicKey) == .invalid)
        #expect(verdict(Array(raw[32...] + raw[..<32]), publicKey) == .invalid, "s before r")
    }

    @Test("What we sign, the tool verifies")
    func toTool() throws {
        let key = try PrivateKey.generate(.p256)
        let token = try ProviderToken.sign(keyID: "K", teamID: "T", issuedAt: 1, with: key)
        let parts = token.split(separator: ".")
        #expect(parts.dropLast().joined(separator: ".") == Self.input)
        let hex = try Base64.bytes(url: #require(parts.last)).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        try Workshop.withFolder { folder in
            let r = hex.prefix(32).joined(), s = hex.suffix(32).joined()
            try folder.write(
                "asn1=SEQUENCE:s\n[s]\nr=INTEGER:0x\(r)\ns=INTEGER:0x\(s)\n", to: "cnf")
            try folder.openssl("asn1parse", "-genconf", "cnf", "-noout", "-out", "signature.der")
            try folder.write(try PublicKey(of: key).pem(), to: "public.pem")
            try folder.write(Self.input, to: "input")
            let (code, output) = try folder.openssl([
                "dgst", "-sha256", "-verify", "public.pem", "-signature", "signature.der", "input",
            ])
            #expect(code == 0, "\(output)")
        }
    }

    @Test("Other lengths are malformed, and so are DER with a byte too many and a missing part")
    func malformed() throws {
        let key = try PrivateKey.generate(.p256)
        let publicKey = try PublicKey(of: key)
        let (der, raw) = try signature(by: key)
        for bytes in [[], Array(raw.dropLast()), raw + [0], raw + raw, [0x30, 0x00]] {
            #expect(verdict(bytes, publicKey) == .malformed)
        }
        // The tail could make them 64 bytes long, which is the length of r and s.
        for bytes in [der + [0], Array(der.dropLast())] where bytes.count != 64 {
            #expect(verdict(bytes, publicKey) == .malformed)
        }
        for text in ["", Self.input, Self.input + ".!!", Self.input + "." + "."] {
            #expect(ProviderTokenReader.signature(of: text.utf8, with: publicKey) == .malformed)
        }
    }

    private func verdict(_ signature: [UInt8], _ key: PublicKey) -> ProviderTokenSignature {
        let token = Self.input + "." + Base64.url(signature)
        return ProviderTokenReader.signature(of: token.utf8, with: key)
    }
}

extension Array {
    /// The array in pieces of this many elements, of which the last may have fewer.
    fileprivate func chunks(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map {
            self[$0..<Swift.min($0 + count, self.count)]
        }
    }
}
