// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway received`.
enum GatewayReceivedCommand {
    private static let wait = Option("wait", value: "N", "wait until N pushes have come to an end")
    private static let timeout = Option("timeout", value: "TIME", "wait no longer than that (10s)")

    static let command = Command(
        "gateway received",
        "tell what was received for a token, for tests",
        options: [GatewayLogCommand.token, wait, timeout, .json],
        details: [
            """
            Each push that a provider posted for the token, also refused ones: identifiers, headers,
            outcome, and the payload where 'gateway run' was given --payloads.
            """,
            """
            With --wait it ends with 1 where fewer than N have come to an end in time; it prints
            what there is all the same. Refused, acknowledged, expired, displaced, collapsed,
            dropped and removed are ends. N counts all for this token that the gateway remembers.
            """,
        ],
        examples: [
            "opencallkit gateway received --token 0a1b2c3d --json",
            "opencallkit gateway received --token 0a1b2c3d --wait 1 --timeout 5s --json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard let token = try invocation.tokenDigits(GatewayLogCommand.token) else {
            throw .usage("'gateway received' needs --token HEX", command)
        }
        let wanted = try invocation.number(wait, in: 1...10_000)
        let seconds = try invocation.seconds(timeout) ?? 10
        var reports: [UInt64: PushReport] = [:]
        let isEnough = {
            reports.values.count { $0.state.isFinal } >= (wanted ?? 0)
        }
        let query = JournalQuery(token: token, follows: wanted != nil)
        var isWhole = false
        let isDone = try GatewayPlace(invocation).talk(
            [.journal(query)],
            timeout: wanted == nil ? .seconds(10) : nil,
            deadline: wanted == nil ? nil : .milliseconds(Int64(seconds * 1_000))
        ) {
            if case .push(let report) = $0 { reports[report.number] = report }
            if case .end = $0 { isWhole = true }
            return !isWhole || !isEnough()
        }
        try print(reports.values.sorted { $0.number < $1.number }, invocation)
        guard let wanted, !isDone else { return }
        let count = reports.values.count { $0.state.isFinal }
        throw CommandFailure(
            .failed,
            "\(count) of \(wanted) pushes came to an end within \(seconds) s; wait longer with "
                + "--timeout, or see 'opencallkit gateway log\(invocation.homeWords)'"
        )
    }

    private static func print(
        _ reports: [PushReport], _ invocation: Invocation
    ) throws(CommandFailure) {
        for report in reports {
            if invocation.has(.json) {
                try Output.json(report)
            } else {
                Output.line(PushLine(report: report).text)
                if let payload = report.payload { Output.line("  \(payload)") }
            }
        }
        if reports.isEmpty, !invocation.has(.json) {
            Output.line("Nothing was received for this token.")
        }
    }
}
