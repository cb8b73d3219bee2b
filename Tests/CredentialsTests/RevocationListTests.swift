// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

@Suite("Revocation lists")
struct RevocationListTests {
    let now = Workshop.now

    @Test("A revoked certificate is refused, and another of the same authority is not")
    func check() throws {
        let authority = try Workshop.authority.get()
        let revoked = try Workshop.push(.voip).certificate
        let other = try Workshop.push(.universal).certificate
        let list = try authority.revocationList(
            revoked: [RevokedCertificate(serialNumber: revoked.serialNumber, date: now)],
            at: now
        )
        #expect(list.isIssued(by: authority.certificate))
        #expect(
            throws: CredentialsError.revoked(subject: revoked.subject.description)
        ) { try check(revoked, list) }
        try check(other, list)
        try check(other, authority.revocationList(revoked: [], at: now))
    }

    private func check(_ certificate: Certificate, _ list: RevocationList) throws {
        try certificate.check(
            issuedBy: Workshop.authority.get().certificate,
            for: .clientAuthentication,
            revocations: list,
            at: now
        )
    }

    @Test("A list survives DER and PEM, sorted, with the earlier of two dates")
    func roundTrip() throws {
        let authority = try Workshop.authority.get()
        let list = try authority.revocationList(
            revoked: [
                RevokedCertificate(serialNumber: "7fff00", date: now - 3),
                RevokedCertificate(serialNumber: "0A", date: now - 1),
                RevokedCertificate(serialNumber: "a", date: now - 2),
                RevokedCertificate(serialNumber: "00ff", date: 0),
            ],
            at: now
        )
        let expected = [
            RevokedCertificate(serialNumber: "0A", date: now - 2),
            RevokedCertificate(serialNumber: "FF", date: 0),
            RevokedCertificate(serialNumber: "7FFF00", date: now - 3),
        ]
        for read in try [list, RevocationList(der: list.der), RevocationList(pem: list.pem())] {
            #expect(read.revoked == expected)
            #expect(read.issuer == authority.certificate.subject)
            #expect(read.thisUpdate == now - 3_600)
            #expect(read.nextUpdate == authority.certificate.notAfter)
            #expect(read.der == list.der)
        }
    }

    @Test("The tool shows the list, and refuses the certificate as revoked")
    func tool() throws {
        let authority = try Workshop.authority.get()
        let revoked = try Workshop.push(.voip).certificate
        let list = try authority.revocationList(
            revoked: [RevokedCertificate(serialNumber: revoked.serialNumber, date: now)],
            at: now
        )
        try Workshop.withFolder { folder in
            try folder.write(authority.certificate.pem(), to: "ca.pem")
            try folder.write(list.pem(), to: "crl.pem")
            let shown = try folder.openssl(
                "crl", "-in", "crl.pem", "-noout", "-text", "-CAfile", "ca.pem")
            for words in [
                "verify OK", "Version 2", "X509v3 CRL Number", "X509v3 Authority Key Identifier",
                "Serial Number: \(revoked.serialNumber)",
            ] { #expect(shown.output.contains(words), "\(words) in \(shown.output)") }
            for (kind, code, words) in [
                (PushCertificateKind.voip, 2, "certificate revoked"), (.universal, 0, ": OK"),
            ] {
                try folder.write(Workshop.push(kind).certificate.pem(), to: "cert.pem")
                let verified = try folder.openssl(
                    "verify", "-x509_strict", "-crl_check", "-CRLfile", "crl.pem", "-CAfile",
                    "ca.pem", "-attime", "\(now)", "cert.pem")
                #expect(verified.code == code, "\(verified.output)")
                #expect(verified.output.contains(words), "\(verified.output)")
            }
        }
    }

    @Test("Another authority's list, or a changed one, is not the authority's")
    func impostor() throws {
        let authority = try Workshop.authority.get().certificate
        let impostor = try CertificateAuthority.create(commonName: "Test Authority", at: now)
        let list = try impostor.revocationList(revoked: [], at: now)
        #expect(!list.isIssued(by: authority))
        #expect(throws: CredentialsError.self) { try check(Workshop.push(.voip).certificate, list) }

        let der = try Workshop.authority.get().revocationList(
            revoked: [RevokedCertificate(serialNumber: "0A0B0C", date: now)],
            at: now
        ).der
        for index in der.indices {
            var changed = der
            changed[index] ^= 0x15
            guard let read = try? RevocationList(der: changed) else { continue }
            #expect(!read.isIssued(by: authority), "byte \(index)")
        }
        for count in der.indices {
            #expect(throws: CredentialsError.self, "\(count) bytes") {
                try RevocationList(der: Array(der.prefix(count)))
            }
        }
        #expect(
            throws: CredentialsError.malformed(
                what: "the revocation list",
                detail: "bytes follow its end"
            )
        ) { try RevocationList(der: der + [0]) }
    }

    @Test(
        "A serial number that is none is refused",
        arguments: ["", "0", "0000", "-1", "xyz", "0x12", "1 2", String(repeating: "F", count: 41)]
    )
    func serialNumbers(text: String) throws {
        let authority = try Workshop.authority.get()
        let error = #expect(throws: CredentialsError.self) {
            try authority.revocationList(
                revoked: [RevokedCertificate(serialNumber: text, date: now)],
                at: now
            )
        }
        guard case .invalidField("serial number", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Times outside the calendar or the authority's validity are refused")
    func times() throws {
        let authority = try Workshop.authority.get()
        for date in [-1, Int64.min, .max] {
            #expect(throws: CredentialsError.self, "\(date)") {
                try authority.revocationList(
                    revoked: [RevokedCertificate(serialNumber: "1", date: date)],
                    at: now
                )
            }
        }
        for time in [0, authority.certificate.notAfter + 1, .min, .max] {
            #expect(throws: CredentialsError.invalidValidity(notBefore: time, days: 1)) {
                try authority.revocationList(revoked: [], at: time)
            }
        }
    }

    @Test("The most certificates that can be listed fit into what is read, and no more are taken")
    func limits() throws {
        let authority = try Workshop.authority.get()
        var revoked = (0..<20_000).map { index in
            // 16 bytes, as this authority's numbers have.
            let digits = String(index, radix: 16, uppercase: true)
            return RevokedCertificate(
                serialNumber: "4" + String(repeating: "0", count: 31 - digits.count) + digits,
                date: now
            )
        }
        let list = try authority.revocationList(revoked: revoked, at: now)
        #expect(list.revoked.count == 20_000)
        #expect(try RevocationList(pem: list.pem()).revoked.last == revoked.last)
        revoked.append(RevokedCertificate(serialNumber: "1", date: now))
        #expect(
            throws: CredentialsError.invalidField(
                name: "list of revoked certificates",
                rule: "at most 20000 long"
            )
        ) { try authority.revocationList(revoked: revoked, at: now) }
        #expect(
            throws: CredentialsError.tooLarge(
                what: "the revocation list",
                byteCount: 1_048_577,
                limit: 1_048_576
            )
        ) { try RevocationList(der: [UInt8](repeating: 0, count: 1_048_577)) }
    }
}
