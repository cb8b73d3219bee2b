// SPDX-License-Identifier: Apache-2.0
import CallModel
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
        "likewise, for apps that are built for development (none)"
    )
    private static let devicePort = Option(
        "device-port",
        value: "PORT",
        "for phones (5223); 0 takes any free one"
    )

    static let command = Command(
        "gateway run",
        "run a push service that speaks APNs' protocol",
        options: [
            host, providerPort, sandboxPort, devicePort, .trace, .json, .daemonFault,
            Lifeline.option,
        ],
        details: [
            """
            Makes its own authority and server certificate at the first start. Says when it is
            ready, then runs until Ctrl-C or SIGTERM. A line for each push goes to standard error.
            """,
            """
            Works on where nobody reads what it prints: over 4 MiB, lines are dropped and counted.
            """,
        ],
        examples: [
            "opencallkit gateway run", "opencallkit gateway run --provider-port 0 --device-port 0",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        var options = GatewayOptions()
        options.host = invocation[host] ?? options.host
        options.providerPort = try invocation.port(providerPort) ?? options.providerPort
        options.sandboxPort = try invocation.port(sandboxPort)
        options.devicePort = try invocation.port(devicePort) ?? options.devicePort
        options.faults = try invocation.faults()
        let faults = options.faults
        let isTraced = invocation.has(.trace)
        let place = GatewayPlace(invocation)
        let output = DaemonOutput("gateway")
        defer { output.finish() }
        do {
            try GatewayService.run(
                options: options,
                paths: place.paths,
                onReady: { _, ports in announce(ports, options, place, invocation, output) },
                onTrace: { if isTraced, !faults.contains($0.step) { output.trace($0) } },
                onLog: output.log
            )
        } catch {
            throw GatewayPlace.failure(error)
        }
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
            let line = ReadyLine(
                ready: "gateway",
                host: options.host,
                providerPort: ports.provider,
                sandboxPort: ports.sandbox,
                devicePort: ports.device,
                authority: place.paths.authorityCertificate
            )
            return output.ready(line)
        }
        let sandbox = ports.sandbox.map { " (\($0) for development)" } ?? ""
        output.line(
            "The gateway is ready: providers on \(options.host):\(ports.provider)\(sandbox), "
                + "phones on \(options.host):\(ports.device)."
        )
        let home = invocation.homeWords
        output.line("Next: opencallkit gateway issue activation\(home), then start a phone with it")
    }
}
