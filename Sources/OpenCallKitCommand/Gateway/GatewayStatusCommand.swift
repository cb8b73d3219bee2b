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
        var rows = [
            ["provider port", String(status.ports.provider)],
            ["device port", String(status.ports.device)],
            ["phones", "\(status.connectedDevices) connected of \(status.devices)"],
            ["tokens", String(status.tokens)],
            ["requests", "\(status.requests), \(status.accepted) accepted"],
        ]
        if let port = status.ports.sandbox { rows.insert(["sandbox port", String(port)], at: 1) }
        rows += status.refused.map { ["refused", "\($0.count) \($0.reason)"] }
        rows.append([
            "pushes", "\(status.acknowledged) acknowledged, \(status.outstanding) on their way",
        ])
        Output.table(Table(rows: rows), whenEmpty: "")
    }
}
