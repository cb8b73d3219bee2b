// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

@Suite("Private keys")
struct PrivateKeyTests {
    @Test("A key survives its PEM", arguments: [PrivateKey.Kind.p256, .rsa2048])
    func roundTrip(kind: PrivateKey.Kind) throws {
        let key = try PrivateKey.generate(kind)
        let pem = try key.pem()
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try PrivateKey(pem: pem).isSame(as: key))
        #expect(try !PrivateKey.generate(kind).isSame(as: key))
    }

    @Test("A key's description gives nothing away but its kind")
    func description() throws {
        #expect(try PrivateKey.generate(.p256).description == "private key (P-256)")
        #expect(try PrivateKey.generate(.rsa2048).description == "private key (RSA-2048)")
    }

    @Test("The tool reads our keys and we read the tool's, in the older forms too")
    func tool() throws {
        try Workshop.withFolder { folder in
            try folder.write(try PrivateKey.generate(.p256).pem(), to: "ours.p8")
            let shown = try folder.openssl("pkey", "-in", "ours.p8", "-noout", "-text")
            #expect(shown.output.contains("NIST CURVE: P-256"))
            let (code, _) = try folder.openssl(
                "ecparam",
                "-name",
                "prime256v1",
                "-genkey",
                "-out",
                "theirs.pem"
            )
            #expect(code == 0)
            let text = try folder.text("theirs.pem")
            #expect(text.contains("EC PRIVATE KEY"))
            #expect(try PrivateKey(pem: text).description == "private key (P-256)")
        }
    }

    @Test("A key with a password is refused without a question on the terminal")
    func encrypted() throws {
        try Workshop.withFolder { folder in
            try folder.write(try PrivateKey.generate(.p256).pem(), to: "plain.pem")
            for form in [["-aes256"], ["-aes256", "-traditional"]] {
                let line =
                    ["pkey", "-in", "plain.pem", "-out", "locked.pem", "-passout", "pass:x"] + form
                #expect(try folder.openssl(line).code == 0)
                let text = try folder.text("locked.pem")
                #expect(throws: CredentialsError.encryptedKey) { try PrivateKey(pem: text) }
            }
        }
    }

    @Test("Other curves and short RSA keys are refused by name")
    func unsupported() throws {
        try Workshop.withFolder { folder in
            try folder.openssl("genpkey", "-algorithm", "ed25519", "-out", "ed.pem")
            try folder.openssl("ecparam", "-name", "secp384r1", "-genkey", "-out", "p384.pem")
            try folder.openssl("genrsa", "-out", "short.pem", "1024")
            for (file, kind) in [
                ("ed.pem", "ED25519-256"), ("p384.pem", "secp384r1"), ("short.pem", "RSA-1024"),
            ] {
                let text = try folder.text(file)
                #expect(throws: CredentialsError.unsupportedKey(kind)) { try PrivateKey(pem: text) }
            }
        }
    }

    @Test(
        "What is no key is refused",
        arguments: ["", "hello", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"]
    )
    func garbage(text: String) {
        let error = #expect(throws: CredentialsError.self) { try PrivateKey(pem: text) }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A text beyond the limit is not parsed")
    func tooLong() {
        let text = String(repeating: "A", count: 65_537)
        #expect(
            throws: CredentialsError.tooLarge(
                what: "the private key",
                byteCount: 65_537,
                limit: 65_536
            )
        ) { try PrivateKey(pem: text) }
    }
}

@Suite("Digests and chance")
struct RandomnessTests {
    @Test("SHA-256 of the known texts (FIPS 180-4)")
    func digest() {
        func hex(_ bytes: [UInt8]) -> String {
            let digits = Array("0123456789abcdef")
            return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        }
        #expect(
            hex(sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            hex(sha256([UInt8]()))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
    }

    @Test("Random bytes have the count asked for and do not repeat")
    func random() {
        #expect(randomBytes(count: 0).isEmpty)
        #expect(randomBytes(count: 33).count == 33)
        #expect(randomBytes(count: 16) != randomBytes(count: 16))
    }
}
