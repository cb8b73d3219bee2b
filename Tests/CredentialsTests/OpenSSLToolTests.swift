// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import Testing

/// The `openssl` tool as an outside judge of what is issued.
@Suite("Judged by the openssl tool")
struct OpenSSLToolTests {
    @Test("It shows the fields and extensions of a VoIP certificate")
    func text() throws {
        try Workshop.withFolder { folder in
            try folder.write(try Workshop.push(.voip).certificate.pem(), to: "voip.pem")
            let (code, output) = try folder.openssl(
                "x509",
                "-in",
                "voip.pem",
                "-noout",
                "-text",
                "-nameopt",
                "RFC2253"
            )
            #expect(code == 0)
            for words in [
                "Version: 3", "Public-Key: (2048 bit)", "TLS Web Client Authentication",
                "CA:FALSE", "Digital Signature", "1.2.840.113635.100.6.3.1:",
                "1.2.840.113635.100.6.3.2:", "1.2.840.113635.100.6.3.3:",
                "1.2.840.113635.100.6.3.4:",
                "C=US,O=OpenCallKit,OU=OPENCALLKT,CN=VoIP Services: com.example.hotline,"
                    + "UID=com.example.hotline.voip",
            ] { #expect(output.contains(words), "\(words)") }
        }
    }

    @Test(
        "It verifies each kind of push certificate as a client's",
        arguments: PushCertificateKind.allCases
    )
    func client(kind: PushCertificateKind) throws {
        try verify(try Workshop.push(kind).certificate, ["-purpose", "sslclient"])
    }

    @Test("It verifies a server by each of its names")
    func server() throws {
        let server = try Workshop.authority.get().issueServer(
            hosts: ["localhost", "127.0.0.1", "::1", "gateway.example"],
            at: Workshop.now
        )
        for name in [
            ["-verify_hostname", "localhost"], ["-verify_hostname", "gateway.example"],
            ["-verify_ip", "127.0.0.1"], ["-verify_ip", "::1"],
        ] {
            try verify(server.certificate, ["-purpose", "sslserver"] + name)
        }
        try verify(server.certificate, ["-verify_hostname", "other.example"], succeeds: false)
    }

    @Test("It finds the lengths and tags of the universal topic list right")
    func topicList() throws {
        try Workshop.withFolder { folder in
            try folder.write(try Workshop.push(.universal).certificate.der, to: "universal.der")
            let (code, output) = try folder.openssl(
                "asn1parse",
                "-inform",
                "DER",
                "-in",
                "universal.der"
            )
            #expect(code == 0)
            #expect(output.contains("1.2.840.113635.100.6.3.6"))
        }
    }

    /// With `-x509_strict`, which also asks for what RFC 5280 only wants of an issuer.
    private func verify(
        _ certificate: Certificate,
        _ options: [String],
        succeeds: Bool = true
    ) throws {
        try Workshop.withFolder { folder in
            try folder.write(try Workshop.authority.get().certificate.pem(), to: "ca.pem")
            try folder.write(try certificate.pem(), to: "cert.pem")
            let (code, output) = try folder.openssl(
                ["verify", "-x509_strict", "-CAfile", "ca.pem", "-attime", "\(Workshop.now)"]
                    + options + ["cert.pem"]
            )
            #expect((code == 0) == succeeds, "\(output)")
        }
    }
}
