// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKNetworking
import PhoneServices
import ProviderServer
import PushSender

/// `opencallkit provider run`.
enum ProviderRunCommand {
    private static let port = Option(
        "port", value: "PORT", "where to listen on 127.0.0.1 (8080); 0 takes any free one")
    private static let sandboxHost = Option(
        "sandbox-host", value: "HOST", "where to send for apps in development (see below)")

    static let command = Command(
        "provider run",
        "run a provider: the server that keeps an app's tokens and rings its users",
        options: [port] + ProviderOptions.all + [
            sandboxHost, .trace, .json, Lifeline.option,
        ],
        details: [
            """
            Apps put their push tokens here, a back end asks for a call, and each of the user's
            phones gets a VoIP push. Tokens that the push service calls dead are forgotten. It
            speaks JSON over HTTP/1.1, to this machine alone:
            """,
            """
              PUT    /tokens         {"user":"ann","bundle":"com.example.hotline",
                                      "environment":"production","token":"HEX"}
              DELETE /tokens/TOKEN
              GET    /tokens         also with ?user=ann; shows each token's first digits
              POST   /calls          {"to":"ann","from":"0123456789"}, and if wanted "name",
                                     "video" (true), "call" (a UUID), "bundle" (one app
                                     of the user's), "expires" (seconds that the push
                                     may wait; 0)
            """,
            """
            A push's payload has "call", "handle", "name", "video" and "timestamp" (milliseconds
            since 1970). The answer to POST /calls tells what became of each push; its status is
            200 if one was accepted, 502 if none was, 404 if the user has no token. Ring a phone
            so:
            """,
            """
              curl --json '{"to":"ann","from":"0123456789"}' http://localhost:8080/calls
            """,
            ProviderOptions.details,
            """
            With --host production, pushes for apps in development go to sandbox; with a HOST of
            one's own, all go there unless --sandbox-host is given.
            """,
            """
            Says when it is ready, then runs until Ctrl-C or SIGTERM. A line for each token and
            call goes to standard error.
            """,
        ],
        examples: [
            "opencallkit provider run --certificate com.example.hotline.voip.pem",
            "opencallkit provider run --host production --key KEY.p8 --key-id ID --team-id ID",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let folder = "\(try invocation.homePaths().state)/provider"
        var options = ProviderServerOptions()
        options.port = try invocation.port(port) ?? options.port
        let senders = try senders(invocation)
        let isTraced = invocation.has(.trace)
        let output = DaemonOutput("provider", HomeHints(home: invocation.homeWords))
        defer { output.finish() }
        do {
            try ProviderServer.run(
                options: options, folder: folder, senders: senders,
                onReady: { announce($0, invocation, output) },
                onLog: output.log,
                onEvent: { if isTraced { output.trace(entry($0)) } }
            )
        } catch .network(.portTaken(let host, let port)) {
            throw CommandFailure.portTaken(host, port, Self.port)
        } catch {
            throw failure(error)
        }
    }

    private static func senders(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [TokenEnvironment: any PushSending] {
        let main = try ProviderOptions.endpoint(invocation)
        let sandbox: PushSender.Endpoint? =
            if let text = invocation[sandboxHost] {
                try ProviderOptions.endpoint(text, sandboxHost, invocation.command)
            } else if main.host == PushSender.Endpoint.production.host {
                PushSender.Endpoint(
                    host: PushSender.Endpoint.development.host, port: main.port)
            } else {
                nil
            }
        let credentials = try ProviderOptions.credentials(invocation)
        let sender = try credentials.sender(to: main)
        guard let sandbox else { return [.production: sender, .development: sender] }
        return [.production: sender, .development: try credentials.sender(to: sandbox)]
    }

    private static func entry(_ event: ProviderServerEvent) -> TimelineEntry {
        let now = MonotonicTime(nanoseconds: EventLoop.monotonicNanoseconds())
        return switch event {
        case .tokenKept(let bundle):
            TimelineEntry(at: now, who: .provider, step: .pushRegistered, bundle: bundle)
        case .pushPosted(let bundle):
            TimelineEntry(at: now, who: .provider, step: .pushPosted, bundle: bundle)
        }
    }

    private static func announce(
        _ port: UInt16, _ invocation: Invocation, _ output: DaemonOutput
    ) {
        if invocation.has(Lifeline.option) { Lifeline.hold() }
        guard !invocation.has(.json) else {
            return output.ready(ReadyLine(ready: "provider", host: "127.0.0.1", httpPort: port))
        }
        output.line("The provider is ready on http://localhost:\(port).")
        let body = #"{"to":"USER","from":"HANDLE"}"#
        output.line("Next: curl --json '\(body)' http://localhost:\(port)/calls")
    }

    private static func failure(_ error: ProviderServerError) -> CommandFailure {
        switch error {
        case .file, .store: CommandFailure(.cannotCreate, "\(error)")
        case .network(.permissionDenied): CommandFailure(.noPermission, "\(error)")
        case .network: CommandFailure(.unavailable, "\(error)")
        }
    }
}
