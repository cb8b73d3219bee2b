// SPDX-License-Identifier: Apache-2.0
@testable import OCKCredentials
import Testing

@Suite("Certificates for tests of clients")
struct ClientCertificateTests {
    let now = Workshop.now

    @Test("A client's certificate that is not for pushes has neither topic nor environment")
    func client() throws {
        let authority = try Workshop.authority.get()
        let client = try authority.issueClient(commonName: "A browser", at: now).certificate
        #expect(client.topics.isEmpty)
        #expect(client.environments.isEmpty)
        try client.check(issuedBy: authority.certificate, for: .clientAuthentication, at: now)
        #expect(throws: CredentialsError.self) {
            try client.check(issuedBy: authority.certificate, for: .serverAuthentication, at: now)
        }
        for name in ["", String(repeating: "a", count: 65)] {
            #expect(throws: CredentialsError.self) {
                try authority.issueClient(commonName: name, at: now)
            }
        }
    }

    @Test("A certificate may be issued for one environment, whatever its kind")
    func environments() throws {
        let authority = try Workshop.authority.get()
        for environments in [PushEnvironments.development, .production, []] {
            let certificate = try authority.issuePushCertificate(
                bundleIdentifier: Workshop.bundle,
                kind: .universal,
                environments: environments,
                at: now
            ).certificate
            #expect(certificate.environments == environments)
            #expect(certificate.topics == (try Workshop.push(.universal).certificate.topics))
        }
    }

    @Test("A certificate may be issued that has expired already, or is not valid yet")
    func validity() throws {
        let authority = try Workshop.authority.get()
        let past = (now - 30 * 86_400)...(now - 86_400)
        let future = (now + 86_400)...(now + 2 * 86_400)
        for validity in [past, future] {
            let certificate = try authority.issueClient(
                commonName: "Late",
                at: now,
                exactly: validity
            ).certificate
            #expect((certificate.notBefore...certificate.notAfter) == validity)
            #expect(
                throws: validity == past
                    ? CredentialsError.expired(subject: "\"Late\"", notAfter: past.upperBound)
                    : .notYetValid(subject: "\"Late\"", notBefore: future.lowerBound)
            ) {
                try certificate.check(
                    issuedBy: authority.certificate,
                    for: .clientAuthentication,
                    at: now
                )
            }
        }
        let push = try authority.issuePushCertificate(
            bundleIdentifier: Workshop.bundle,
            kind: .voip,
            at: now,
            exactly: past
        ).certificate
        #expect(push.notAfter == past.upperBound)
        for validity in [Int64.min...0, 0...Int64.max, Int64.min...Int64.max] {
            let error = #expect(throws: CredentialsError.self) {
                try authority.issueClient(commonName: "Odd", at: now, exactly: validity)
            }
            guard case .invalidValidity = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test("The serial number and the fingerprint are those that the tools show")
    func names() throws {
        let certificate = try Workshop.push(.voip).certificate
        #expect(certificate.serialNumber.count == 32)
        try Workshop.withFolder { folder in
            try folder.write(try certificate.pem(), to: "cert.pem")
            let shown = try folder.openssl(
                "x509", "-in", "cert.pem", "-noout", "-serial", "-fingerprint", "-sha256"
            ).output
            #expect(shown.contains("serial=\(certificate.serialNumber)\n"))
            let fingerprint = shown.split(separator: "=").last?.filter { $0.isHexDigit }
            #expect(fingerprint?.lowercased() == certificate.fingerprintHex)
        }
    }

    @Test("Few topics, many topics and very many: beyond the limits the error says which")
    func manyTopics() throws {
        func topics(_ count: Int) -> [CertificateTopic] {
            (0..<count).map { CertificateTopic(name: "com.example.app\($0)", kind: .app) }
        }
        let list = try certificate(topics(256)).topics
        #expect(list == topics(256))
        #expect(
            throws: CredentialsError.malformed(
                what: "the topic list of the certificate",
                detail: "it has more than 256 topics"
            )
        ) { try certificate(topics(257)) }
        let large = TopicCoding.writeList(topics(1_000)).count
        #expect(
            throws: CredentialsError.tooLarge(
                what: "the topic list of the certificate",
                byteCount: large,
                limit: 16_384
            )
        ) { try certificate(topics(1_000)) }
        let error = #expect(throws: CredentialsError.self) { try certificate(topics(10_000)) }
        guard case .tooLarge("the certificate", _, 65_536) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Reads the DER of a certificate with these topics, which the tool makes: our own issuing
    /// refuses the large ones.
    private func certificate(_ topics: [CertificateTopic]) throws -> Certificate {
        try Workshop.withFolder { folder in
            let value = TopicCoding.writeList(topics).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            try folder.write(
                "[req]\ndistinguished_name=dn\nx509_extensions=ext\n[dn]\n[ext]\n"
                    + "1.2.840.113635.100.6.3.6=DER:\(value.joined(separator: ":"))\n",
                to: "made.cnf"
            )
            try folder.write(try PrivateKey.generate(.p256).pem(), to: "key.pem")
            let made = try folder.openssl(
                "req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=Many", "-config",
                "made.cnf", "-outform", "DER", "-out", "cert.der", "-days", "3")
            try #require(made.code == 0, "\(made.output)")
            return try Certificate(der: folder.bytes("cert.der"))
        }
    }
}
