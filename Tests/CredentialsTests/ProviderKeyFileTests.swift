// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

@Suite("Key files (.p8)")
struct ProviderKeyFileTests {
    @Test("A key survives its file, and the tool reads it")
    func roundTrip() throws {
        let key = try PrivateKey.generate(.p256)
        let text = try key.p8()
        #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try PrivateKey(p8: Array(text.utf8)).isSame(as: key))
        try Workshop.withFolder { folder in
            try folder.write(text, to: "key.p8")
            let (code, output) = try folder.openssl("pkey", "-in", "key.p8", "-noout", "-text")
            #expect(code == 0)
            #expect(output.contains("NIST CURVE: P-256"))
        }
    }

    @Test("Windows' line ends, a byte order mark, indents and other text around are accepted")
    func editors() throws {
        let key = try PrivateKey.generate(.p256)
        let text = try key.p8()
        let certificate = try Workshop.push(.voip).certificate.pem()
        for changed in [
            text.replacing("\n", with: "\r\n"), text.replacing("\n", with: "\r"),
            "\u{FEFF}" + text, "\u{FEFF}\r\n" + text.replacing("\n", with: "\r\n"),
            text.replacing("\n", with: " \t\n"), "  " + text.replacing("\n", with: "\n  "),
            "Key ID: ABC123DEFG\n\n" + text + "\nthat was it\n", certificate + text,
            String(text.dropLast()),
        ] {
            #expect(
                try PrivateKey(p8: Array(changed.utf8)).isSame(as: key),
                "\(changed.debugDescription)"
            )
        }
    }

    @Test("The older form of the tool is accepted, with its parameters before it")
    func olderForm() throws {
        try Workshop.withFolder { folder in
            try folder.openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", "old.pem")
            let text = try folder.text("old.pem")
            #expect(text.hasPrefix("-----BEGIN EC PARAMETERS-----"))
            let key = try PrivateKey(p8: folder.bytes("old.pem"))
            #expect(try key.isSame(as: PrivateKey(pem: text)))
        }
    }

    @Test("A key with a password is refused in either form")
    func encrypted() throws {
        try Workshop.withFolder { folder in
            try folder.write(try PrivateKey.generate(.p256).pem(), to: "plain.pem")
            for form in [["-aes256"], ["-aes256", "-traditional"]] {
                let line =
                    ["pkey", "-in", "plain.pem", "-out", "locked.pem", "-passout", "pass:x"] + form
                #expect(try folder.openssl(line).code == 0)
                let bytes = try folder.bytes("locked.pem")
                #expect(throws: CredentialsError.encryptedKey) {
                    try PrivateKey(p8: bytes)
                }
            }
        }
    }

    @Test("Another kind of key, a public key or a certificate is refused by its name")
    func otherKinds() throws {
        try Workshop.withFolder { folder in
            try folder.openssl("genpkey", "-algorithm", "ed25519", "-out", "ed.pem")
            try folder.openssl("ecparam", "-name", "secp384r1", "-genkey", "-out", "p384.pem")
            try folder.openssl("genrsa", "-traditional", "-out", "old-rsa.pem", "2048")
            try folder.openssl("genrsa", "-out", "rsa.pem", "2048")
            let key = try PrivateKey.generate(.p256)
            try folder.write(PublicKey(of: key).pem(), to: "public.pem")
            try folder.write(Workshop.push(.voip).certificate.pem(), to: "certificate.pem")
            for (file, found) in [
                ("ed.pem", "private key (ED25519-256)"), ("p384.pem", "private key (secp384r1)"),
                ("old-rsa.pem", "private key (RSA)"), ("rsa.pem", "private key (RSA-2048)"),
                ("public.pem", "public key"), ("certificate.pem", "certificate"),
            ] {
                let bytes = try folder.bytes(file)
                #expect(throws: CredentialsError.notAProviderKey(found: found), "\(file)") {
                    try PrivateKey(p8: bytes)
                }
            }
        }
        #expect(throws: CredentialsError.notAProviderKey(found: "private key (RSA-2048)")) {
            try Workshop.push(.voip).key.p8()
        }
    }

    @Test(
        "What is no key file is refused with the reason",
        arguments: [
            ("", "no line is -----BEGIN PRIVATE KEY-----"),
            ("MIGTAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBHkwdwIBAQQg", "no line is"),
            ("----BEGIN PRIVATE KEY----\nAAAA\n", "no line is"),
            ("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n", "another thing than a PKCS#8 key"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", ""),
            ("-----BEGIN PRIVATE KEY-----\n", ""),
        ])
    func garbage(text: String, reason: String) {
        expectMalformed(Array(text.utf8), reason)
    }

    @Test("Bytes that are no text are refused, and what they might be is said")
    func noText() throws {
        let text = try PrivateKey.generate(.p256).pem()
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] as [UInt8] }
        expectMalformed(wide, "UTF-16")
        try Workshop.withFolder { folder in
            try folder.write(text, to: "key.pem")
            try folder.openssl("pkey", "-in", "key.pem", "-outform", "DER", "-out", "key.der")
            expectMalformed(try folder.bytes("key.der"), "openssl pkey")
        }
    }

    @Test("A file beyond the limit is not parsed")
    func tooLong() {
        #expect(
            throws: CredentialsError.tooLarge(
                what: "the .p8 file",
                byteCount: 16_385,
                limit: 16_384
            )
        ) { try PrivateKey(p8: [UInt8](repeating: 0x41, count: 16_385)) }
    }

    private func expectMalformed(_ bytes: [UInt8], _ reason: String) {
        let error = #expect(throws: CredentialsError.self) { try PrivateKey(p8: bytes) }
        guard case .malformed("the .p8 file", let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.isEmpty || detail.contains(reason), "\(detail)")
    }
}

