// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKWire

/// An APNs client from PyPI that goes through its steps against a gateway which stands at Apple's
/// names.
struct PythonClient {
    /// What a client is asked to do, one after the other, with what it keeps in between.
    struct Step: Encodable {
        var name: String
        /// The device's, in hexadecimal.
        var token: String
        /// Whether with a client that is made anew, as its user has to.
        var renewed = false
        /// The path of a pipe that gives a line when it is time.
        var after: String?
    }

    /// What it made of a step.
    struct Outcome: Decodable {
        var name: String
        /// Empty for an accepted push; nil where the client has no answer.
        var reason: String?
        var timestamp: Int64?
        /// The client's own words.
        var error: String?
        /// What it has warned of.
        var logged: [String]
        /// How many connections it has opened so far.
        var connections: Int
    }

    enum Identity {
        case certificate(String)
        case key(ProviderKey)
    }

    /// The driver's name: `aioapns` is driven by `aioapns_client.py`.
    var name: String

    private struct Argument: Encodable {
        var port: UInt16
        var authority: String
        var topic = GatewayTemplate.voipTopic
        var certificate: String?
        var key: String?
        var keyID: String?
        var teamID: String?
        var steps: [Step]
    }

    /// Takes the client through the steps, in one process.
    func run(_ stand: GatewayStand, _ identity: Identity, _ steps: [Step]) throws -> [Outcome] {
        try outcomes(of: try start(stand, identity, steps))
    }

    /// Lets it begin; each outcome is a line of its output.
    func start(_ stand: GatewayStand, _ identity: Identity, _ steps: [Step]) throws -> Program {
        var argument = Argument(
            port: stand.ready.providerPort, authority: stand.ready.authority, steps: steps)
        switch identity {
        case .certificate(let path): argument.certificate = path
        case .key(let key):
            argument.key = key.path
            argument.keyID = key.keyID
            argument.teamID = key.teamID
        }
        let text = String(decoding: try MessageCoder.encode(argument), as: UTF8.self)
        let python = "\(Binaries.package)/.build/clients-venv/bin/python"
        guard access(python, X_OK) == 0 else {
            throw Failure("there is no \(python): run Scripts/setup test")
        }
        let script = "\(Binaries.package)/Tests/EndToEnd/Python/\(name)_client.py"
        let trust = "SSL_CERT_FILE=\(stand.ready.authority)"
        return try Program(["env", trust, python, "-B", script, text])
    }

    /// Waits for its end.
    func outcomes(of program: Program) throws -> [Outcome] {
        guard try program.end() == 0 else {
            throw Failure("\(name): \(program.output) \(program.errors)")
        }
        return try program.output.map { try decode(Outcome.self, $0) }
    }
}
