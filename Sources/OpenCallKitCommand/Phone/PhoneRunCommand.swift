// SPDX-License-Identifier: Apache-2.0
import PushGateway
import CallModel
import Glibc
import PhoneHost
import PhoneNumbers
import PhoneServices

/// `opencallkit phone run`.
enum PhoneRunCommand {
    private static let gateway = Option(
        "gateway",
        value: "HOST:PORT",
        "the push service to be reached at (none)"
    )
    private static let authority = Option(
        "gateway-ca",
        value: "FILE",
        "the authority behind the push service, in PEM (see below)"
    )
    private static let activation = Option(
        "activation",
        value: "CODE",
        "makes the phone known to the push service; needed the first time alone"
    )

    private static let region = Option(
        "region",
        value: "CC",
        "the phone's home, such as GB (that of the locale)"
    )

    static let command = Command(
        "phone run",
        "run a phone: it holds the calls and starts the apps",
        options: [
            gateway, authority, activation, region, .trace, .json, .daemonFault, Lifeline.option,
        ],
        details: [
            """
            Says when it is ready, then runs until Ctrl-C or SIGTERM. Its calls and apps end
            with it.
            """,
            """
            Without --gateway-ca the authority is that of the gateway of this home, if there is
            one, else the system's.
            """,
            """
            --region is a country's two letters (ISO 3166-1). Numbers without a country code are
            read as they are dialled there, so that 020 7946 0018 in GB is +44 20 7946 0018.
            """,
            """
            Works on where nobody reads what it prints: over 4 MiB, lines are dropped and counted.
            """,
        ],
        examples: [
            "opencallkit phone run --region GB",
            "opencallkit phone run --gateway localhost:5223 --activation CODE",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        var options = PhoneOptions()
        options.home = invocation[.home]
        options.gateway = try gateway(invocation)
        options.faults = try invocation.faults()
        options.region = try homeRegion(invocation)?.code
        let isTraced = invocation.has(.trace)
        let hasGateway = fileExists(try GatewayPlace(invocation).paths.authorityCertificate)
        let output = DaemonOutput(
            "phone", HomeHints(home: invocation.homeWords, hasGateway: hasGateway))
        defer { output.finish() }
        let phone: PhoneService
        do {
            phone = try PhoneService(options: options, log: output.log) {
                if isTraced { output.trace($0) }
            }
        } catch {
            // Either another phone is in the way, which then answers, or the home is of no use.
            let runsAlready = (try? PhoneDoor(invocation)) != nil
            throw CommandFailure(runsAlready ? .unavailable : .cannotCreate, "\(error)")
        }
        do {
            try phone.start()
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
        announce(phone.paths, options.gateway, invocation, output)
        if invocation.has(Lifeline.option) { Lifeline.hold() }
        phone.run()
    }

    /// Nil where neither the option nor the locale names one: national numbers then stay as they
    /// are written.
    private static func homeRegion(_ invocation: Invocation) throws(CommandFailure) -> Region? {
        guard let code = invocation[region] else { return Region.ofLocale(localeName()) }
        guard let region = Region(code), region.callingCode != nil else {
            throw .usage(
                "--region takes the two letters of a country, such as GB, not '\(code)'", command)
        }
        return region
    }

    /// What the environment says of how numbers are written (locale(7)); empty where it says
    /// nothing.
    private static func localeName() -> String {
        for name in ["LC_ALL", "LC_TELEPHONE", "LANG"] {
            if let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty {
                return value
            }
        }
        return ""
    }

    private static func gateway(
        _ invocation: Invocation
    ) throws(CommandFailure) -> PhoneOptions.Gateway? {
        guard let place = invocation[gateway] else {
            for option in [authority, activation] where invocation.has(option) {
                throw .usage("--\(option.name) is of use only with --gateway", command)
            }
            return nil
        }
        let address = try HostAndPort(place, option: gateway, command)
        let ours = try GatewayPlace(invocation).paths.authorityCertificate
        return PhoneOptions.Gateway(
            host: address.host,
            port: address.port,
            authorityFile: invocation[authority] ?? (fileExists(ours) ? ours : nil),
            activationCode: invocation[activation]
        )
    }

    private static func announce(
        _ paths: HomePaths,
        _ gateway: PhoneOptions.Gateway?,
        _ invocation: Invocation,
        _ output: DaemonOutput
    ) {
        guard !invocation.has(.json) else {
            return output.ready(
                ReadyLine(
                    ready: "phone",
                    appSocket: paths.appSocket,
                    controlSocket: paths.controlSocket,
                    gateway: gateway.map { "\($0.host):\($0.port)" }
                )
            )
        }
        let home = invocation.homeWords
        output.line("The phone is ready; apps connect to \(paths.appSocket).")
        output.line("Next: opencallkit app install PATH\(home), or opencallkit app list\(home)")
    }
}