@Suite("Public keys")
struct PublicKeyTests {
    @Test("A key survives PEM and DER, and the tool derives the same from the private key")
    func roundTrip() throws {
        let key = try PrivateKey.generate(.p256)
        let publicKey = try PublicKey(of: key)
        #expect(try PublicKey(pem: publicKey.pem()) == publicKey)
        #expect(try PublicKey(der: publicKey.der) == publicKey)
        #expect(try PublicKey(of: PrivateKey.generate(.p256)) != publicKey)
        try Workshop.withFolder { folder in
            try folder.write(try key.pem(), to: "key.pem")
            try folder.openssl("pkey", "-in", "key.pem", "-pubout", "-out", "public.pem")
            #expect(try folder.text("public.pem") == publicKey.pem())
        }
    }

    @Test("Keys of other kinds are refused by name")
    func otherKinds() throws {
        try Workshop.withFolder { folder in
            try folder.openssl("ecparam", "-name", "secp384r1", "-genkey", "-out", "p384.pem")
            try folder.openssl("pkey", "-in", "p384.pem", "-pubout", "-out", "public.pem")
            let text = try folder.text("public.pem")
            #expect(throws: CredentialsError.notAProviderKey(found: "public key (secp384r1)")) {
                try PublicKey(pem: text)
            }
        }
        #expect(throws: CredentialsError.notAProviderKey(found: "private key (RSA-2048)")) {
            try PublicKey(of: Workshop.push(.voip).key)
        }
    }

    @Test("Cut, lengthened and oversized bytes are refused")
    func garbage() throws {
        let der = try PublicKey(of: PrivateKey.generate(.p256)).der
        for count in 0..<der.count {
            #expect(throws: CredentialsError.self, "\(count) bytes") {
                try PublicKey(der: Array(der.prefix(count)))
            }
        }
        #expect(throws: CredentialsError.self) { try PublicKey(der: der + [0]) }
        #expect(throws: CredentialsError.self) { try PublicKey(pem: "hello") }
        #expect(
            throws: CredentialsError.tooLarge(
                what: "the public key",
                byteCount: 16_385,
                limit: 16_384
            )
        ) { try PublicKey(pem: String(repeating: "A", count: 16_385)) }
    }
}
