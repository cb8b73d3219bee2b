// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import PhoneServices
import PushGateway

/// Where the gateway of a home keeps its things: in a folder of its own beside the phone's.
struct GatewayPlace {
    let paths: GatewayPaths

    /// - Throws: Where the environment names no home: what to set.
    init(_ invocation: Invocation) throws(CommandFailure) {
        let home = try invocation.homePaths()
        paths = GatewayPaths(stateFolder: "\(home.state)/gateway", runtimeFolder: home.run)
    }

    /// Asks the gateway that runs here.
    ///
    /// - Throws: Where none does: says how to start one.
    func ask(_ request: GatewayControlRequest) throws(CommandFailure) -> GatewayControlReply {
        do {
            return try GatewayControlClient.ask(request, paths: paths)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Asks several things; see ``GatewayControlClient``.
    ///
    /// - Returns: Whether `onReply` ended it; false at the deadline.
    @discardableResult
    func talk(
        _ requests: [GatewayControlRequest],
        timeout: Duration? = .seconds(10),
        deadline: Duration? = nil,
        onReply: @escaping (GatewayControlReply) -> Bool
    ) throws(CommandFailure) -> Bool {
        do {
            return try GatewayControlClient.talk(
                requests, paths: paths, timeout: timeout, deadline: deadline, onReply: onReply)
        } catch {
            throw Self.failure(error)
        }
    }

    /// All of a list that the gateway has.
    func list<Element>(
        _ request: GatewayControlRequest,
        _ element: @escaping (GatewayControlReply) -> Element?
    ) throws(CommandFailure) -> [Element] {
        var elements: [Element] = []
        try talk([request]) { reply in
            if let element = element(reply) { elements.append(element) }
            return reply != .end
        }
        return elements
    }

    /// Has something done, and says what was.
    func order(
        _ request: GatewayControlRequest, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard case .done(let words) = try ask(request) else { throw Self.misunderstood }
        if invocation.has(.json) { return try Output.json(DoneLine(done: words)) }
        Output.line(words)
    }

    /// Has a gateway that runs here take up the keys and revocations of its folder.
    ///
    /// - Returns: Its ports; nil where none runs.
    func reload() throws(CommandFailure) -> GatewayPorts? {
        var ports: GatewayPorts?
        var isDone = false
        do {
            // The status comes at once, and the folder takes a moment to read.
            try GatewayControlClient.talk([.reload, .status], paths: paths) {
                switch $0 {
                case .status(let status): ports = status.ports
                case .done: isDone = true
                default: break
                }
                return ports == nil || !isDone
            }
        } catch .notRunning {
            return nil
        } catch {
            throw Self.failure(error)
        }
        return ports
    }

    static let misunderstood = CommandFailure(
        .failed,
        "the gateway's answer is not understood; use the gateway and the command of one release"
    )

    /// Does what the gateway's rooms may refuse, and passes a refusal on as the command's.
    static func doing<Result>(
        _ body: () throws(GatewayError) -> Result
    ) throws(CommandFailure) -> Result {
        do {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    /// The exit code that says best what kind of failure it is.
    static func failure(_ error: GatewayError) -> CommandFailure {
        switch error {
        case .file, .store: CommandFailure(.cannotCreate, "\(error)")
        case .network(.pathTooLong): CommandFailure(.cannotCreate, "\(error)")
        case .network(.permissionDenied): CommandFailure(.noPermission, "\(error)")
        case .alreadyRunning, .network, .notRunning: CommandFailure(.unavailable, "\(error)")
        case .credentials, .refused: CommandFailure(.failed, "\(error)")
        }
    }
}

/// What the gateway says it has done, as a script reads it.
struct DoneLine: Hashable, Sendable, Codable {
    var done: String
}
