// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKTimeline
import OCKWire

/// A gateway alone, a real process in a home of its own, for tests that play the provider and the
/// phone themselves.
final class GatewayStand {
    let home: String
    private(set) var gateway: Program
    private(set) var ready: Ready
    private let options: [String]

    /// The gateway's ready line, as far as tests need it.
    struct Ready: Decodable {
        var providerPort: UInt16
        var sandboxPort: UInt16?
        var devicePort: UInt16
        var authority: String
    }

    /// A copy of the home in which everything has been issued.
    ///
    /// - Parameter options: Further ones of `gateway run`.
    /// - Throws: Where the gateway does not start.
    init(_ options: [String] = []) throws {
        let template = try GatewayTemplate.shared.get()
        self.options = options
        home = try makeTemporaryFolder()
        try Tool.run(["cp", "-a", "\(template.home)/.", home])
        let ports = [
            "--provider-port", try FreePort.find(), "--sandbox-port", try FreePort.find(),
            "--device-port", try FreePort.find(),
        ]
        (gateway, ready) = try Self.start(home, ports + options)
    }

    deinit {
        gateway.signal(SIGTERM)
        _ = try? gateway.end(within: 20)
        _ = try? Tool.run(["rm", "-rf", home])
    }

    private static func start(_ home: String, _ words: [String]) throws -> (Program, Ready) {
        let run = [Binaries.opencallkit, "gateway", "run", "--home", home, "--json", "--trace"]
        let program = try Program(run + words)
        let deadline = Deadline(30)
        while program.output.isEmpty {
            try Program.read([program], until: deadline, for: "the gateway to be ready")
        }
        return (program, try decode(Ready.self, program.output[0]))
    }

    /// Ends it with SIGKILL, and starts it on the same ports.
    func killAndStartAgain() throws { try startAgain(after: SIGKILL) }

    /// Ends it with a signal, and starts it on the same ports.
    func startAgain(after signal: Int32) throws {
        gateway.signal(signal)
        try gateway.end()
        var words = [
            "--provider-port", String(ready.providerPort), "--device-port",
            String(ready.devicePort),
        ]
        if let port = ready.sandboxPort { words += ["--sandbox-port", String(port)] }
        (gateway, ready) = try Self.start(home, words + options)
    }

    /// Runs a sub-command on this home, to its end.
    ///
    /// - Throws: Where it fails.
    @discardableResult
    func command(_ words: [String]) throws -> Program {
        let program = try Program([Binaries.opencallkit] + words + ["--home", home])
        try program.end()
        try expectSuccess(program)
        return program
    }

    /// What the gateway has written to standard error since it was last read.
    func log(upTo deadline: Deadline, until isFound: (String) -> Bool) throws {
        while !gateway.errors.contains(where: isFound) {
            try Program.read([gateway], until: deadline, for: "a line of the log")
        }
    }

    /// Where it listens for pushes, as a URL up to the token.
    func url(_ environment: PushEnvironment = .production) throws -> String {
        let port: UInt16
        switch environment {
        case .production: port = ready.providerPort
        case .development:
            guard let sandbox = ready.sandboxPort else { throw Failure("there is no sandbox") }
            port = sandbox
        }
        return "https://localhost:\(port)/3/device/"
    }
}
