// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// An extension whose value is DER already.
struct EncodedExtension {
    var oid: String
    var value: [UInt8]
    var isCritical = false
}

/// A certificate before it is signed.
struct CertificateDraft {
    var subject: DistinguishedName
    /// Seconds since 1970.
    var validity: ClosedRange<Int64> = 0...0
    /// OpenSSL's numbers of extensions and their values in the form of its configuration files.
    ///
    /// Only words of our own come here, never a caller's: the form gives commas and colons a
    /// meaning.
    var standardExtensions: [(Int32, String)] = []
    var encodedExtensions: [EncodedExtension] = []

    init(subject: DistinguishedName) { self.subject = subject }

    /// Signs the certificate for `key`.
    ///
    /// Without an issuer it signs itself.
    func signed(
        for key: PrivateKey,
        by issuer: Identity?
    ) throws(CredentialsError) -> Certificate {
        ERR_clear_error()
        guard let pointer = X509_new() else { throw libraryFailure("make a certificate") }
        let handle = CertificateHandle(owning: pointer)
        try setFields(of: pointer, key: key, issuer: issuer)
        let issuerPointer = issuer?.certificate.handle.pointer ?? pointer
        for (number, value) in standardExtensions {
            let made = COpenSSL_extension(issuerPointer, pointer, number, value)
            try add(made, to: pointer)
        }
        for encoded in encodedExtensions { try add(encoded, to: pointer) }
        let signer = issuer?.key ?? key
        guard X509_sign(pointer, signer.handle.pointer, EVP_sha256()) > 0 else {
            throw libraryFailure("sign a certificate")
        }
        return try Certificate(adopting: handle)
    }

    private func setFields(
        of pointer: OpaquePointer,
        key: PrivateKey,
        issuer: Identity?
    ) throws(CredentialsError) {
        let subjectName = X509_get_subject_name(pointer)
        try subject.write(to: subjectName)
        let issuerName =
            issuer.map { X509_get_subject_name($0.certificate.handle.pointer) } ?? subjectName
        guard X509_set_version(pointer, 2) == 1,  // 2 means version 3
            X509_set_issuer_name(pointer, issuerName) == 1,
            X509_set_pubkey(pointer, key.handle.pointer) == 1,
            ASN1_TIME_set(X509_getm_notBefore(pointer), Int(validity.lowerBound)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(pointer), Int(validity.upperBound)) != nil
        else { throw libraryFailure("fill in a certificate") }
        try setSerial(of: pointer)
    }

    /// RFC 5280 §4.1.2.2: positive, and unique by chance; the second-highest bit keeps it at 16
    /// bytes.
    private func setSerial(of pointer: OpaquePointer) throws(CredentialsError) {
        var serial = randomBytes(count: 16)
        serial[0] = serial[0] & 0x7F | 0x40
        let number = BN_bin2bn(serial, Int32(serial.count), nil)
        defer { BN_free(number) }
        guard BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil else {
            throw libraryFailure("number a certificate")
        }
    }

    private func add(_ encoded: EncodedExtension, to pointer: OpaquePointer)
        throws(CredentialsError)
    {
        let object = OBJ_txt2obj(encoded.oid, 1)
        let value = ASN1_OCTET_STRING_new()
        defer {
            ASN1_OBJECT_free(object)
            ASN1_OCTET_STRING_free(value)
        }
        guard ASN1_OCTET_STRING_set(value, encoded.value, Int32(encoded.value.count)) == 1 else {
            throw libraryFailure("write an extension")
        }
        let made = X509_EXTENSION_create_by_OBJ(nil, object, encoded.isCritical ? 1 : 0, value)
        try add(made, to: pointer)
    }

    /// Adds and frees the extension; OpenSSL keeps a copy.
    private func add(
        _ made: OpaquePointer?,
        to pointer: OpaquePointer
    ) throws(CredentialsError) {
        defer { X509_EXTENSION_free(made) }
        guard made != nil, X509_add_ext(pointer, made, -1) == 1 else {
            throw libraryFailure("add an extension to a certificate")
        }
    }
}

/// The names of a server (RFC 5280 §4.2.1.6).
enum SubjectAlternativeName {
    static let hostCountMax = 100

    static func encoded(_ hosts: [String]) throws(CredentialsError) -> EncodedExtension {
        guard hosts.count <= hostCountMax else {
            throw .invalidField(name: "list of hosts", rule: "at most \(hostCountMax) long")
        }
        var names: [[UInt8]] = []
        for host in hosts {
            if let address = addressBytes(host) {
                names.append(DERWriter.element(DERTag.context(7), address))
            } else {
                guard isName(host) else { throw .invalidHost(host) }
                names.append(DERWriter.element(DERTag.context(2), Array(host.utf8)))
            }
        }
        return EncodedExtension(oid: "2.5.29.17", value: DERWriter.sequence(names))
    }

    /// The 4 or 16 bytes of an IP address, or nil if it is none.
    private static func addressBytes(_ host: String) -> [UInt8]? {
        guard !host.utf8.contains(0), let parsed = a2i_IPADDRESS(host) else {
            ERR_clear_error()
            return nil
        }
        defer { ASN1_OCTET_STRING_free(parsed) }
        return Array(
            UnsafeBufferPointer(
                start: ASN1_STRING_get0_data(parsed),
                count: Int(ASN1_STRING_length(parsed))
            )
        )
    }

    private static func isName(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }
}
