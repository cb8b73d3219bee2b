// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKNetworking
import OCKWire

// What stands on the stage before the first call.
extension Demo {
    func checkCurl() throws(CommandFailure) {
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

    func startGateway() throws(CommandFailure) -> ReadyLine {
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

    func startPhone(_ gateway: ReadyLine) throws(CommandFailure) -> ReadyLine {
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

    /// The server that an app's maker runs, which sends with a key of the gateway's.
    func startProvider(_ gateway: ReadyLine) throws(CommandFailure) -> ReadyLine {
        let issued = try stage.run(["gateway", "issue", "key", "--output", stage.home, "--json"])
        let key = try decode(IssuedKeyLine.self, issued)
        let words = [
            "provider", "run", "--key", key.key, "--key-id", key.keyID, "--team-id", key.teamID,
            "--host", "localhost:\(gateway.providerPort ?? 0)",
        ]
        var started = try stage.startDaemon(
            "provider", words + ["--port", "8080"], mayBeUnavailable: true)
        let isUsual = started != nil
        if !isUsual { started = try stage.startDaemon("provider", words + ["--port", "0"]) }
        guard let ready = started else { preconditionFailure("a start without a port throws") }
        say("  provider \(address(ready))\(isUsual ? "" : " (8080 is taken)")")
        return ready
    }

    /// The far end of the app's calls.
    ///
    /// - Returns: Where it listens.
    func startEcho(_ app: HotlineApp) throws(CommandFailure) -> String {
        let words = [app.echo, "--port", "0", "--ring", "0.3", "--until-input-ends"]
        let echo = try stage.start(words, errorFile: "\(stage.home)/echo.log")
        _ = stage.wait(seconds: 20) { echo.output.last == 0x0A || echo.exitCode != nil }
        // Its only line ends with the address.
        let line = String(decoding: echo.output, as: UTF8.self).split { $0.isWhitespace }
        guard let address = line.last else {
            throw CommandFailure(
                .failed,
                stage.isInterrupted
                    ? "interrupted" : "HotlineEcho does not start; see \(stage.home)/echo.log")
        }
        say("  far end  \(address)")
        return String(address)
    }

    private func address(_ provider: ReadyLine) -> String {
        "http://localhost:\(provider.httpPort ?? 0)"
    }

    /// Puts the app on the phone and opens it once, so that it has a token for its pushes, and its
    /// provider has it too.
    func install(
        _ app: HotlineApp, on phone: ReadyLine, _ provider: ReadyLine, echo: String
    ) throws(CommandFailure) -> String {
        let info = "\(stage.home)/Hotline-Info.plist"
        try app.writeInfo(to: info, server: address(provider), echo: echo)
        let bundling = [
            "app", "bundle", app.executable, "--info", info, "--entitlements", app.entitlements,
            "--output", stage.home, "--json",
        ]
        let path = try decode(BundledApp.self, try stage.run(bundling)).path
        let installed = try stage.run(["app", "install", path, "--json"])
        try open(try decode(ListedApp.self, installed), on: phone)
        guard stage.wait(seconds: 20, until: { isRegistered }) else {
            throw CommandFailure(
                .failed,
                stage.isInterrupted
                    ? "interrupted"
                    : "Hotline's push token did not reach its provider; see \(stage.home)/*.log"
            )
        }
        let listed = try decode(ListedApp.self, try stage.run(["app", "list", "--json"]))
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

    /// What a back end says to the provider.
    func callWords(_ provider: ReadyLine) -> [String] {
        [
            "curl", "--fail-with-body", "-sS", "--json",
            #"{"to":"hotline","from":"0123456789","name":"Tester"}"#,
            "\(address(provider))/calls",
        ]
    }

    /// The push as a line of curl, with a certificate of its own.
    func pushWords(
        _ gateway: ReadyLine,
        _ token: String
    ) throws(CommandFailure) -> [String] {
        let issued = try stage.run([
            "gateway", "issue", "voip-certificate", Self.bundle, "--output", stage.home, "--json",
        ])
        let certificate = try decode(IssuedCertificate.self, issued)
        let caller = #""incoming_caller_id":"0123456789","incoming_caller_name":"Tester""#
        let payload = #"{"aps":{"alert":{\#(caller)}}}"#
        return [
            "curl", "-v", "--fail-with-body", "--http2", "--cert", certificate.pem, "--cacert",
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
}
