// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// The fields of a certificate's subject or issuer that push certificates use.
///
/// Where a name has a field more than once, the first counts.
package struct DistinguishedName: Sendable, Hashable, CustomStringConvertible {
    /// OID 0.9.2342.19200300.100.1.1.
    ///
    /// In a push certificate it is a topic.
    package var userID: String?
    package var commonName: String?
    /// In a push certificate, the team identifier.
    package var organizationalUnit: String?
    package var organization: String?
    package var country: String?

    package init(
        userID: String? = nil,
        commonName: String? = nil,
        organizationalUnit: String? = nil,
        organization: String? = nil,
        country: String? = nil
    ) {
        self.userID = userID
        self.commonName = commonName
        self.organizationalUnit = organizationalUnit
        self.organization = organization
        self.country = country
    }

    /// The common name, else the user id, in quotation marks: for messages, never for decisions.
    package var description: String {
        let name = commonName ?? userID ?? organization ?? "no name"
        let printable = name.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "?" : String(scalar)
        }
        return "\"\(printable.joined().prefix(120))\""
    }

    /// Reads an `X509_NAME`.
    init(reading name: OpaquePointer?) throws(CredentialsError) {
        userID = try Self.text(NID_userId, of: name)
        commonName = try Self.text(NID_commonName, of: name)
        organizationalUnit = try Self.text(NID_organizationalUnitName, of: name)
        organization = try Self.text(NID_organizationName, of: name)
        country = try Self.text(NID_countryName, of: name)
    }

    /// Adds the fields to an `X509_NAME`, in the order of Apple's certificates.
    func write(to name: OpaquePointer?) throws(CredentialsError) {
        let fields: [(Int32, String?)] = [
            (NID_userId, userID), (NID_commonName, commonName),
            (NID_organizationalUnitName, organizationalUnit),
            (NID_organizationName, organization), (NID_countryName, country),
        ]
        for case (let field, let value?) in fields {
            let bytes = Array(value.utf8)
            let added = X509_NAME_add_entry_by_NID(
                name,
                field,
                MBSTRING_FLAG,
                bytes,
                Int32(bytes.count),
                -1,
                0
            )
            guard added == 1 else { throw libraryFailure("write the field \"\(value)\" of a name") }
        }
    }

    private static func text(
        _ field: Int32,
        of name: OpaquePointer?
    ) throws(CredentialsError) -> String? {
        let index = X509_NAME_get_index_by_NID(name, field, -1)
        guard index >= 0 else { return nil }
        let value = X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index))
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&bytes, value)
        guard count >= 0, let bytes else {
            throw .malformed(what: "the certificate", detail: takeFailure().text)
        }
        defer { COpenSSL_free(bytes) }
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(count)),
            as: UTF8.self
        )
    }
}
