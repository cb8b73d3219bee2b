// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway fault add`.
enum GatewayFaultAddCommand {
    private static let action = Argument(
        "ACTION", FaultForm.Action.allCases.map(\.rawValue).joined(separator: ", "))
    private static let time = Argument(
        "TIME", "for delay, away and delay-delivery: 5s, 200ms, 2m", isOptional: true)
    private static let reason = Option(
        "reason", value: "REASON", "in Apple's spelling, for answer and goaway")
    private static let topic = Option("topic", value: "TOPIC", "for pushes of this topic alone")
    private static let connections = Option(
        "connections", "for new connections in place of requests (drop, goaway)")
    private static let every = Option("every", value: "N", "for one fitting push in N (each)")
    private static let times = Option("times", value: "N", "N times, then no more (for ever)")

    static let command = Command(
        "gateway fault add",
        "make something go wrong on purpose",
        arguments: [action, time],
        options: [reason, GatewayLogCommand.token, topic, connections, every, times, .json],
        details: [
            "What each does to a push that fits:\n"
                + Table(rows: FaultForm.Action.allCases.map { [$0.rawValue, $0.words] })
                .lines(indent: 2, width: helpWidth).joined(separator: "\n"),
            """
            The first fault that fits a push happens to it. 'gateway status' and 'gateway fault
            list' tell how often each has happened. Faults are forgotten when the gateway stops.
            """,
        ],
        examples: [
            "opencallkit gateway fault add answer --reason Unregistered --every 3",
            "opencallkit gateway fault add stall --topic com.example.hotline.voip --times 1",
            "opencallkit gateway fault add away 5s",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let word = invocation.required(action)
        guard let known = FaultForm.Action(rawValue: word) else {
            let names = FaultForm.Action.allCases.map(\.rawValue)
            throw .usage(
                "there is no fault '\(word)'\(suggestion(for: word, among: names))", command)
        }
        var form = FaultForm(known)
        form.reason = invocation[reason]
        form.token = try invocation.tokenDigits(GatewayLogCommand.token)
        form.topic = invocation[topic]
        form.connections = invocation.has(connections) ? true : nil
        form.every = try invocation.number(every, in: 1...1_000_000_000)
        form.times = try invocation.number(times, in: 1...1_000_000_000)
        if let text = invocation[time] {
            guard let seconds = secondsValue(text) else {
                throw .usage(
                    "TIME is a time up to a day, such as 5s, 200ms or 2m, not '\(text)'", command)
            }
            form.seconds = seconds
        }
        do {
            try form.check()
        } catch {
            throw .usage(error.words, command)
        }
        guard case .fault(let report) = try GatewayPlace(invocation).ask(.addFault(form)) else {
            throw GatewayPlace.misunderstood
        }
        if invocation.has(.json) { return try Output.json(report) }
        Output.line("Fault \(report.number): \(report.fault.summary)")
    }
}
