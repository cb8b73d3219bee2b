// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

@Suite("Certificates")
struct CertificateTests {
    let now = Workshop.now

    @Test("A certificate survives DER and PEM")
    func roundTrip() throws {
        let certificate = try Workshop.push(.universal).certificate
        #expect(try Certificate(der: certificate.der) == certificate)
        let again = try Certificate(pem: certificate.pem())
        #expect(again == certificate)
        #expect(again.topics == certificate.topics)
        #expect(again.fingerprint == sha256(certificate.der))
    }

    @Test("An identity is read from a text with the key before or after the certificate")
    func identityOrder() throws {
        let identity = try Workshop.push(.voip)
        for text in try [
            identity.certificate.pem() + identity.key.pem(),
            identity.key.pem() + identity.certificate.pem(),
        ] {
            #expect(try Identity(pem: text).certificate == identity.certificate)
        }
    }

    @Test("Outside its time a certificate is expired or not yet valid")
    func time() throws {
        let authority = try Workshop.authority.get().certificate
        let certificate = try Workshop.push(.voip).certificate
        let subject = certificate.subject.description
        let after = certificate.notAfter + 1
        let before = certificate.notBefore - 1
        #expect(certificate.isValid(at: certificate.notAfter))
        #expect(!certificate.isValid(at: after))
        #expect(!certificate.isValid(at: before))
        #expect(
            throws: CredentialsError.expired(subject: subject, notAfter: certificate.notAfter)
        ) { try certificate.check(issuedBy: authority, for: .clientAuthentication, at: after) }
        let young = try Workshop.authority.get().issueServer(at: now + 86_400).certificate
        #expect(
            throws: CredentialsError.notYetValid(
                subject: young.subject.description,
                notBefore: young.notBefore
            )
        ) { try young.check(issuedBy: authority, for: .serverAuthentication, at: now) }
    }

    @Test("An authority's own end is told as the authority's")
    func authorityExpired() throws {
        let authority = try CertificateAuthority.create(commonName: "Brief", at: now, days: 1)
        let certificate = try authority.issueServer(at: now, days: 1).certificate
        let late = now + 2 * 86_400
        let error = #expect(throws: CredentialsError.self) {
            try certificate.check(
                issuedBy: authority.certificate,
                for: .serverAuthentication,
                at: late
            )
        }
        guard case .expired = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Another authority of the same name does not pass for the issuer")
    func impostor() throws {
        let impostor = try CertificateAuthority.create(commonName: "Test Authority", at: now)
        let certificate = try Workshop.push(.voip).certificate
        #expect(!certificate.isIssued(by: impostor.certificate))
        #expect(
            throws: CredentialsError.notIssued(
                subject: certificate.subject.description,
                by: "\"Test Authority\""
            )
        ) {
            try certificate.check(
                issuedBy: impostor.certificate,
                for: .clientAuthentication,
                at: now
            )
        }
    }

    @Test("A certificate with a changed byte is damaged or no longer the authority's")
    func changedBytes() throws {
        let authority = try Workshop.authority.get().certificate
        let der = try Workshop.push(.universal).certificate.der
        for index in stride(from: 0, to: der.count, by: 3) {
            var changed = der
            changed[index] ^= 0x15
            #expect(throws: CredentialsError.self, "byte \(index)") {
                try Certificate(der: changed).check(
                    issuedBy: authority,
                    for: .clientAuthentication,
                    at: now
                )
            }
        }
    }

    @Test("A certificate that is cut short, or followed by more, is refused")
    func lengths() throws {
        let der = try Workshop.push(.voip).certificate.der
        for count in stride(from: 0, to: der.count, by: 7) {
            #expect(throws: CredentialsError.self, "\(count) bytes") {
                try Certificate(der: Array(der.prefix(count)))
            }
        }
        #expect(
            throws: CredentialsError.malformed(
                what: "the certificate",
                detail: "bytes follow its end"
            )
        ) { try Certificate(der: der + [0]) }
    }

    @Test("Bytes beyond the limit are not parsed")
    func tooLong() {
        #expect(
            throws: CredentialsError.tooLarge(
                what: "the certificate",
                byteCount: 65_537,
                limit: 65_536
            )
        ) { try Certificate(der: [UInt8](repeating: 0x30, count: 65_537)) }
    }

    @Test(
        "What is no certificate is refused",
        arguments: [
            "", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            "-----BEGIN CERTIFICATE-----\n",
        ]
    )
    func garbage(text: String) {
        let error = #expect(throws: CredentialsError.self) { try Certificate(pem: text) }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Errors say the cause and the next step")
    func words() {
        #expect(
            CredentialsError.expired(subject: "\"A\"", notAfter: 1_709_164_800).description
                == "the certificate of \"A\" expired on 2024-02-29; issue a new one"
        )
        #expect(
            CredentialsError.wrongPassword.description.contains("give the password of the export")
        )
        #expect(
            CredentialsError.certificateWithoutPrivateKey(subject: "\"A\"").description
                .contains("exported without expanding the private key")
        )
    }
}
