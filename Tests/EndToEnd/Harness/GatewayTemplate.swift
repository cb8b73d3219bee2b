// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc

/// A home in which a gateway's authority has issued what providers show.
struct GatewayTemplate {
    static let bundle: BundleID = "com.example.calls"
    static let voipTopic = "\(bundle).voip"
    /// Made once a run; what went wrong is every test's failure.
    static let shared = Result { try GatewayTemplate() }

    let home: String

    private init() throws {
        home = Self.path
        try check(mkdir(home, 0o700), "mkdir \(home)")
        atexit { removeTree(GatewayTemplate.path) }
        try issue("voip-certificate", Self.bundle)
        try issue("voip-certificate", "com.example.other")
    }

    private func issue(_ words: String...) throws {
        try Tool.run(
            [Binaries.opencallkit, "gateway", "issue"] + words
                + ["--output", home, "--home", home])
    }

    private static var path: String { "/tmp/opencallkit-gateway-template.\(getpid())" }
}

extension GatewayStand {
    /// The certificate, with its key, for the VoIP topic alone.
    var voipCertificate: String { "\(home)/\(GatewayTemplate.bundle).voip.pem" }
    /// Likewise of another app.
    var otherCertificate: String { "\(home)/com.example.other.voip.pem" }
}
