// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway issue key`.
enum GatewayIssueKeyCommand {
    private static let team = Option(
        "team-id", value: "ID", "10 capital letters and digits (\(GatewayIssuer.defaultTeam))")
    private static let topic = Option(
        "topic", value: "TOPIC", "for this topic alone; may be repeated (all of the team)",
        isRepeatable: true)
    private static let environment = Option(
        "environment", value: "WHICH", "production, sandbox or both (both)")

    static let command = Command(
        "gateway issue key",
        "issue a key with which a provider signs its tokens",
        options: [team, topic, environment, GatewayIssueCertificateCommands.output, .json],
        details: [
            """
            Makes AuthKey_KEYID.p8, as Apple names it: the only copy of the private half. The
            gateway keeps the public half. It needs not run; one that runs takes the key up at once.
            """
        ],
        examples: [
            "opencallkit gateway issue key",
            "opencallkit gateway issue key --team-id ABCDE12345 --environment sandbox",
            "opencallkit gateway issue key --topic com.example.hotline.voip --output keys",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let folder = invocation[GatewayIssueCertificateCommands.output] ?? "."
        try requireParent(of: folder)
        let place = try GatewayPlace(invocation)
        let topics = invocation.all(topic)
        let environments = try environments(invocation)
        let key = try GatewayPlace.doing { () throws(GatewayError) in
            try GatewayIssuer.issueKey(
                team: invocation[team] ?? GatewayIssuer.defaultTeam,
                topics: topics.isEmpty ? nil : topics,
                environments: environments,
                outputFolder: folder,
                paths: place.paths
            )
        }
        let ports = try place.reload()
        if invocation.has(.json) { return try Output.json(IssuedKeyLine(key)) }
        var rows = [
            ["key", key.file], ["key id", key.record.id], ["team id", key.record.team],
            ["environments", key.record.environments.joined(separator: ", ")],
            ["topics", key.record.topics?.joined(separator: ", ") ?? "all of the team"],
            ["the gateway's authority", key.authority],
        ]
        if ports == nil { rows.append(["in force", "when a gateway starts"]) }
        Output.table(Table(rows: rows), whenEmpty: "")
        Output.line("Next: \(sendLine(key, topics.first, ports, invocation))")
    }

    private static func environments(_ invocation: Invocation) throws(CommandFailure) -> [String] {
        switch invocation[environment] {
        case nil, "both": return ["production", "development"]
        case "production": return ["production"]
        case "sandbox", "development": return ["development"]
        case let word?:
            throw .usage(
                "--environment takes production, sandbox or both, not '\(word)'", command)
        }
    }

    private static func sendLine(
        _ key: GatewayIssuer.IssuedKey, _ topic: String?, _ ports: GatewayPorts?,
        _ invocation: Invocation
    ) -> String {
        let isSandbox = key.record.environments == ["development"]
        let port = (isSandbox ? ports?.sandbox : ports?.provider) ?? (isSandbox ? 8444 : 8443)
        let words = [
            "opencallkit", "push", "send", "--token", "TOKEN", "--topic",
            topic ?? "BUNDLE-ID.voip", "--key", key.file, "--key-id", key.record.id, "--team-id",
            key.record.team, "--host", "localhost:\(port)",
        ]
        return shellLine(words) + invocation.homeWords
    }
}

/// An issued key as a script reads it.
struct IssuedKeyLine: Hashable, Sendable, Codable {
    var key: String
    var keyID: String
    var teamID: String
    var environments: [String]
    var topics: [String]?
    var authority: String

    init(_ issued: GatewayIssuer.IssuedKey) {
        key = issued.file
        keyID = issued.record.id
        teamID = issued.record.team
        environments = issued.record.environments
        topics = issued.record.topics
        authority = issued.authority
    }
}
