// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKTimeline
import OCKWire

/// The course of the demo, from the empty stage to the last line.
final class Demo {
    let stage: DemoStage
    private let isJSON: Bool
    private let staysUp: Bool
    private let timeoutSeconds: Int
    let fault: TimelineStep?

    private let start = MonotonicTime(nanoseconds: EventLoop.monotonicNanoseconds())
    private let isColoured: Bool
    /// What the checked push has caused; nil before it is posted.
    private var script: DemoScript?
    private var actions: [DemoScript.Action] = []
    /// What the call of the person's own has caused; nil while there is none.
    private var callBack: CallBackScript?
    private var callBackActions: [CallBackScript.Action] = []
    /// Whether the phone has the app's token, and the provider too.
    var isRegistered: Bool { isTokenThere && isTokenKept }
    private var isTokenThere = false
    private var isTokenKept = false
    private var endedAppCount = 0

    static let bundle: BundleID = "com.example.hotline"

    init(
        _ stage: DemoStage,
        isJSON: Bool,
        staysUp: Bool,
        timeoutSeconds: Int,
        fault: TimelineStep?
    ) {
        self.stage = stage
        self.isJSON = isJSON
        self.staysUp = staysUp
        self.timeoutSeconds = timeoutSeconds
        self.fault = fault
        isColoured = Output.isTerminal && !isJSON && getenv("NO_COLOR") == nil
        stage.onEntry = { [unowned self] in take($0) }
    }

    func run() throws(CommandFailure) {
        try checkCurl()
        let app = try HotlineApp.find()
        say("OpenCallKit demo in \(stage.home)")
        let gateway = try startGateway()
        let phone = try startPhone(gateway)
        let provider = try startProvider(gateway)
        let echo = try startEcho(app)
        let token = try install(app, on: phone, provider, echo: echo)
        let call = callWords(provider)
        let push = try pushWords(gateway, token)

        say("\nA call, as the app's back end asks its provider for one:\n\n  \(shellLine(call))\n")
        try ring { () throws(CommandFailure) in try curl(call) }
        try closeApp()
        say("\nThe push itself, as any provider sends it:\n\n  \(shellLine(push))\n")
        try ring { () throws(CommandFailure) in try post(push) }
        try callBackFromRecents()
        if staysUp { stayUp() } else { stage.stopDaemons() }
    }

    // MARK: Ringing

    /// Lets something ring the phone, answers and hangs up, and says whether all happened.
    private func ring(
        _ begin: () throws(CommandFailure) -> DemoStage.Errand
    ) throws(CommandFailure) {
        script = DemoScript()
        actions = []
        let end = EventLoop.monotonicNanoseconds() + Int64(timeoutSeconds) * 1_000_000_000
        var errand = try fault == .pushPosted ? nil : begin()
        while script?.order.hasAll != true {
            let left = end - EventLoop.monotonicNanoseconds()
            let isInTime = stage.wait(seconds: Double(left) / 1e9) {
                script?.order.hasAll == true || !actions.isEmpty || errand?.exitCode != nil
            }
            guard isInTime else {
                if stage.isInterrupted { throw CommandFailure(.failed, "interrupted") }
                break
            }
            if !actions.isEmpty { try perform(actions.removeFirst()) }
            if let ended = errand, let exitCode = ended.exitCode {
                errand = nil
                guard isTaken(exitCode, ended.output) else { break }
            }
        }
        try judge(script?.order.violations ?? [], count: StepOrder.steps.count)
        script = nil
    }

    /// Calls back who called last, goes through the buttons of the call, and says whether all
    /// happened.
    private func callBackFromRecents() throws(CommandFailure) {
        let asking = ["recents", "call", "1"]
        let shown = shellLine([stage.program] + asking + ["--home", stage.home])
        say("\nA call back, held, resumed, muted, with digits, and ended:\n\n  \(shown)\n")
        callBack = CallBackScript()
        try stage.run(asking)
        let end = EventLoop.monotonicNanoseconds() + Int64(timeoutSeconds) * 1_000_000_000
        while callBack?.hasAll != true {
            let left = end - EventLoop.monotonicNanoseconds()
            let isInTime = stage.wait(seconds: Double(left) / 1e9) {
                callBack?.hasAll == true || !callBackActions.isEmpty
            }
            guard isInTime else {
                if stage.isInterrupted { throw CommandFailure(.failed, "interrupted") }
                break
            }
            if !callBackActions.isEmpty { try perform(callBackActions.removeFirst()) }
        }
        try judge(callBack?.violations ?? [], count: CallBackScript.steps.count)
        callBack = nil
        let recents = String(decoding: try stage.run(["recents"]), as: UTF8.self)
        say("\n\(recents)")
    }

