// SPDX-License-Identifier: Apache-2.0
import PushGateway
import PushSender

/// What the sub-commands that send pushes have in common: where to, and who sends.
enum ProviderOptions {
    static let key = Option(
        "key", value: "FILE", "a key to sign provider tokens with, as .p8; with its two ids")
    static let keyID = Option("key-id", value: "ID", "the key's identifier, ten letters and digits")
    static let teamID = Option("team-id", value: "ID", "the team's identifier, likewise")
    static let certificate = Option(
        "certificate", value: "FILE", "or a push certificate with its key, as .pem or .p12")
    static let password = Option(
        "password-file", value: "FILE",
        "the .p12's password is its first line; without it, or with -, it is asked for")
    static let host = Option(
        "host", value: "HOST", "sandbox, production, or HOST:PORT (localhost:8443)")
    static let authority = Option(
        "cacert", value: "FILE", "the authority of the server's certificate, in PEM (see below)")

    static let all = [key, keyID, teamID, certificate, password, host, authority]

    static let details = """
        HOST may be sandbox:2197 or production:2197, where Apple serves as well. Without --cacert,
        this home's gateway is trusted where HOST is this machine, else the system's authorities.
        """

    private static let fileLimit = 1 << 20

    /// A sender for what the command line says.
    ///
    /// - Throws: A failure that names the option, the rule and the next step.
    static func sender(_ invocation: Invocation) throws(CommandFailure) -> PushSender {
        let endpoint = try endpoint(invocation)
        return try credentials(invocation).sender(to: endpoint)
    }

    /// Who sends, and whom to trust; read once for all that is sent to.
    struct Credentials {
        let identity: PushSender.Identity
        /// The file that they are read from.
        let file: String
        /// What `--cacert` names.
        let authority: [UInt8]?
        /// The certificate of this home's gateway, where there is one.
        let homeAuthority: String?

        /// A sender to a place.
        func sender(to endpoint: PushSender.Endpoint) throws(CommandFailure) -> PushSender {
            var trust = authority
            if trust == nil, isThisMachine(endpoint.host), let homeAuthority,
                fileExists(homeAuthority)
            {
                trust = try readFile(homeAuthority, limit: fileLimit)
            }
            do {
                return try PushSender(endpoint: endpoint, identity: identity, trust: trust)
            } catch .unusableIdentity(let reason) {
                throw CommandFailure(.badData, unusable(reason))
            } catch {
                throw failure(error)
            }
        }

        private func unusable(_ reason: String) -> String {
            let words = "\(file): \(reason)"
            if reason.contains("password does not open") {
                return "\(words); --\(password.name) FILE names a file with it"
            }
            if reason.contains("no unencrypted PEM") {
                return "\(words); a push certificate's file has the certificate and its private key"
            }
            return words
        }
    }

    static func credentials(_ invocation: Invocation) throws(CommandFailure) -> Credentials {
        let identity = try identity(invocation)
        var trust: [UInt8]?
        if let file = invocation[authority] { trust = try readFile(file, limit: fileLimit) }
        return Credentials(
            identity: identity, file: invocation[key] ?? invocation[certificate] ?? "",
            authority: trust,
            homeAuthority: (try? GatewayPlace(invocation))?.paths.authorityCertificate)
    }

    /// Where to send to.
    static func endpoint(
        _ invocation: Invocation
    ) throws(CommandFailure) -> PushSender.Endpoint {
        try endpoint(invocation[host] ?? "localhost:8443", host, invocation.command)
    }

    /// The place that an option's value names.
    static func endpoint(
        _ text: String, _ option: Option, _ command: Command
    ) throws(CommandFailure) -> PushSender.Endpoint {
        switch text {
        case "sandbox", "development": return .development
        case "production": return .production
        case "sandbox:2197", "development:2197":
            return PushSender.Endpoint.development.onAlternativePort
        case "production:2197": return PushSender.Endpoint.production.onAlternativePort
        default:
            let forms = "sandbox, production or HOST:PORT, such as localhost:8443"
            let place = try HostAndPort(text, option: option, forms: forms, command)
            return PushSender.Endpoint(host: place.host, port: place.port)
        }
    }

    /// Whether the pushes go to a gateway of this home, whose log tells about them.
    static func isHomeGateway(_ invocation: Invocation) -> Bool {
        guard let endpoint = try? endpoint(invocation), !invocation.has(authority),
            let home = try? GatewayPlace(invocation)
        else { return false }
        return isThisMachine(endpoint.host) && fileExists(home.paths.authorityCertificate)
    }

    private static func isThisMachine(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    private static func identity(
        _ invocation: Invocation
    ) throws(CommandFailure) -> PushSender.Identity {
        let command = invocation.command
        switch (invocation[key], invocation[certificate]) {
        case (let file?, nil):
            guard let keyID = invocation[keyID], let teamID = invocation[teamID] else {
                throw .usage("--key needs --key-id and --team-id beside it", command)
            }
            for (option, id) in [(Self.keyID, keyID), (Self.teamID, teamID)] {
                guard isIdentifier(id) else {
                    throw .usage(
                        "--\(option.name) takes ten capital letters and digits, not '\(id)'",
                        command)
                }
            }
            return .providerToken(
                key: try readFile(file, limit: fileLimit), keyID: keyID, teamID: teamID)
        case (nil, let file?):
            for option in [keyID, teamID] where invocation.has(option) {
                throw .usage("--\(option.name) is of use only with --key", command)
            }
            let bytes = try readFile(file, limit: fileLimit)
            guard isPKCS12(bytes) else { return .certificate(pem: bytes) }
            return .p12(bytes, password: try filePassword(invocation, of: file))
        case (nil, nil):
            throw .usage(
                "'\(command.name)' needs --key with its ids, or --certificate", command)
        case (_?, _?):
            throw .usage("--key and --certificate exclude each other", command)
        }
    }

    /// Apple's identifiers of keys and teams all have this form.
    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
            }
    }

    /// PKCS#12 is DER, and so begins with a SEQUENCE; PEM is text.
    private static func isPKCS12(_ bytes: [UInt8]) -> Bool { bytes.first == 0x30 }

    private static func filePassword(
        _ invocation: Invocation, of file: String
    ) throws(CommandFailure) -> String {
        if let password = try invocation.password() { return password }
        // An export without a password is opened by an empty one.
        return PasswordPrompt.ask("Password of \(file) (none: Return): ") ?? ""
    }

    /// The failure with the exit code that says best what kind it is, and the option that helps.
    static func failure(_ error: PushSenderError) -> CommandFailure {
        switch error {
        case .unusableIdentity: return CommandFailure(.badData, "\(error)")
        case .invalidNotification: return CommandFailure(.usage, "\(error)")
        case .refusedConnection(nil, let detail)
        where detail.contains("issuer certificate") || detail.contains("self-signed certificate"):
            return CommandFailure(
                .unavailable,
                "\(error); give --\(authority.name) with the server's authority, or --home with "
                    + "the gateway's home")
        case .refusedConnection(nil, let detail) where detail.contains("certificate revoked"):
            return CommandFailure(.unavailable, "\(error); make a new push certificate")
        case .unreachable(let detail) where detail.contains("Connection refused"):
            return CommandFailure(
                .unavailable,
                "\(error); 'opencallkit gateway status' tells whether the gateway runs, and its "
                    + "ports")
        case .unreachable, .connectionLost, .timedOut, .refusedConnection, .refusedStream:
            return CommandFailure(.unavailable, "\(error)")
        case .overloaded, .shutDown: return CommandFailure(.failed, "\(error)")
        }
    }
}
