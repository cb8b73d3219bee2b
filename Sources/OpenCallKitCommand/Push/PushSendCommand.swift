// SPDX-License-Identifier: Apache-2.0
import PushSender

/// `opencallkit push send`.
enum PushSendCommand {
    private static let token = Argument("TOKEN", "the app's push token, in hexadecimal")
    private static let topic = Option(
        "topic", value: "TOPIC", "the bundle identifier with .voip after it (needed)")
    private static let certificate = Option(
        "cert", value: "FILE", "the push certificate and its key, in PEM (needed)")
    private static let authority = Option(
        "cacert", value: "FILE", "the authority of the server's certificate, in PEM (the system's)")
    private static let server = Option(
        "server", value: "HOST:PORT", "where to send it to (localhost:8443)")
    private static let data = Option("data", value: "JSON", "the payload ({})")
    private static let identifier = Option(
        "id", value: "UUID", "the apns-id, in lower case (the server makes one)")

    static let command = Command(
        "push send",
        "send a VoIP push",
        arguments: [token],
        options: [topic, certificate, authority, server, data, identifier, .json],
        examples: [
            "opencallkit push send TOKEN --topic com.example.hotline.voip "
                + "--cert voip.pem --cacert ca.pem"
        ],
        run: run
    )

    /// The server's answer as a script reads it.
    private struct Line: Encodable {
        let id: String
        let status: Int
        let reason: String?
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let notification = PushNotification(
            topic: try needed(topic, invocation), payload: Array((invocation[data] ?? "{}").utf8),
            apnsID: invocation[identifier])
        let sender = try sender(invocation)
        let token = invocation.required(token)
        let isJSON = invocation.has(.json)
        let outcome = awaited { try await sender.send(notification, to: token) }
        sender.shutDown()
        switch outcome {
        case .success(let receipt):
            if isJSON { return try Output.json(Line(id: receipt.apnsID, status: 200, reason: nil)) }
            Output.line("Taken, as \(receipt.apnsID).")
        case .failure(let rejection as PushRejection):
            if isJSON {
                try Output.json(
                    Line(
                        id: rejection.apnsID, status: rejection.status,
                        reason: rejection.reason.rawValue))
            }
            throw CommandFailure(.failed, "\(rejection)")
        case .failure(let error as PushSenderError):
            throw CommandFailure(code(of: error), "\(error)")
        case .failure(let error): throw CommandFailure(.failed, "\(error)")
        }
    }

    private static func sender(_ invocation: Invocation) throws(CommandFailure) -> PushSender {
        let place = try HostAndPort(invocation[server] ?? "localhost:8443", option: server, command)
        let limit = 1 << 20
        let identity = try readFile(try needed(certificate, invocation), limit: limit)
        var trust: [UInt8]?
        if let file = invocation[authority] { trust = try readFile(file, limit: limit) }
        do {
            return try PushSender(
                endpoint: PushSender.Endpoint(host: place.host, port: place.port),
                identity: .certificate(pem: identity), trust: trust)
        } catch {
            throw CommandFailure(code(of: error), "\(error)")
        }
    }

    private static func needed(
        _ option: Option, _ invocation: Invocation
    ) throws(CommandFailure) -> String {
        guard let value = invocation[option] else {
            throw .usage("'push send' needs --\(option.name) \(option.value ?? "")", command)
        }
        return value
    }

    private static func code(of error: PushSenderError) -> ExitCode {
        switch error {
        case .unusableIdentity: .badData
        case .invalidNotification: .usage
        case .unreachable, .connectionLost, .timedOut: .unavailable
        case .overloaded, .shutDown, .refusedConnection, .refusedStream: .failed
        }
    }
}
