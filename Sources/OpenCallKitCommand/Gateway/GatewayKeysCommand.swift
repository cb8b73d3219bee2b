// SPDX-License-Identifier: Apache-2.0
import CallModel
import PushGateway

/// `opencallkit gateway keys`.
enum GatewayKeysCommand {
    static let command = Command(
        "gateway keys",
        "list the keys with which providers may sign their tokens",
        options: [.json],
        examples: ["opencallkit gateway keys", "opencallkit gateway keys --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let records: [ProviderKeyRecord]
        let place = try GatewayPlace(invocation)
        do {
            records = try GatewayIssuer.keys(place.paths)
        } catch {
            throw GatewayPlace.failure(error)
        }
        if invocation.has(.json) {
            for record in records { try Output.json(record) }
            return
        }
        let rows = records.map { record in
            [
                record.id, record.team, record.isRevoked ? "revoked" : "good",
                timeText(WallTime(milliseconds: record.issued * 1000)),
                record.environments.joined(separator: ", "),
                record.topics?.joined(separator: ", ") ?? "all of the team",
            ]
        }
        Output.table(
            Table(
                header: ["KEY ID", "TEAM ID", "STATE", "ISSUED", "ENVIRONMENTS", "TOPICS"],
                rows: rows),
            whenEmpty: "No keys. Next: opencallkit gateway issue key\(invocation.homeWords)"
        )
    }
}
