// SPDX-License-Identifier: Apache-2.0
@testable import OCKCredentials
import Testing

@Suite("PKCS#12")
struct PKCS12Tests {
    @Test(
        "A file survives, with a password of any script and with none",
        arguments: PKCS12.Encryption.allCases,
        ["", "secret", "pässwörd ☎️"]
    )
    func roundTrip(encryption: PKCS12.Encryption, password: String) throws {
        let identity = try Workshop.push(.voip)
        let bytes = try PKCS12(identity: identity).encoded(
            password: password,
            friendlyName: "VoIP Services: com.example",
            encryption: encryption
        )
        let read = try PKCS12(decoding: bytes, password: password)
        #expect(read.identity.certificate == identity.certificate)
        #expect(read.identity.key.isSame(as: identity.key))
        #expect(read.additionalCertificates.isEmpty)
        #expect(throws: CredentialsError.wrongPassword) {
            try PKCS12(decoding: bytes, password: password + "x")
        }
    }

    @Test("The tool reads both encryptions, and names the algorithms we mean")
    func tool() throws {
        let identity = try Workshop.push(.voip)
        let expectations: [(PKCS12.Encryption, [String])] = [
            (.modern, ["PBES2", "AES-256-CBC", "MAC: sha256"]),
            (.tripleDES, ["pbeWithSHA1And3-KeyTripleDES-CBC", "MAC: sha1"]),
        ]
        for (encryption, words) in expectations {
            try Workshop.withFolder { folder in
                let bytes = try PKCS12(identity: identity).encoded(
                    password: "secret",
                    friendlyName: "Hotline",
                    encryption: encryption
                )
                try folder.write(bytes, to: "our.p12")
                let (code, output) = try folder.openssl(
                    "pkcs12",
                    "-info",
                    "-in",
                    "our.p12",
                    "-passin",
                    "pass:secret",
                    "-nodes"
                )
                #expect(code == 0)
                for word in words + ["friendlyName: Hotline"] { #expect(output.contains(word)) }
            }
        }
    }

    /// A file that the tool makes of the VoIP identity.
    private func exported(
        _ options: [String],
        password: String = "secret"
    ) throws -> [UInt8] {
        let identity = try Workshop.push(.voip)
        return try Workshop.withFolder { folder in
            try folder.write(try identity.pem(), to: "pair.pem")
            try folder.write(try identity.certificate.pem(), to: "cert.pem")
            try folder.write(try identity.key.pem(), to: "key.pem")
            try folder.write(try Workshop.authority.get().certificate.pem(), to: "ca.pem")
            let made = try folder.openssl(
                ["pkcs12", "-export", "-out", "their.p12", "-passout", "pass:\(password)"] + options
            )
            #expect(made.code == 0, "\(made.output)")
            return try folder.bytes("their.p12")
        }
    }

    @Test("The old algorithms of a key chain's export are read")
    func legacy() throws {
        let bytes = try exported([
            "-in", "pair.pem", "-legacy", "-certpbe", "PBE-SHA1-RC2-40", "-keypbe",
            "PBE-SHA1-3DES", "-macalg", "sha1",
        ])
        let read = try PKCS12(decoding: bytes, password: "secret")
        #expect(try read.identity.certificate == Workshop.push(.voip).certificate)
        #expect(throws: CredentialsError.wrongPassword) {
            try PKCS12(decoding: bytes, password: "guess")
        }
    }

    @Test("Where the old algorithms are missing, the error names the one that is needed")
    func legacyMissing() throws {
        let bytes = try exported([
            "-in", "pair.pem", "-legacy", "-certpbe", "PBE-SHA1-RC2-40", "-macalg", "sha1",
        ])
        let error = #expect(throws: CredentialsError.self) {
            try PKCS12(decoding: bytes, password: "secret", allowsLegacy: false)
        }
        guard case .unsupportedAlgorithm(let name) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(name.contains("RC2-40-CBC"))
        #expect(throws: CredentialsError.wrongPassword, "the password is judged first") {
            try PKCS12(decoding: bytes, password: "guess", allowsLegacy: false)
        }
    }

    @Test("A file without the private key says how it came to be")
    func withoutKey() throws {
        let bytes = try exported(["-in", "cert.pem", "-nokeys"])
        let subject = try Workshop.push(.voip).certificate.subject.description
        #expect(throws: CredentialsError.certificateWithoutPrivateKey(subject: subject)) {
            try PKCS12(decoding: bytes, password: "secret")
        }
    }

    @Test("A file without the certificate is refused")
    func withoutCertificate() throws {
        let bytes = try exported(["-inkey", "key.pem", "-nocerts"])
        #expect(throws: CredentialsError.privateKeyWithoutCertificate) {
            try PKCS12(decoding: bytes, password: "secret")
        }
    }

    @Test("Further certificates are kept apart from the leaf")
    func chain() throws {
        let read = try PKCS12(
            decoding: exported(["-in", "pair.pem", "-certfile", "ca.pem"]),
            password: "secret"
        )
        #expect(try read.identity.certificate == Workshop.push(.voip).certificate)
        #expect(
            try read.additionalCertificates == [Workshop.authority.get().certificate]
        )
    }

    @Test("A file without a MAC is read, and a false password is still told")
    func withoutMAC() throws {
        let bytes = try exported(["-in", "pair.pem", "-nomac"])
        #expect(
            try PKCS12(decoding: bytes, password: "secret").identity.certificate
                == Workshop.push(.voip).certificate
        )
        #expect(throws: CredentialsError.wrongPassword) {
            try PKCS12(decoding: bytes, password: "guess")
        }
    }

    @Test("An empty password opens a file of either sort")
    func emptyPassword() throws {
        let bytes = try exported(["-in", "pair.pem"], password: "")
        #expect(
            try PKCS12(decoding: bytes, password: "").identity.certificate
                == Workshop.push(.voip).certificate
        )
    }

    @Test("Damaged, foreign and oversized bytes are refused")
    func garbage() throws {
        let whole = try PKCS12(identity: Workshop.push(.voip)).encoded(
            password: "secret",
            encryption: .tripleDES
        )
        for count in stride(from: 0, to: whole.count, by: 97) {
            #expect(throws: CredentialsError.self, "\(count) bytes") {
                try PKCS12(decoding: Array(whole.prefix(count)), password: "secret")
            }
        }
        for index in stride(from: 0, to: whole.count, by: 61) {
            var changed = whole
            changed[index] ^= 0x2A
            // Some bytes, such as a name's, may change unseen; none may do harm.
            _ = try? PKCS12(decoding: changed, password: "secret")
        }
        #expect(throws: CredentialsError.self) {
            try PKCS12(decoding: Array("-----BEGIN".utf8), password: "")
        }
        #expect(
            throws: CredentialsError.tooLarge(
                what: "the .p12",
                byteCount: 1_048_577,
                limit: 1_048_576
            )
        ) { try PKCS12(decoding: [UInt8](repeating: 0, count: 1_048_577), password: "") }
    }

    @Test("A password with a zero byte, or too long, is refused")
    func passwords() throws {
        for password in ["a\0b", String(repeating: "a", count: 1_025)] {
            #expect(throws: CredentialsError.invalidPassword) {
                try PKCS12(identity: Workshop.push(.voip)).encoded(password: password)
            }
        }
    }
}
