// SPDX-License-Identifier: Apache-2.0
import PhoneServices
import PushGateway

/// Where the gateway of a home keeps its things: in a folder of its own beside the phone's.
struct GatewayPlace {
    let paths: GatewayPaths

    init(_ invocation: Invocation) {
        let home = HomePaths(home: invocation[.home])
        paths = GatewayPaths(stateFolder: "\(home.state)/gateway", runtimeFolder: home.run)
    }

    /// The exit code that says best what kind of failure it is.
    static func failure(_ error: GatewayError) -> CommandFailure {
        switch error {
        case .file, .store, .storeTooNew: CommandFailure(.cannotCreate, "\(error)")
        case .alreadyRunning, .network, .notRunning: CommandFailure(.unavailable, "\(error)")
        case .credentials, .refused: CommandFailure(.failed, "\(error)")
        }
    }
}
