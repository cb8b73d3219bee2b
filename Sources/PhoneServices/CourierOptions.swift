// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What a courier needs to know.
package struct CourierOptions {
    package var host: String
    package var port: UInt16
    /// The authority that the push service's certificate must come from; nil is the system's.
    package var authorityPEM: [UInt8]?
    /// Makes the phone known when it has no credential yet.
    package var activationCode: String?
    /// Where the credential and the tokens are kept.
    package var credentialPath: String
    package var tokensPath: String
    /// Of the waiting times between attempts.
    package var seed: UInt64
    /// Which of the two push services an app is for; nil if it is not installed, or not entitled to
    /// any.
    package var environment: (BundleID) -> PushEnvironment?
    /// An app that was removed and installed again asks for the token that it had (B119).
    package var tokenSurvivesReinstall: Bool

    package init(
        host: String,
        port: UInt16,
        authorityPEM: [UInt8]?,
        activationCode: String?,
        credentialPath: String,
        tokensPath: String,
        seed: UInt64,
        tokenSurvivesReinstall: Bool = true,
        environment: @escaping (BundleID) -> PushEnvironment?
    ) {
        self.tokenSurvivesReinstall = tokenSurvivesReinstall
        self.host = host
        self.port = port
        self.authorityPEM = authorityPEM
        self.activationCode = activationCode
        self.credentialPath = credentialPath
        self.tokensPath = tokensPath
        self.seed = seed
        self.environment = environment
    }
}
