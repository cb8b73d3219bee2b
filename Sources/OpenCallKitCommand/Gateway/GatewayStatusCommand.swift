// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway status`.
enum GatewayStatusCommand {
    static let command = Command(
        "gateway status",
        "tell how the gateway stands",
        options: [.json],
        examples: ["opencallkit gateway status", "opencallkit gateway status --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard case .status(let status) = try GatewayPlace(invocation).ask(.status) else {
            throw GatewayPlace.misunderstood
        }
        if invocation.has(.json) { return try Output.json(status) }
        var rows = [["provider port", String(status.ports.provider)]]
        if let port = status.ports.sandbox { rows.append(["sandbox port", String(port)]) }
        rows.append(["device port", String(status.ports.device)])
        if let port = status.ports.metrics { rows.append(["metrics port", String(port)]) }
        rows += [
            ["providers", "\(status.providers) connected, \(status.streams) requests open"],
            ["keys", String(status.keys)],
            ["phones", "\(status.connectedDevices) connected of \(status.devices)"],
            ["tokens", String(status.tokens)],
            ["requests", "\(status.requests), \(status.accepted) accepted"],
        ]
        rows += status.refused.map { ["refused", "\($0.count) \($0.reason)"] }
        let ends = [
            "\(status.acknowledged) acknowledged", "\(status.outstanding) on their way",
        ]
        let others = [
            (status.expired, "expired"), (status.displaced, "displaced"),
            (status.dropped, "dropped"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        rows.append(["pushes", (ends + others).joined(separator: ", ")])
        if status.isAway { rows.append(["away", "on purpose, for now"]) }
        rows += status.faults.map {
            ["fault \($0.number)", "\($0.fault.summary); hits: \($0.hits)"]
        }
        Output.table(Table(rows: rows), whenEmpty: "")
    }
}
