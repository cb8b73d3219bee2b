// SPDX-License-Identifier: Apache-2.0
import COpenSSL
@testable import OCKCredentials
import Testing

/// Files that neither our writer nor the tool makes, by OpenSSL's own functions.
@Suite("What PKCS#12 files may hold")
struct PKCS12ContentsTests {
    private static let tripleDES = Int32(NID_pbe_WithSHA1And3_Key_TripleDES_CBC)

    /// A file of these identities in this order, the keys in a safe of their own.
    private func file(
        keys: [PrivateKey],
        certificates: [Certificate],
        password: String? = "secret"
    ) throws -> [UInt8] {
        var keyBags: OpaquePointer?
        var certificateBags: OpaquePointer?
        var safes: OpaquePointer?
        defer {
            for bags in [keyBags, certificateBags] {
                OPENSSL_sk_pop_free(bags) { PKCS12_SAFEBAG_free(OpaquePointer($0)) }
            }
            OPENSSL_sk_pop_free(safes) { PKCS7_free($0?.assumingMemoryBound(to: PKCS7.self)) }
        }
        for key in keys {
            let added = PKCS12_add_key(
                &keyBags, key.handle.pointer, 0, 2_048, Self.tripleDES, password)
            try #require(added != nil)
        }
        for certificate in certificates {
            try #require(PKCS12_add_cert(&certificateBags, certificate.handle.pointer) != nil)
        }
        if !certificates.isEmpty {
            let added = PKCS12_add_safe(&safes, certificateBags, Self.tripleDES, 2_048, password)
            try #require(added == 1)
        }
        if !keys.isEmpty { try #require(PKCS12_add_safe(&safes, keyBags, -1, 0, nil) == 1) }
        if keys.isEmpty, certificates.isEmpty {
            certificateBags = OPENSSL_sk_new_null()
            try #require(PKCS12_add_safe(&safes, certificateBags, -1, 0, nil) == 1)
        }
        let made = try #require(PKCS12_add_safes(safes, 0))
        defer { PKCS12_free(made) }
        let count = Int32(password?.utf8.count ?? 0)
        try #require(PKCS12_set_mac(made, password, count, nil, 0, 2_048, EVP_sha1()) == 1)
        let buffer = try MemoryBuffer()
        try #require(i2d_PKCS12_bio(buffer.pointer, made) == 1)
        return buffer.bytes
    }

    private func parsed(_ bytes: [UInt8]) throws -> OpaquePointer {
        let pointer = bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
            var position = buffer.baseAddress
            return d2i_PKCS12(nil, &position, buffer.count)
        }
        return try #require(pointer)
    }

