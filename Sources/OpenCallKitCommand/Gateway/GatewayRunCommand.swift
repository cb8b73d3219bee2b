// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKNetworking
import PushGateway

/// `opencallkit gateway run`.
enum GatewayRunCommand {
    private static let host = Option(
        "host",
        value: "ADDRESS",
        "where to listen (127.0.0.1); any other opens the gateway to the network"
    )
    private static let providerPort = Option(
        "provider-port",
        value: "PORT",
        "for providers, who post pushes (8443); 0 takes any free one"
    )
    private static let sandboxPort = Option(
        "sandbox-port",
        value: "PORT",
        "likewise, for apps built for development (the next one); or none"
    )
    private static let devicePort = Option(
        "device-port",
        value: "PORT",
        "for phones (5223); 0 takes any free one"
    )
    private static let metricsPort = Option(
        "metrics-port",
        value: "PORT",
        "for /metrics in Prometheus' text format, on the loopback (none)"
    )
    private static let strict = Option(
        "strict", "refuse what Apple lets through though it is not as it should be")
    private static let streams = Option(
        "max-streams", value: "N", "requests at a time on one connection (1000)")
    private static let badCertificates = Option(
        "bad-certificates", value: "HOW", "refuse them by a TLS alert, goaway or answer (alert)")
    private static let documentedReasons = Option(
        "documented-reasons", "spell BadEnvironmentKeyIdInToken as Apple's page does")
    private static let idleTimeout = Option(
        "idle-timeout", value: "TIME", "when an idle provider gets GOAWAY IdleTimeout (65m)")
    private static let unregisteredDelay = Option(
        "unregistered-delay", value: "TIME", "how long a gone app's token still gets 200 (0s)")
    private static let tokenRate = Option(
        "token-rate", value: "N/TIME", "pushes to one token, such as 5/10s (any number)")
    private static let lateWindow = Option(
        "late-window", value: "TIME", "how late a push of expiration 0 may come (never late)")
    private static let payloads = Option(
        "payloads", "keep payloads in memory, for 'gateway received' and 'log --json'")
    private static let faults = Option("faults", value: "FILE", "what goes wrong on purpose")
    private static let quiet = Option("quiet", "no line on standard error for accepted pushes")

