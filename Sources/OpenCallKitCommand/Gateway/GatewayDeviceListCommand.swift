// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway device list`.
enum GatewayDeviceListCommand {
    static let command = Command(
        "gateway device list",
        "list the phones that the gateway knows",
        options: [.json],
        examples: ["opencallkit gateway device list"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let reports = try GatewayPlace(invocation).list(.devices) {
            if case .device(let report) = $0 { report } else { nil }
        }
        if invocation.has(.json) {
            for report in reports { try Output.json(report) }
            return
        }
        let rows = reports.flatMap { device in
            let first = [
                device.id, device.isConnected ? "connected" : "away", String(device.outstanding),
            ]
            let tokens = device.tokens.map { [$0.token, $0.kind, $0.environment, $0.bundle] }
            guard let head = tokens.first else { return [first] }
            return [first + head] + tokens.dropFirst().map { ["", "", ""] + $0 }
        }
        Output.table(
            Table(
                header: ["PHONE", "STATE", "WAITING", "TOKEN", "KIND", "ENVIRONMENT", "APP"],
                rows: rows),
            whenEmpty: "No phones. Next: opencallkit gateway issue activation"
                + invocation.homeWords
        )
    }
}
