// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import PhoneServices
import PushGateway

/// Where the gateway of a home keeps its things: in a folder of its own beside the phone's.
struct GatewayPlace {
    let paths: GatewayPaths

    init(_ invocation: Invocation) {
        let home = HomePaths(home: invocation[.home])
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

    static let misunderstood = CommandFailure(
        .failed,
        "the gateway's answer is not understood; use the gateway and the command of one release"
    )

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
