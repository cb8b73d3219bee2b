// SPDX-License-Identifier: Apache-2.0
import OCKCredentials
import OCKNetworking
import OCKStorage

/// Issues what providers need.
///
/// It works on the state folder alone; no gateway has to run.
package enum GatewayIssuer {
    /// The files of one issued certificate.
    package struct IssuedFiles: Sendable, Hashable {
        /// The certificate, then its key: curl's `--cert`.
        ///
        /// Mode 0600.
        package var pem: String
        /// The same as PKCS#12.
        ///
        /// Mode 0600.
        package var p12: String
        /// The authority's certificate: curl's `--cacert`.
        package var authority: String
        /// What the certificate may send to.
        package var topics: [String]
    }

    /// What a certificate is for.
    package enum CertificateKind: String, Sendable, Hashable, CaseIterable {
        /// The app's VoIP topic alone, in both environments.
        case voip
        /// The app's own, VoIP and complication topics, in both environments. A request must then
        /// name its topic.
        case push = "universal"
        /// One of Apple's older kinds: the app's own topic, in production.
        case production
        /// One of Apple's older kinds: the app's own topic, in development.
        case sandbox

        fileprivate var kind: PushCertificateKind {
            switch self {
            case .voip: .voip
            case .push: .universal
            case .production: .production
            case .sandbox: .development
            }
        }
    }

    /// Issues a certificate for an app's pushes; it replaces an earlier one of the same folder.
    ///
    /// Without an authority in the state folder one is made, and a gateway started later uses it.
    ///
    /// - Parameters:
    ///   - kind: What it is for.
    ///   - bundleID: The app's `CFBundleIdentifier`.
    ///   - team: Whose app it is.
    ///   - outputFolder: Made with mode 0700 if it is missing.
    ///   - password: Of the PKCS#12 file; empty for none to speak of.
    ///   - paths: Where the authority is.
    ///   - now: In seconds since 1970.
    /// - Returns: The files, and what the certificate is good for.
    /// - Throws: ``GatewayError`` for a bundle identifier that is none, or a file that cannot be
    ///   written.
    package static func issueCertificate(
        _ kind: CertificateKind,
        bundleID: String,
        team: String = defaultTeam,
        outputFolder: String,
        password: String = "",
        paths: GatewayPaths,
        at now: Int64 = EventLoop.wallClockMilliseconds() / 1000
    ) throws(GatewayError) -> IssuedFiles {
        let authority = try GatewayCertificates.authority(paths, at: now)
        let identity = try naming(nil) { () throws(CredentialsError) in
            try authority.issuePushCertificate(
                bundleIdentifier: bundleID,
                kind: kind.kind,
                team: team,
                at: now
            )
        }
        let pem = try naming(nil, identity.pem)
        let p12 = try naming(nil) { () throws(CredentialsError) in
            try PKCS12(identity: identity).encoded(
                password: password,
                friendlyName: bundleID,
                encryption: .tripleDES
            )
        }
        let base = outputFolder + "/" + bundleID + "." + kind.rawValue
        let topics = identity.certificate.topics.map(\.name)
        let files = IssuedFiles(
            pem: base + ".pem",
            p12: base + ".p12",
            authority: paths.authorityCertificate,
            // The older kinds have their topic in the subject alone.
            topics: topics.isEmpty ? [bundleID] : topics
        )
        try naming { () throws(FileError) in
            try makeOutputFolder(outputFolder)
            try Files.writeWhole(Array(pem.utf8), to: files.pem)
            try Files.writeWhole(p12, to: files.p12)
        }
        return files
    }
}
