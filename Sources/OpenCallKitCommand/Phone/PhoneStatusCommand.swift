// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit phone status`.
enum PhoneStatusCommand {
    static let command = Command(
        "phone status",
        "tell how the phone stands",
        options: [.json],
        examples: ["opencallkit phone status", "opencallkit phone status --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard case .status(let status) = try PhoneDoor(invocation).ask(.status) else {
            throw PhoneDoor.misunderstood
        }
        if invocation.has(.json) { return try Output.json(status) }
        let link = status.isGatewayConnected ? "connected" : "not connected"
        let apps = status.runningApps.joined(separator: ", ")
        let rows = [
            ["process", String(status.processID)],
            ["running since", timeText(status.startedAt)],
            ["push service", status.gateway.map { "\($0), \(link)" } ?? "none"],
            ["calls", String(status.calls)],
            ["running apps", apps.isEmpty ? "none" : apps],
            ["pushes lost in a kill", String(status.lostPushes)],
        ]
        Output.table(Table(rows: rows), whenEmpty: "")
    }
}
