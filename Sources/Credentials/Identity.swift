// SPDX-License-Identifier: Apache-2.0

/// A certificate and the private key that belongs to it: what a server or a client presents.
package struct Identity: Sendable {
    package let certificate: Certificate
    package let key: PrivateKey

    /// Pairs the two.
    ///
    /// - Throws: ``CredentialsError/keyDoesNotMatch(subject:)`` if the key is another
    ///   certificate's.
    package init(certificate: Certificate, key: PrivateKey) throws(CredentialsError) {
        guard certificate.belongs(to: key) else {
            throw .keyDoesNotMatch(subject: certificate.subject.description)
        }
        self.certificate = certificate
        self.key = key
    }

    /// Reads a text with a certificate and a key, in either order, such as curl's `--cert` takes.
    package init(pem: String) throws(CredentialsError) {
        try self.init(certificate: Certificate(pem: pem), key: PrivateKey(pem: pem))
    }

    /// The certificate, then the key, as PEM.
    ///
    /// Secret: a file of it has mode 0600.
    package func pem() throws(CredentialsError) -> String {
        try certificate.pem() + key.pem()
    }
}
