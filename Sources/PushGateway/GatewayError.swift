// SPDX-License-Identifier: Apache-2.0
package import OCKCredentials
package import OCKNetworking
package import OCKStorage

/// Why the gateway, or a command about it, cannot go on.
///
/// The description is one line for an operator.
package enum GatewayError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file or folder cannot be used. Mend what it names, or use another folder.
    case file(FileError)
    /// Another gateway runs on the same state folder. Stop it, or use another folder.
    case alreadyRunning(stateFolder: String)
    /// A port or a socket cannot be used. Choose another, or mend what it names.
    case network(NetworkingError)
    /// A certificate or key of the state folder, or one to be issued.
    case credentials(path: String?, CredentialsError)
    /// The store cannot be used. Mend what it names.
    case store(StoreError)
    /// Nothing answers on the control socket. Start a gateway.
    case notRunning(socket: String)
    /// The gateway refused, or said something unexpected, in words.
    case refused(String)

    package var description: String {
        switch self {
        case .file(let error): error.description
        case .alreadyRunning(let folder):
            "another gateway runs on \(folder): stop it, or give this one another folder (--home)"
        case .network(let error): error.description
        case .credentials(let path?, let error): "\(path): \(error)"
        case .credentials(nil, let error): error.description
        case .store(let error): error.description
        case .notRunning(let socket):
            "no gateway runs here (nothing answers on \(socket)): start one with "
                + "'opencallkit gateway run'"
        case .refused(let words): words
        }
    }
}