    static let command = Command(
        "gateway run",
        "run a push service that speaks APNs' protocol",
        options: [
            host, providerPort, sandboxPort, devicePort, metricsPort, badCertificates, strict,
            documentedReasons, idleTimeout, streams, unregisteredDelay, tokenRate, lateWindow,
            payloads, faults, quiet, .trace,
            .json, .daemonFault, Lifeline.option,
        ],
        details: [
            """
            Makes its own authority and server certificate at the first start. Says when it is
            ready, then runs until Ctrl-C or SIGTERM: providers get a GOAWAY with the reason
            Shutdown, and what was accepted is finished. A line for each push goes to standard
            error.
            """,
            """
            A provider's environment is that of its port; where it asks for api.push.apple.com or
            api.sandbox.push.apple.com by name (SNI), the name decides.
            """,
            """
            By default it is as lenient as Apple is, with a remark in the log: priority 0, an iat
            that is a string, upper-case ids, no ALPN.
            """,
            GatewayFaultLoadCommand.format,
            """
            Works on where nobody reads what it prints: over 4 MiB, lines are dropped and counted.
            """,
        ],
        examples: [
            "opencallkit gateway run",
            "opencallkit gateway run --provider-port 0 --device-port 0 --json",
            "opencallkit gateway run --strict --payloads --faults faults.json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let options = try options(invocation)
        let isTraced = invocation.has(.trace)
        let place = try GatewayPlace(invocation)
        let output = DaemonOutput("gateway", HomeHints(home: invocation.homeWords))
        defer { output.finish() }
        do {
            try GatewayService.run(
                options: options,
                paths: place.paths,
                onReady: { _, ports in announce(ports, options, place, invocation, output) },
                onTrace: isTraced
                    ? { if !options.faults.contains($0.step) { output.trace($0) } } : nil,
                onLog: output.log
            )
        } catch .network(.portTaken(let host, let port)) {
            throw CommandFailure.portTaken(host, port, option(of: port, in: options))
        } catch {
            throw GatewayPlace.failure(error)
        }
    }

    /// The option that gave a port.
    private static func option(of port: UInt16, in options: GatewayOptions) -> Option {
        switch port {
        case options.metricsPort: metricsPort
        case options.devicePort: devicePort
        case options.sandboxPort: sandboxPort
        default: providerPort
        }
    }

    private static func options(_ invocation: Invocation) throws(CommandFailure) -> GatewayOptions {
        var options = GatewayOptions()
        options.host = invocation[host] ?? options.host
        options.providerPort = try invocation.port(providerPort) ?? options.providerPort
        options.sandboxPort = try sandboxPort(invocation, after: options.providerPort)
        options.devicePort = try invocation.port(devicePort) ?? options.devicePort
        options.metricsPort = try invocation.port(metricsPort)
        options.isStrict = invocation.has(strict)
        options.usesDocumentedSpelling = invocation.has(documentedReasons)
        options.idleTimeout = try invocation.seconds(idleTimeout).map(interval)
        options.streamCountMax = try invocation.number(streams, in: 1...100_000)
        if let word = invocation[badCertificates] {
            guard let choice = GatewayOptions.BadCertificates(rawValue: word) else {
                throw .usage(
                    "--bad-certificates takes alert, goaway or answer, not '\(word)'", command)
            }
            options.badCertificates = choice
        }
        options.unregisteredDelay = try invocation.seconds(unregisteredDelay).map(interval)
        options.lateWindow = try invocation.seconds(lateWindow).map(interval)
        options.tokenRate = try tokenRate(invocation)
        options.keepsPayloads = invocation.has(payloads)
        options.logsAccepted = !invocation.has(quiet)
        if let file = invocation[faults] {
            options.faultForms = try GatewayFaultLoadCommand.faults(from: file)
        }
        options.faults = try invocation.faults()
        return options
    }

    /// With a chosen or free provider port, the sandbox is beside it or free too, so that two
    /// gateways do not get in each other's way.
    private static func sandboxPort(
        _ invocation: Invocation, after providerPort: UInt16
    ) throws(CommandFailure) -> UInt16? {
        if invocation[sandboxPort] == "none" { return nil }
        if let port = try invocation.port(sandboxPort) { return port }
        return providerPort == 0 || providerPort == .max ? 0 : providerPort + 1
    }

    private static func tokenRate(
        _ invocation: Invocation
    ) throws(CommandFailure) -> GatewayOptions.TokenRate? {
        guard let text = invocation[tokenRate] else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let count = Int(parts[0]), (1...1_000_000).contains(count),
            let seconds = parts.count == 1 ? 1 : secondsValue(String(parts[1])), seconds > 0
        else {
            throw .usage(
                "--token-rate takes a number of pushes and a time, such as 5/10s, not '\(text)'",
                command)
        }
        return GatewayOptions.TokenRate(count: count, interval: interval(seconds))
    }

    private static func interval(_ seconds: Double) -> Interval {
        .milliseconds(Int64((seconds * 1_000).rounded()))
    }

    private static func announce(
        _ ports: GatewayPorts,
        _ options: GatewayOptions,
        _ place: GatewayPlace,
        _ invocation: Invocation,
        _ output: DaemonOutput
    ) {
        if invocation.has(Lifeline.option) { Lifeline.hold() }
        if invocation.has(.json) {
            var line = ReadyLine(ready: "gateway")
            line.host = options.host
            line.providerPort = ports.provider
            line.sandboxPort = ports.sandbox
            line.devicePort = ports.device
            line.metricsPort = ports.metrics
            line.authority = place.paths.authorityCertificate
            return output.ready(line)
        }
        let sandbox = ports.sandbox.map { " (\($0) for development)" } ?? ""
        output.line(
            "The gateway is ready: providers on \(options.host):\(ports.provider)\(sandbox), "
                + "phones on \(options.host):\(ports.device)."
        )
        if let port = ports.metrics { output.line("Metrics: http://127.0.0.1:\(port)/metrics") }
        let home = invocation.homeWords
        let isAnywhere = ["127.0.0.1", "0.0.0.0", "::", "::1"].contains(options.host)
        let place = isAnywhere ? "localhost" : options.host
        output.line(
            "Next: opencallkit phone run\(home) --gateway \(place):\(ports.device) "
                + "--activation $(opencallkit gateway issue activation\(home))"
        )
    }
}
