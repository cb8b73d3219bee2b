// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway issue voip-certificate`.
enum GatewayIssueCertificateCommand {
    private static let bundle = Argument("BUNDLE-ID", "the app's, such as com.example.hotline")
    private static let output = Option("output", value: "DIR", "where to put the files (.)")
    private static let password = Option(
        "password",
        value: "WORDS",
        "of the .p12 file (none); other users of this machine may see it"
    )
    private static let universal = Option(
        "universal",
        "for the app's other topics too; a push must then name its topic"
    )

    static let command = Command(
        "gateway issue voip-certificate",
        "issue a certificate with which a provider may send an app's pushes",
        arguments: [bundle],
        options: [output, universal, password, .json],
        details: [
            """
            Makes BUNDLE-ID.voip.pem, for curl's --cert, and the same as a .p12. The gateway needs
            not run.
            """
        ],
        examples: ["opencallkit gateway issue voip-certificate com.example.hotline"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let folder = invocation[output] ?? "."
        try requireParent(of: folder)
        let files: GatewayIssuer.IssuedFiles
        do {
            files = try GatewayIssuer.issueVoIPCertificate(
                bundleID: invocation.required(bundle),
                universal: invocation.has(universal),
                outputFolder: folder,
                password: invocation[password] ?? "",
                paths: GatewayPlace(invocation).paths
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
