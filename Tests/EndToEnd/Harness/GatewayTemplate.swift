// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKCredentials

/// A home in which a gateway's authority has issued what providers show, right and wrong.
struct GatewayTemplate {
    static let bundle: BundleID = "com.example.calls"
    static let voipTopic = "\(bundle).voip"
    /// Made once a run; what went wrong is every test's failure.
    static let shared = Result { try GatewayTemplate() }

    let home: String
    private(set) var keys: [ProviderKey.Name: ProviderKey] = [:]

    private init() throws {
        home = Self.path
        try check(mkdir(home, 0o700), "mkdir \(home)")
        atexit { removeTree(GatewayTemplate.path) }
        try issue(["voip-certificate", Self.bundle])
        try issue(["push-certificate", Self.bundle])
        for name in ProviderKey.Name.allCases { keys[name] = try issue(name) }
        try issueByHand()
    }

    @discardableResult
    private func issue(_ words: [String]) throws -> String {
        try Tool.run(
            [Binaries.opencallkit, "gateway", "issue"] + words
                + ["--output", home, "--home", home, "--json"])
    }

    private func issue(_ name: ProviderKey.Name) throws -> ProviderKey {
        struct Issued: Decodable {
            var key: String
            var keyID: String
            var teamID: String
        }
        let issued = try decode(Issued.self, try issue(["key"] + name.options))
        return ProviderKey(
            path: issued.key, keyID: issued.keyID, teamID: issued.teamID,
            key: try PrivateKey(p8: Array(try readText(issued.key).utf8)))
    }

    /// What the command issues to nobody: certificates that are of no use.
    private func issueByHand() throws {
        let now = Int64(time(nil))
        let pem = try readText("\(home)/state/gateway/authority.pem")
        let authority = try CertificateAuthority(identity: Identity(pem: pem))
        let stranger = try CertificateAuthority.create(commonName: "Another CA", at: now)
        let hour: Int64 = 3_600
        let wrong: [WrongCertificate: Identity] = [
            .ofSandbox: try authority.issuePushCertificate(
                bundleIdentifier: Self.bundle, kind: .universal, environments: .development,
                at: now),
            .forNoPushes: try authority.issueClient(commonName: "a web client", at: now),
            .expired: try authority.issuePushCertificate(
                bundleIdentifier: Self.bundle, kind: .voip, at: now,
                exactly: now - 2 * hour...now - hour),
            .revoked: try authority.issuePushCertificate(
                bundleIdentifier: Self.bundle, kind: .voip, at: now),
            .foreign: try stranger.issuePushCertificate(
                bundleIdentifier: Self.bundle, kind: .voip, at: now),
        ]
        for (name, identity) in wrong {
            try writeText(try identity.pem(), to: "\(home)/\(name.rawValue).pem")
        }
    }

    private static var path: String { "/tmp/opencallkit-gateway-template.\(getpid())" }
}

/// A certificate with which no push goes to production.
enum WrongCertificate: String, CaseIterable {
    case ofSandbox, forNoPushes, expired, foreign
    /// Good until a test revokes it.
    case revoked
}

extension GatewayStand {
    /// The certificate, with its key, for the VoIP topic alone.
    var voipCertificate: String { "\(home)/\(GatewayTemplate.bundle).voip.pem" }
    /// The one for all of the app's topics.
    var universalCertificate: String { "\(home)/\(GatewayTemplate.bundle).universal.pem" }

    func certificate(_ wrong: WrongCertificate) -> String { "\(home)/\(wrong.rawValue).pem" }
}
