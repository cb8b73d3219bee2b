// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

/// Certificates that the `openssl` tool makes, with what our own issuing never writes.
@Suite("Certificates of others")
struct ForeignCertificateTests {
    private static let prefix = "1.2.840.113635.100.6.3"

    /// Makes a self-signed certificate with these lines in its extensions and `config` after them.
    private func certificate(
        subject: String = "/UID=com.x.voip/CN=VoIP Services: com.x",
        extensions: [String],
        config: String = ""
    ) throws -> Certificate {
        try Workshop.withFolder { folder in
            let text =
                "[req]\ndistinguished_name=dn\nx509_extensions=ext\n[dn]\n[ext]\n"
                + extensions.joined(separator: "\n") + "\n" + config
            try folder.write(text, to: "made.cnf")
            let made = try folder.openssl(
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:P-256",
                "-nodes",
                "-subj",
                subject,
                "-config",
                "made.cnf",
                "-keyout",
                "key.pem",
                "-out",
                "cert.pem",
                "-days",
                "3"
            )
            #expect(made.code == 0, "\(made.output)")
            return try Certificate(pem: folder.text("cert.pem"))
        }
    }

    @Test("The topic list of a universal certificate is read, other kinds and all")
    func list() throws {
        let certificate = try certificate(
            extensions: ["\(Self.prefix).6=ASN1:SEQUENCE:topics"],
            config: """
                [topics]
                a=UTF8:com.example.app
                b=SEQUENCE:app
                c=UTF8:com.example.app.voip
                d=SEQUENCE:voip
                e=UTF8:com.example.app.new-and-rather-long-kind-of-topic-for-the-length
                f=SEQUENCE:new
                [app]
                a=UTF8:app
                [voip]
                a=UTF8:voip
                [new]
                a=UTF8:novelty
                """
        )
        #expect(certificate.topics.map(\.kind) == [.app, .voip, .other("novelty")])
        #expect(
            certificate.topics.map(\.name).prefix(2) == ["com.example.app", "com.example.app.voip"]
        )
    }

    @Test("The topic list wins over the VoIP topics, and these over the subject")
    func precedence() throws {
        let both = try certificate(
            extensions: [
                "\(Self.prefix).4=ASN1:UTF8:com.four.voip", "\(Self.prefix).6=ASN1:SEQUENCE:topics",
            ],
            config: "[topics]\na=UTF8:com.six\nb=SEQUENCE:app\n[app]\na=UTF8:app\n"
        )
        #expect(both.topics.map(\.name) == ["com.six"])
        let four = try certificate(extensions: ["\(Self.prefix).4=ASN1:UTF8:com.four.voip"])
        #expect(four.topics == [CertificateTopic(name: "com.four.voip", kind: .voip)])
        let none = try certificate(extensions: ["\(Self.prefix).2=ASN1:NULL"])
        #expect(none.topics == [CertificateTopic(name: "com.x.voip", kind: .voip)])
        #expect(none.environments == .production)
    }

    @Test("VoIP topics may be several, with commas between them, in any string type")
    func commas() throws {
        for type in ["UTF8", "IA5", "PRINTABLE"] {
            let certificate = try certificate(
                extensions: ["\(Self.prefix).4=ASN1:\(type):com.a.voip, com.b.voip"])
            #expect(certificate.topics.map(\.name) == ["com.a.voip", "com.b.voip"])
            #expect(certificate.topics.allSatisfy { $0.kind == .voip })
        }
    }

    @Test(
        "Topics that break the form make the certificate unreadable",
        arguments: [
            "6=ASN1:NULL", "6=ASN1:UTF8:com.example", "6=DER:30:00", "6=DER:30:05:0C:01:61:30:09",
            "6=DER:30:80:00:00", "6=DER:30:81:03:0C:01:61", "6=DER:30:03:0C:01:61", "6=DER:30",
            "6=DER:30:84:FF:FF:FF:FF", "6=DER:30:03:1F:01:61",
            "6=DER:30:08:0C:01:07:30:03:0C:01:61",
            "6=DER:30:08:0C:01:FF:30:03:0C:01:61", "4=ASN1:NULL", "4=DER:0C:00",
            "4=ASN1:UTF8:a,,b", "4=DER:0C:01:61:00",
        ]
    )
    func malformedTopics(value: String) {
        let error = #expect(throws: CredentialsError.self) {
            try certificate(extensions: ["\(Self.prefix).\(value)"])
        }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A subject with a zero byte or a space is no topic")
    func strangeSubject() throws {
        #expect(throws: CredentialsError.self) {
            try certificate(
                subject: "/UID=com.x voip/CN=x",
                extensions: ["keyUsage=digitalSignature"]
            )
        }
    }

    @Test("A critical extension that nobody knows is named as the reason")
    func criticalExtension() throws {
        let made = try certificate(
            extensions: ["1.2.3.4.5=critical,ASN1:NULL", "basicConstraints=critical,CA:TRUE"])
        // Its own issuer, so that nothing but the extension is left to object to.
        #expect(
            throws: CredentialsError.unknownCriticalExtension(subject: made.subject.description)
        ) {
            try made.check(issuedBy: made, for: .clientAuthentication, at: made.notBefore + 1)
        }
    }
}