    @Test("No password and an empty one are two things, and both open without a password")
    func noPassword() throws {
        let identity = try Workshop.push(.voip)
        var files: [[UInt8]] = []
        for password in [nil, ""] {
            let bytes = try file(
                keys: [identity.key],
                certificates: [identity.certificate],
                password: password
            )
            files.append(bytes)
            let read = try PKCS12(decoding: bytes, password: "")
            #expect(read.identity.certificate == identity.certificate)
            #expect(read.identity.key.isSame(as: identity.key))
            #expect(throws: CredentialsError.wrongPassword) {
                try PKCS12(decoding: bytes, password: "secret")
            }
        }
        for (bytes, isEmpty) in zip(files, [false, true]) {
            let opened = try parsed(bytes)
            defer { PKCS12_free(opened) }
            #expect((PKCS12_verify_mac(opened, nil, 0) == 1) != isEmpty)
            #expect((PKCS12_verify_mac(opened, "", 0) == 1) == isEmpty)
        }
    }

    @Test("Of two identities the first key counts, with its own certificate")
    func severalIdentities() throws {
        let voip = try Workshop.push(.voip)
        let universal = try Workshop.push(.universal)
        for (first, second) in [(voip, universal), (universal, voip)] {
            // The certificates stand in one order all along.
            let bytes = try file(
                keys: [first.key, second.key],
                certificates: [voip.certificate, universal.certificate]
            )
            let read = try PKCS12(decoding: bytes, password: "secret")
            #expect(read.identity.certificate == first.certificate)
            #expect(read.identity.key.isSame(as: first.key))
            #expect(read.additionalCertificates == [second.certificate])
        }
    }

    @Test("A private key of another certificate does not pass for the leaf's")
    func mismatch() throws {
        let bytes = try file(
            keys: [Workshop.push(.voip).key],
            certificates: [Workshop.push(.universal).certificate]
        )
        #expect(throws: CredentialsError.privateKeyWithoutCertificate) {
            try PKCS12(decoding: bytes, password: "secret")
        }
    }

    @Test("A file with neither key nor certificate says so")
    func empty() throws {
        let bytes = try file(keys: [], certificates: [])
        #expect(
            throws: CredentialsError.malformed(
                what: "the .p12",
                detail: "it has neither certificate nor key"
            )
        ) { try PKCS12(decoding: bytes, password: "secret") }
    }

    @Test("A friendly name is no topic")
    func friendlyName() throws {
        let identity = try Workshop.authority.get().issueClient(
            commonName: "A browser",
            at: Workshop.now
        )
        let bytes = try PKCS12(identity: identity).encoded(
            password: "secret",
            friendlyName: "com.example.hotline.voip"
        )
        #expect(try PKCS12(decoding: bytes, password: "secret").identity.certificate.topics == [])
    }

    @Test("A mere certificate and PEM are named as such")
    func otherForms() throws {
        let certificate = try Workshop.push(.voip).certificate
        let subject = certificate.subject.description
        #expect(throws: CredentialsError.certificateWithoutPrivateKey(subject: subject)) {
            try PKCS12(decoding: certificate.der, password: "secret")
        }
        #expect(
            throws: CredentialsError.malformed(
                what: "the .p12",
                detail: "it is PEM text, not PKCS#12"
            )
        ) { try PKCS12(decoding: Array(certificate.pem().utf8), password: "secret") }
    }

    @Test("Reading the old algorithms does not bring them into the process's own context")
    func context() throws {
        let identity = try Workshop.push(.voip)
        let bytes = try Workshop.withFolder { folder in
            try folder.write(try identity.pem(), to: "pair.pem")
            let made = try folder.openssl(
                "pkcs12", "-export", "-legacy", "-certpbe", "PBE-SHA1-RC2-40", "-macalg", "sha1",
                "-in", "pair.pem", "-out", "their.p12", "-passout", "pass:secret")
            try #require(made.code == 0, "\(made.output)")
            return try folder.bytes("their.p12")
        }
        #expect(
            try PKCS12(decoding: bytes, password: "secret").identity.certificate
                == identity.certificate
        )
        #expect(EVP_CIPHER_fetch(nil, "RC2-40-CBC", nil) == nil)
        #expect(OSSL_PROVIDER_available(nil, "legacy") == 0)
        let modern = EVP_CIPHER_fetch(nil, "AES-256-CBC", nil)
        #expect(modern != nil, "the implicit default is still there")
        EVP_CIPHER_free(modern)
        ERR_clear_error()
    }

    @Test("A MAC that asks for too many repetitions is refused before it is computed")
    func repetitions() throws {
        let identity = try Workshop.push(.voip)
        let bytes = try file(keys: [identity.key], certificates: [identity.certificate])
        // 2,048 as INTEGER stands at the very end, after the salt.
        #expect(Array(bytes.suffix(4)) == [0x02, 0x02, 0x08, 0x00])
        let pointer = try parsed(bytes)
        defer { PKCS12_free(pointer) }
        var iterations: UnsafePointer<ASN1_INTEGER>?
        PKCS12_get0_mac(nil, nil, nil, &iterations, pointer)
        let count = UnsafeMutablePointer(mutating: try #require(iterations))
        for value in [10_000_001, Int64.max, 0, -1] {
            try #require(ASN1_INTEGER_set_int64(count, value) == 1)
            let buffer = try MemoryBuffer()
            try #require(i2d_PKCS12_bio(buffer.pointer, pointer) == 1)
            let error = #expect(throws: CredentialsError.self) {
                try PKCS12(decoding: buffer.bytes, password: "secret")
            }
            guard case .malformed("the .p12", let detail) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(detail.contains("repetitions"), "\(detail)")
        }
    }
}
