// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

@Suite("Issuing")
struct IssuingTests {
    let now = Workshop.now

    @Test("A VoIP certificate has the subject and the topics of Apple's")
    func voip() throws {
        let certificate = try Workshop.push(.voip).certificate
        #expect(certificate.subject.userID == "com.example.hotline.voip")
        #expect(certificate.subject.commonName == "VoIP Services: com.example.hotline")
        #expect(certificate.subject.organizationalUnit == "OPENCALLKT")
        #expect(certificate.subject.country == "US")
        #expect(certificate.bundleIdentifier == "com.example.hotline")
        #expect(certificate.environments == [.development, .production])
        let topic = CertificateTopic(name: "com.example.hotline.voip", kind: .voip)
        #expect(certificate.topics == [topic])
    }

    @Test("A universal certificate lists the app, its VoIP and its complication topic")
    func universal() throws {
        let certificate = try Workshop.push(.universal).certificate
        #expect(certificate.subject.userID == "com.example.hotline")
        #expect(certificate.subject.commonName == "Apple Push Services: com.example.hotline")
        #expect(certificate.environments == [.development, .production])
        #expect(
            certificate.topics == [
                CertificateTopic(name: "com.example.hotline", kind: .app),
                CertificateTopic(name: "com.example.hotline.voip", kind: .voip),
                CertificateTopic(name: "com.example.hotline.complication", kind: .complication),
            ]
        )
    }

    @Test("The older kinds are for one environment, and their topic is the subject's user id")
    func older() throws {
        let app = CertificateTopic(name: "com.example.hotline", kind: .app)
        let development = try Workshop.push(.development).certificate
        #expect(development.environments == .development)
        #expect(development.topics == [app])
        let production = try Workshop.push(.production).certificate
        #expect(production.environments == .production)
        #expect(production.topics == [app])
    }

    @Test("Each kind passes the check of a client", arguments: PushCertificateKind.allCases)
    func clientCheck(kind: PushCertificateKind) throws {
        let authority = try Workshop.authority.get()
        let identity = try Workshop.push(kind)
        #expect(identity.key.description == "private key (RSA-2048)")
        #expect(identity.certificate.isIssued(by: authority.certificate))
        try identity.certificate.check(
            issuedBy: authority.certificate,
            for: .clientAuthentication,
            at: now
        )
        #expect(throws: CredentialsError.self, "it is no server's") {
            try identity.certificate.check(
                issuedBy: authority.certificate,
                for: .serverAuthentication,
                at: now
            )
        }
    }

    @Test("A server's certificate passes the check of a server and has no topic")
    func server() throws {
        let authority = try Workshop.authority.get()
        let certificate = try authority.issueServer(at: now).certificate
        try certificate.check(
            issuedBy: authority.certificate,
            for: .serverAuthentication,
            at: now
        )
        #expect(certificate.topics.isEmpty)
        #expect(certificate.environments == [])
        #expect(throws: CredentialsError.self, "it is no client's") {
            try certificate.check(
                issuedBy: authority.certificate,
                for: .clientAuthentication,
                at: now
            )
        }
    }

    @Test("An authority survives its PEM, and issues on")
    func persistence() throws {
        let authority = try Workshop.authority.get()
        let again = try CertificateAuthority(identity: Identity(pem: authority.identity.pem()))
        #expect(again.certificate == authority.certificate)
        let server = try again.issueServer(hosts: ["gateway.example"], at: now)
        #expect(server.certificate.isIssued(by: authority.certificate))
    }

    @Test("Each certificate has its own serial, and so its own fingerprint")
    func serials() throws {
        let authority = try Workshop.authority.get()
        let prints = try (0..<8).map { _ in
            try authority.issueServer(at: now).certificate.fingerprint
        }
        #expect(Set(prints).count == prints.count)
        #expect(prints.allSatisfy { $0.count == 32 })
    }

    @Test("Validity starts an hour early and never outlives the authority")
    func validity() throws {
        let authority = try CertificateAuthority.create(commonName: "Short", at: now, days: 30)
        #expect(authority.certificate.notBefore == now - 3_600)
        #expect(authority.certificate.notAfter == now + 30 * 86_400)
        let long = try authority.issueServer(at: now, days: 300).certificate
        #expect(long.notAfter == authority.certificate.notAfter)
        let short = try authority.issueServer(at: now, days: 7).certificate
        #expect(short.notAfter == now + 7 * 86_400)
        #expect(throws: CredentialsError.invalidValidity(notBefore: now + 40 * 86_400, days: 1)) {
            try authority.issueServer(at: now + 40 * 86_400, days: 1)
        }
    }

    @Test("Times beyond 2050 are written in their longer form and read back")
    func farFuture() throws {
        let late: Int64 = 4_000_000_000
        let authority = try CertificateAuthority.create(commonName: "Late", at: late)
        #expect(authority.certificate.notBefore == late - 3_600)
    }

    @Test("A time that no certificate can hold is refused", arguments: [-1, 0, Int64.max])
    func impossibleTime(time: Int64) {
        #expect(throws: CredentialsError.invalidValidity(notBefore: time, days: 1)) {
            try CertificateAuthority.create(commonName: "Never", at: time, days: 1)
        }
    }

    @Test(
        "What is no bundle identifier is refused before a key is made",
        arguments: [
            "", "com..example", ".com", "com.example,DNS:evil", "com.example/UID=x", "com.exämple",
            "com.example\0", String(repeating: "a", count: 156),
        ]
    )
    func bundleIdentifiers(identifier: String) throws {
        let authority = try Workshop.authority.get()
        #expect(throws: CredentialsError.invalidBundleIdentifier(identifier)) {
            try authority.issuePushCertificate(bundleIdentifier: identifier, kind: .voip, at: now)
        }
    }

    @Test("The longest bundle identifier is whole in the user id and cut in the common name")
    func longBundleIdentifier() throws {
        let identifier = "com." + String(repeating: "a", count: 151)
        let certificate = try Workshop.authority.get().issuePushCertificate(
            bundleIdentifier: identifier,
            kind: .universal,
            at: now
        ).certificate
        #expect(certificate.subject.userID == identifier)
        #expect(certificate.subject.commonName?.count == 64)
        // The list is longer than 127 bytes, so its length takes more than one.
        #expect(
            certificate.topics.map(\.name) == [
                identifier, identifier + ".voip", identifier + ".complication",
            ]
        )
    }

    @Test(
        "What is no host is refused",
        arguments: ["", "a b", "-a.example", "a..b", "a,IP:1.2.3.4", "*.example", "::g", "a\0b"]
    )
    func hosts(host: String) throws {
        let authority = try Workshop.authority.get()
        #expect(throws: CredentialsError.invalidHost(host)) {
            try authority.issueServer(hosts: ["localhost", host], at: now)
        }
    }

    @Test("Other fields that cannot stand in a subject are refused by name")
    func fields() throws {
        let authority = try Workshop.authority.get()
        #expect(
            throws: CredentialsError.invalidField(
                name: "team",
                rule: "1 to 64 letters and digits, as in ABCDE12345"
            )
        ) {
            try authority.issuePushCertificate(
                bundleIdentifier: Workshop.bundle,
                kind: .voip,
                team: "A B",
                at: now
            )
        }
        #expect(
            throws: CredentialsError.invalidField(
                name: "common name",
                rule: "1 to 64 characters long"
            )
        ) { try CertificateAuthority.create(commonName: "", at: now) }
    }

    @Test("A certificate that is no authority's cannot issue")
    func noAuthority() throws {
        let identity = try Workshop.push(.voip)
        let subject = identity.certificate.subject.description
        #expect(throws: CredentialsError.notAnAuthority(subject: subject)) {
            try CertificateAuthority(identity: identity)
        }
    }

    @Test("A key of another certificate is refused")
    func mismatch() throws {
        let certificate = try Workshop.push(.voip).certificate
        let key = try Workshop.push(.universal).key
        #expect(
            throws: CredentialsError.keyDoesNotMatch(subject: certificate.subject.description)
        ) { try Identity(certificate: certificate, key: key) }
    }
}
