// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway fault list`.
enum GatewayFaultListCommand {
    static let command = Command(
        "gateway fault list",
        "list the faults on purpose and their hits",
        options: [.json],
        examples: ["opencallkit gateway fault list"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let reports = try GatewayPlace(invocation).list(.faults) {
            if case .fault(let report) = $0 { report } else { nil }
        }
        if invocation.has(.json) {
            for report in reports { try Output.json(report) }
            return
        }
        let rows = reports.map { [String($0.number), String($0.hits), $0.fault.summary] }
        Output.table(
            Table(header: ["NUMBER", "HITS", "FAULT"], rows: rows, isNumberedFirst: true),
            whenEmpty: "No faults."
        )
    }
}
