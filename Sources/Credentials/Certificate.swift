// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// An X.509 certificate, parsed once; what the push service needs of it are plain values.
///
/// Parsing proves nothing about trust: ``check(issuedBy:for:at:)`` does.
package struct Certificate: Sendable {
    /// The longest certificate that is read, in DER or in PEM.
    ///
    /// Apple's have 2 KiB. Below it, the extension with the topics has a limit of 16 KiB and of 256
    /// topics.
    package static let byteCountMax = 64 << 10

    /// The exact bytes.
    package let der: [UInt8]
    package let subject: DistinguishedName
    package let issuer: DistinguishedName
    /// The serial number in capital hexadecimal digits, as `openssl x509 -serial` shows it.
    package let serialNumber: String
    /// The first second of validity, since 1970.
    package let notBefore: Int64
    /// The last second of validity, since 1970.
    package let notAfter: Int64
    /// The topics, in the certificate's order: extension .6, else .4, else the subject's user id.
    package let topics: [CertificateTopic]
    /// The environments whose markers are present.
    ///
    /// Empty for a certificate that is not for pushes.
    package let environments: PushEnvironments
    /// The bundle identifier that VoIP certificates carry in extension .3.
    package let bundleIdentifier: String?

    let handle: CertificateHandle

    /// Reads one certificate, which must be all of the bytes.
    package init(der: [UInt8]) throws(CredentialsError) {
        guard der.count <= Self.byteCountMax else {
            throw .tooLarge(
                what: "the certificate",
                byteCount: der.count,
                limit: Self.byteCountMax
            )
        }
        ERR_clear_error()
        let (pointer, consumed) = der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            let pointer = d2i_X509(nil, &position, bytes.count)
            return (pointer, position.map { $0 - (bytes.baseAddress ?? $0) } ?? 0)
        }
        guard let pointer else {
            throw .malformed(what: "the certificate", detail: takeFailure().text)
        }
        let handle = CertificateHandle(owning: pointer)
        guard consumed == der.count else {
            throw .malformed(what: "the certificate", detail: "bytes follow its end")
        }
        try self.init(handle, der: der)
    }

    /// Reads the first certificate in the text.
    ///
    /// Other blocks, such as a key, are passed over.
    package init(pem: String) throws(CredentialsError) {
        let bytes = Array(pem.utf8)
        guard bytes.count <= Self.byteCountMax else {
            throw .tooLarge(
                what: "the certificate",
                byteCount: bytes.count,
                limit: Self.byteCountMax
            )
        }
        ERR_clear_error()
        let buffer = try MemoryBuffer(bytes)
        let pointer = PEM_read_bio_X509(buffer.pointer, nil, { _, _, _, _ in -1 }, nil)
        guard let pointer else {
            throw .malformed(what: "the certificate", detail: takeFailure().text)
        }
        try self.init(adopting: CertificateHandle(owning: pointer))
    }

    /// Wraps a certificate that OpenSSL made or parsed.
    init(adopting handle: CertificateHandle) throws(CredentialsError) {
        let buffer = try MemoryBuffer()
        guard i2d_X509_bio(buffer.pointer, handle.pointer) == 1 else {
            throw libraryFailure("write a certificate")
        }
        try self.init(handle, der: buffer.bytes)
    }

    private init(_ handle: CertificateHandle, der: [UInt8]) throws(CredentialsError) {
        self.handle = handle
        self.der = der
        // A purpose of -1 asks nothing but makes OpenSSL parse and judge the standard extensions.
        X509_check_purpose(handle.pointer, -1, 0)
        guard X509_get_extension_flags(handle.pointer) & UInt32(EXFLAG_INVALID) == 0 else {
            throw .malformed(what: "the certificate", detail: "an extension is not valid")
        }
        subject = try DistinguishedName(reading: X509_get_subject_name(handle.pointer))
        issuer = try DistinguishedName(reading: X509_get_issuer_name(handle.pointer))
        serialNumber = SerialNumber.text(X509_get0_serialNumber(handle.pointer))
        notBefore = try seconds(X509_get0_notBefore(handle.pointer), of: "the certificate")
        notAfter = try seconds(X509_get0_notAfter(handle.pointer), of: "the certificate")

        var values: [AppleExtension: [UInt8]] = [:]
        for name in AppleExtension.allCases { values[name] = try handle.value(of: name) }
        var environments: PushEnvironments = []
        if values[.development] != nil { environments.insert(.development) }
        if values[.production] != nil { environments.insert(.production) }
        self.environments = environments
        bundleIdentifier = try values[.bundleIdentifier].map(Self.text)
        if let list = values[.topicList] {
            topics = try TopicCoding.readList(list)
        } else if let voip = values[.voipTopics] {
            topics = try TopicCoding.readVoIPTopics(voip)
        } else {
            topics = try TopicCoding.readSubject(subject.userID)
        }
        ERR_clear_error()
    }

    /// The certificate as PEM.
    package func pem() throws(CredentialsError) -> String {
        let buffer = try MemoryBuffer()
        guard PEM_write_bio_X509(buffer.pointer, handle.pointer) == 1 else {
            throw libraryFailure("write a certificate")
        }
        return buffer.text
    }

    /// The SHA-256 digest of the DER bytes, which names the certificate in logs and stores.
    package var fingerprint: [UInt8] { sha256(der) }

    /// The fingerprint in 64 small hexadecimal digits, as `sha256sum` shows it of the DER file.
    package var fingerprintHex: String { hexadecimal(fingerprint) }

    /// Whether the time is within the certificate's validity.
    ///
    /// Seconds since 1970.
    package func isValid(at now: Int64) -> Bool {
        (notBefore...max(notBefore, notAfter)).contains(now)
    }

    /// Whether the private key is the one of this certificate.
    package func belongs(to key: PrivateKey) -> Bool {
        let matches = X509_check_private_key(handle.pointer, key.handle.pointer) == 1
        ERR_clear_error()
        return matches
    }

    private static func text(_ value: [UInt8]) throws(CredentialsError) -> String {
        var reader = DERReader(value[...], of: "the bundle identifier of the certificate")
        return try reader.nextText()
    }
}

extension Certificate: Hashable {
    package static func == (left: Certificate, right: Certificate) -> Bool { left.der == right.der }

    package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension CertificateHandle {
    /// The content of one of Apple's extensions, or nil if it is absent.
    ///
    /// Twice is an error.
    fileprivate func value(of name: AppleExtension) throws(CredentialsError) -> [UInt8]? {
        let object = OBJ_txt2obj(name.rawValue, 1)
        defer { ASN1_OBJECT_free(object) }
        let index = X509_get_ext_by_OBJ(pointer, object, -1)
        guard index >= 0 else { return nil }
        guard X509_get_ext_by_OBJ(pointer, object, index) < 0 else {
            throw .malformed(
                what: "the certificate",
                detail: "extension \(name.rawValue) is there twice"
            )
        }
        let data = X509_EXTENSION_get_data(X509_get_ext(pointer, index))
        let count = Int(ASN1_STRING_length(data))
        guard count <= TopicCoding.extensionByteCountMax else {
            throw .tooLarge(
                what: name.what,
                byteCount: count,
                limit: TopicCoding.extensionByteCountMax
            )
        }
        return Array(UnsafeBufferPointer(start: ASN1_STRING_get0_data(data), count: count))
    }
}
