// SPDX-License-Identifier: Apache-2.0
import GatewayCore
import OCKCredentials
import OCKNetworking

extension ProviderIdentity {
    /// What a handshake showed.
    ///
    /// - Returns: Who it is, the serial number of its certificate, and what is wrong with one that
    ///   cannot be read.
    static func read(
        from connection: Connection
    ) -> (identity: ProviderIdentity, serialNumber: String?, defect: String?) {
        guard let verdict = GatewayCore.CertificateVerdict(connection.certificateVerdict),
            let der = connection.peerCertificate
        else { return (.none, nil, nil) }
        do throws(CredentialsError) {
            let certificate = try Certificate(der: der)
            let identity = CertificateIdentity(
                topics: certificate.topics.map(\.name),
                environments: certificate.apnsEnvironments,
                // Apple marks each of its push certificates for an environment.
                isPushCertificate: !certificate.environments.isEmpty,
                verdict: verdict
            )
            return (.certificate(identity), certificate.serialNumber, nil)
        } catch {
            // The authority is ours, so that an unreadable one can only be no push certificate.
            let identity = CertificateIdentity(
                topics: [], environments: [], isPushCertificate: false, verdict: verdict)
            return (.certificate(identity), nil, error.description)
        }
    }
}

extension Certificate {
    /// Sorted, as the core has them.
    fileprivate var apnsEnvironments: [APNsEnvironment] {
        APNsEnvironment.allCases.filter {
            environments.contains($0 == .production ? .production : .development)
        }
    }
}

extension GatewayCore.CertificateVerdict {
    /// Nil where there was no certificate.
    fileprivate init?(_ verdict: OCKNetworking.CertificateVerdict) {
        switch verdict {
        case .none: return nil
        case .valid: self = .valid
        case .expired: self = .expired
        case .notYetValid: self = .notYetValid
        case .revoked: self = .revoked
        case .unsuitable, .untrusted: self = .untrusted
        }
    }
}
