// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKTimeline

/// `opencallkit demo`: a push rings a phone, in front of one's eyes.
enum DemoCommand {
    private static let once = Option("once", "end after the calls, also on a terminal")
    private static let timeout = Option(
        "timeout",
        value: "SECONDS",
        "how long each call may take, up to Recents (10)"
    )
    private static let fault = Option(
        "fault",
        value: "STEP",
        "keep one step from happening, to see that the demo notices"
    )

    static let command = Command(
        "demo",
        "ring a phone with a push, answer, hang up, and show each step",
        options: [once, .json, timeout, fault],
        details: [
            """
            Starts a push service, a phone and a provider in a folder of their own, installs the
            app Hotline, asks the provider for a call, answers and hangs up as the phone's user
            would, and prints what each process says it did, with milliseconds since the start.
            Then does it again with a VoIP push that curl posts. At last the user calls back from
            Recents, holds, resumes, mutes, types and hangs up; the far end says back what it
            hears. Ends with 0 only if each step of each call happened once, in an order that holds:
            thirteen of one that comes in.
            """,
            """
            On a terminal it then stays, and says how to ring again. Ctrl-C ends it and removes
            the folder.
            """,
        ],
        examples: ["opencallkit demo", "opencallkit demo --once --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let seconds = try invocation.number(timeout, in: 1...3600) ?? 10
        let fault = try step(invocation)
        let stage = try DemoStage(home: invocation[.home])
        let demo = Demo(
            stage,
            isJSON: invocation.has(.json),
            staysUp: Output.isTerminal && !invocation.has(once),
            timeoutSeconds: seconds,
            fault: fault
        )
        // The daemons still have something to say while they end, which the demo prints.
        defer { withExtendedLifetime(demo) { stage.close() } }
        try demo.run()
    }

    private static func step(_ invocation: Invocation) throws(CommandFailure) -> TimelineStep? {
        guard let name = invocation[fault] else { return nil }
        guard let step = TimelineStep(rawValue: name), StepOrder.steps.contains(step) else {
            let known = StepOrder.steps.map(\.rawValue)
            throw .usage(
                "--fault takes one of \(known.joined(separator: ", ")), not '\(name)'"
                    + suggestion(for: name, among: known),
                invocation.command
            )
        }
        return step
    }
}
