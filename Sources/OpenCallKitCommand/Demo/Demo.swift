// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKTimeline
import OCKWire

/// The course of the demo, from the empty stage to the last line.
final class Demo {
    private let stage: DemoStage
    private let isJSON: Bool
    private let staysUp: Bool
    private let timeoutSeconds: Int
    private let fault: TimelineStep?

    private let start = MonotonicTime(nanoseconds: EventLoop.monotonicNanoseconds())
    private let isColoured: Bool
    /// What the checked push has caused; nil before it is posted.
    private var script: DemoScript?
    private var actions: [DemoScript.Action] = []
    private var isRegistered = false

    private static let bundle: BundleID = "com.example.hotline"

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
        let token = try install(app, on: phone)
        let issued = try stage.run([
            "gateway", "issue", "voip-certificate", Self.bundle, "--output", stage.home, "--json",
        ])
        let certificate = try decode(IssuedCertificate.self, issued)
        let push = curlWords(gateway, certificate, token)
        say("\nThe push, as any provider sends it:\n\n  \(shellLine(push))\n")

        try ring(push)
        guard staysUp else {
            stage.stopDaemons()
            return try judge()
        }
        try judge()
        stayUp(push)
    }

    // MARK: Setting up

    private func checkCurl() throws(CommandFailure) {
        let hint = "install it with: apt-get install curl"
        let found: (exitCode: Int32, output: [UInt8])
        do {
            let log = "\(stage.home)/commands.log"
            found = try stage.runAny(["curl", "--version"], errorFile: log)
        } catch {
            throw CommandFailure(.unavailable, "the demo posts its push with curl; \(hint)")
        }
        guard String(decoding: found.output, as: UTF8.self).contains("HTTP2") else {
            throw CommandFailure(.unavailable, "this curl speaks no HTTP/2; \(hint)")
        }
    }

    private func startGateway() throws(CommandFailure) -> ReadyLine {
        let words = ["gateway", "run"] + faultWords
        let usual = ["--provider-port", "8443", "--device-port", "5223"]
        let free = ["--provider-port", "0", "--device-port", "0"]
        var started = try stage.startDaemon("gateway", words + usual, mayBeUnavailable: true)
        let isUsual = started != nil
        if !isUsual { started = try stage.startDaemon("gateway", words + free) }
        guard let ready = started else { preconditionFailure("a start without a port throws") }
        let ports = "providers on \(ready.providerPort ?? 0), phones on \(ready.devicePort ?? 0)"
        say("  gateway  \(ports)\(isUsual ? "" : " (8443 or 5223 is taken)")")
        return ready
    }

    private func startPhone(_ gateway: ReadyLine) throws(CommandFailure) -> ReadyLine {
        let issued = try stage.run(["gateway", "issue", "activation", "--json"])
        let activation = try decode(IssuedActivation.self, issued)
        let started = try stage.startDaemon(
            "phone",
            [
                "phone", "run", "--gateway", "localhost:\(gateway.devicePort ?? 0)",
                "--gateway-ca", gateway.authority ?? "", "--activation", activation.code,
            ] + faultWords
        )
        guard let ready = started else { preconditionFailure("a start that fails throws") }
        say("  phone    \(ready.controlSocket ?? "")")
        return ready
    }

    /// Puts the app on the phone and opens it once, so that it has a token for its pushes.
    private func install(_ app: HotlineApp, on phone: ReadyLine) throws(CommandFailure) -> String {
        let bundling = [
            "app", "bundle", app.executable, "--info", app.info, "--output", stage.home,
        ]
        let path = try decode(BundledApp.self, try stage.run(bundling + ["--json"])).path
        let installed = try stage.run(["app", "install", path, "--json"])
        try open(try decode(ListedApp.self, installed), on: phone)
        guard stage.wait(seconds: 20, until: { isRegistered }) else {
            throw CommandFailure(
                .failed,
                stage.isInterrupted
                    ? "interrupted" : "Hotline got no push token; see \(stage.home)/phone.log"
            )
        }
        // In a home that has been used, the token is there before the app is.
        let end = EventLoop.monotonicNanoseconds() + 20_000_000_000
        var listed: ListedApp
        repeat {
            listed = try decode(ListedApp.self, try stage.run(["app", "list", "--json"]))
        } while !listed.isRunning && EventLoop.monotonicNanoseconds() < end
        try stage.run(["app", "close", Self.bundle])
        guard let token = listed.pushToken else {
            throw CommandFailure(.failed, "the phone knows no push token of Hotline")
        }
        say("  Hotline  \(path), installed")
        return token
    }

    private func open(_ app: ListedApp, on phone: ReadyLine) throws(CommandFailure) {
        guard fault == .appLaunched else {
            try stage.run(["app", "open", Self.bundle])
            return
        }
        // The phone will start nothing, so the app is started as a developer would, by hand.
        let socket = phone.appSocket ?? ""
        _ = try stage.start(
            ["env", "OPENCALLKIT_APP_SOCKET=\(socket)", "\(app.path)/Hotline"],
            errorFile: "\(stage.home)/commands.log"
        )
    }

    private func curlWords(
        _ gateway: ReadyLine,
        _ certificate: IssuedCertificate,
        _ token: String
    ) -> [String] {
        let caller = #""incoming_caller_id":"0123456789","incoming_caller_name":"Tester""#
        let payload = #"{"aps":{"alert":{\#(caller)}}}"#
        return [
            "curl", "-v", "--http2", "--cert", certificate.pem, "--cacert",
            certificate.authority, "-d", payload,
            "-H", "apns-push-type: voip", "-H", "apns-expiration: 0", "-H", "apns-priority: 0",
            "-H", "apns-topic: \(Self.bundle).voip",
            "https://localhost:\(gateway.providerPort ?? 0)/3/device/\(token)",
        ]
    }

    private var faultWords: [String] { fault.map { ["--fault", $0.rawValue] } ?? [] }

    private func decode<Value: Decodable>(
        _ type: Value.Type,
        _ bytes: [UInt8]
    ) throws(CommandFailure) -> Value {
        do {
            return try MessageCoder.decode(type, from: bytes)
        } catch {
            throw CommandFailure(.failed, "a sub-command's answer is not understood: \(error)")
        }
    }

    // MARK: Ringing

    private func ring(_ push: [String]) throws(CommandFailure) {
        script = DemoScript()
        let end = EventLoop.monotonicNanoseconds() + Int64(timeoutSeconds) * 1_000_000_000
        var errand = try fault == .pushPosted ? nil : post(push)
        while script?.order.hasAll != true {
            let left = end - EventLoop.monotonicNanoseconds()
            let isInTime = stage.wait(seconds: Double(left) / 1e9) {
                script?.order.hasAll == true || !actions.isEmpty || errand?.exitCode != nil
            }
            guard isInTime else {
                if stage.isInterrupted { throw CommandFailure(.failed, "interrupted") }
                return
            }
            if !actions.isEmpty { try perform(actions.removeFirst()) }
            if let ended = errand, let exitCode = ended.exitCode {
                errand = nil
                guard isTaken(exitCode, ended.output) else { return }
            }
        }
    }

    private func post(_ push: [String]) throws(CommandFailure) -> DemoStage.Errand {
        let now = MonotonicTime(nanoseconds: EventLoop.monotonicNanoseconds())
        take(TimelineEntry(at: now, who: .provider, step: .pushPosted, detail: "curl"))
        return try stage.start(push, errorFile: curlLog)
    }

    private var curlLog: String { "\(stage.home)/curl.log" }

    /// Whether the gateway took the push: it then answers with nothing but a status.
    private func isTaken(_ exitCode: Int32, _ answer: [UInt8]) -> Bool {
        guard exitCode != 0 || !answer.isEmpty else { return true }
        let reason = exitCode == 0 ? "" : "curl ended with \(exitCode), see \(curlLog) "
        let words = String(decoding: answer.prefix(200), as: UTF8.self)
        Output.error("the push was not taken: \(reason)\(words)")
        return false
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
        if entry.step == .pushRegistered { isRegistered = true }
        if let action = script?.take(entry) { actions.append(action) }
    }

    private func judge() throws(CommandFailure) {
        let violations = script?.order.violations ?? []
        guard violations.isEmpty else {
            throw CommandFailure(.failed, StepViolation.summary(of: violations))
        }
        say("\nAll \(StepOrder.steps.count) steps happened once, in order.")
        script = nil
    }

    private func stayUp(_ push: [String]) {
        let home = "--home \(shellWord(stage.home))"
        let program = shellWord(stage.program)
        say(
            """

            Ring again with the line above, then answer and hang up:

              \(program) call answer \(home)
              \(program) call end \(home)

            Ctrl-C ends the demo.

            """
        )
        _ = stage.wait(seconds: nil) { false }
    }

    /// Words for a person; a script that reads JSON finds them on standard error.
    private func say(_ text: String) {
        if isJSON {
            Output.note(text)
        } else {
            Output.line(text)
        }
    }
}