    private func perform(_ action: CallBackScript.Action) throws(CommandFailure) {
        switch action {
        case .hold: try stage.run(["call", "hold"])
        case .resume: try stage.run(["call", "resume"])
        case .mute: try stage.run(["call", "mute"])
        case .keys(let digits): try stage.run(["call", "keys", digits])
        case .hangUp: try stage.run(["call", "end"])
        }
    }

    private func curl(_ words: [String]) throws(CommandFailure) -> DemoStage.Errand {
        try stage.start(words, errorFile: curlLog)
    }

    /// Posts the push without a provider that would say so.
    private func post(_ push: [String]) throws(CommandFailure) -> DemoStage.Errand {
        let now = MonotonicTime(nanoseconds: EventLoop.monotonicNanoseconds())
        take(TimelineEntry(at: now, who: .provider, step: .pushPosted, detail: "curl"))
        return try curl(push)
    }

    private var curlLog: String { "\(stage.home)/curl.log" }

    /// Whether the push was taken: with `--fail-with-body`, curl ends with 0 only then.
    private func isTaken(_ exitCode: Int32, _ answer: [UInt8]) -> Bool {
        guard exitCode != 0 else { return true }
        let words = String(decoding: answer.prefix(400), as: UTF8.self)
        Output.error(
            "the push was not taken: curl ended with \(exitCode), see \(curlLog) \(words)")
        return false
    }

    /// The second push finds the phone as the first did: it has to launch the app.
    private func closeApp() throws(CommandFailure) {
        let count = endedAppCount
        try stage.run(["app", "close", Self.bundle])
        guard stage.wait(seconds: 20, until: { endedAppCount > count }) else {
            throw CommandFailure(
                .failed,
                stage.isInterrupted ? "interrupted" : "Hotline does not end; see \(stage.home)")
        }
    }

    private func perform(_ action: DemoScript.Action) throws(CommandFailure) {
        do {
            switch action {
            case .answer: try stage.run(["call", "answer"])
            case .hangUp: try stage.run(["call", "end"])
            }
        } catch {
            // What it keeps from happening is missed, and named, in the end.
            guard fault != nil else { throw error }
        }
    }

    /// Takes an entry as it comes: prints it, and lets the script see what follows the push.
    private func take(_ entry: TimelineEntry) {
        let line = TimelineLine(entry, since: start)
        Output.line(isJSON ? line.json : line.text(isColoured: isColoured))
        switch (entry.step, entry.who) {
        case (.pushRegistered, .provider): isTokenKept = true
        case (.pushRegistered, _): isTokenThere = true
        case (.appEnded, _): endedAppCount += 1
        default: break
        }
        if let action = script?.take(entry) { actions.append(action) }
        if let action = callBack?.take(entry) { callBackActions.append(action) }
    }

    private func judge(_ violations: [StepViolation], count: Int) throws(CommandFailure) {
        guard violations.isEmpty else {
            throw CommandFailure(.failed, StepViolation.summary(of: violations))
        }
        say("\nAll \(count) steps happened once, in order.")
    }

    private func stayUp() {
        let home = "--home \(shellWord(stage.home))"
        let program = shellWord(stage.program)
        say(
            """

            Ring again with either line above, then answer and hang up:

              \(program) call answer \(home)
              \(program) call end \(home)

            Ctrl-C ends the demo.

            """
        )
        _ = stage.wait(seconds: nil) { false }
    }

    /// Words for a person; a script that reads JSON finds them on standard error.
    func say(_ text: String) {
        if isJSON {
            Output.note(text)
        } else {
            Output.line(text)
        }
    }
}
