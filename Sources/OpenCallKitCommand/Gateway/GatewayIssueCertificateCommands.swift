// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway issue voip-certificate` and `opencallkit gateway issue push-certificate`.
enum GatewayIssueCertificateCommands {
    private static let bundle = Argument("BUNDLE-ID", "the app's, such as com.example.hotline")
    static let output = Option("output", value: "DIR", "where to put the files (.)")
    private static let universal = Option(
        "universal", "the same as 'push-certificate'", isHidden: true)
    private static let environment = Option(
        "environment", value: "WHICH", "production, sandbox or both (both)")
    private static let team = Option(
        "team-id", value: "ID", "10 capital letters and digits (\(GatewayIssuer.defaultTeam))")

    static let voip = Command(
        "gateway issue voip-certificate",
        "issue a certificate for an app's VoIP pushes",
        arguments: [bundle],
        options: [output, team, .passwordFile, universal, .json],
        details: [
            """
            Makes BUNDLE-ID.voip.pem, for curl's --cert, and the same as a .p12. The gateway needs
            not run.
            """
        ],
        examples: ["opencallkit gateway issue voip-certificate com.example.hotline"],
        run: { (invocation) throws(CommandFailure) in
            try issue(invocation.has(universal) ? .push : .voip, invocation)
        }
    )

    static let push = Command(
        "gateway issue push-certificate",
        "issue a certificate for all of an app's pushes",
        arguments: [bundle],
        options: [output, environment, team, .passwordFile, .json],
        details: [
            """
            Makes BUNDLE-ID.universal.pem, for curl's --cert, and the same as a .p12. A push must
            then name its topic. With --environment it is one of Apple's older kinds, for one
            environment and the app's own topic alone: BUNDLE-ID.production.pem or
            BUNDLE-ID.sandbox.pem.
            """
        ],
        examples: [
            "opencallkit gateway issue push-certificate com.example.hotline",
            "opencallkit gateway issue push-certificate com.example.hotline --environment sandbox",
        ],
        run: { (invocation) throws(CommandFailure) in
            switch invocation[environment] {
            case nil, "both": try issue(.push, invocation)
            case "production": try issue(.production, invocation)
            case "sandbox", "development": try issue(.sandbox, invocation)
            case let word?:
                throw .usage(
                    "--environment takes production, sandbox or both, not '\(word)'",
                    invocation.command)
            }
        }
    )

    private static func issue(
        _ kind: GatewayIssuer.CertificateKind, _ invocation: Invocation
    ) throws(CommandFailure) {
        let folder = invocation[output] ?? "."
        try requireParent(of: folder)
        let password = try invocation.password() ?? ""
        let place = try GatewayPlace(invocation)
        let files: GatewayIssuer.IssuedFiles
        do {
            files = try GatewayIssuer.issueCertificate(
                kind,
                bundleID: invocation.required(bundle),
                team: invocation[team] ?? GatewayIssuer.defaultTeam,
                outputFolder: folder,
                password: password,
                paths: place.paths
            )
        } catch {
            throw GatewayPlace.failure(error)
        }
        if invocation.has(.json) { return try Output.json(IssuedCertificate(files)) }
        let rows = [
            ["certificate and key", files.pem],
            ["the same, PKCS#12", files.p12],
            ["the gateway's authority", files.authority],
            ["topics", files.topics.joined(separator: ", ")],
        ]
        Output.table(Table(rows: rows), whenEmpty: "")
    }
}

/// An issued certificate as a script reads it.
struct IssuedCertificate: Hashable, Sendable, Codable {
    var pem: String
    var p12: String
    var authority: String
    var topics: [String]

    init(_ files: GatewayIssuer.IssuedFiles) {
        pem = files.pem
        p12 = files.p12
        authority = files.authority
        topics = files.topics
    }
}
