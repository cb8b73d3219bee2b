// SPDX-License-Identifier: Apache-2.0
package import Credentials
package import Networking

/// Why the gateway, or a command about it, cannot go on.
///
/// The description is one line for an operator.
package enum GatewayError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file or folder cannot be used; `reason` is the system's, or ours.
    case file(operation: String, path: String, reason: String)
    /// Another gateway runs on the same state folder. Stop it, or use another folder.
    case alreadyRunning(stateFolder: String)
    case network(NetworkingError)
    /// A certificate or key of the state folder, or one to be issued.
    case credentials(path: String?, CredentialsError)
    case store(path: String, reason: String)
    /// The store was written by a newer release. Use that one.
    case storeTooNew(path: String, version: Int, supported: Int)
    /// Nothing answers on the control socket. Start a gateway.
    case notRunning(socket: String)
    /// The gateway refused, or said something unexpected, in words.
    case refused(String)

    package var description: String {
        switch self {
        case .file(let operation, let path, let reason):
            "cannot \(operation) \(path): \(reason)"
        case .alreadyRunning(let folder):
            "another gateway runs on \(folder): stop it, or give this one another folder (--home)"
        case .network(let error): error.description
        case .credentials(let path?, let error): "\(path): \(error)"
        case .credentials(nil, let error): error.description
        case .store(let path, let reason): "the store \(path) cannot be used: \(reason)"
        case .storeTooNew(let path, let version, let supported):
            "the store \(path) has version \(version), and this release knows versions up to "
                + "\(supported): use the newer release, or another folder (--home)"
        case .notRunning(let socket):
            "no gateway runs here (nothing answers on \(socket)): start one with "
                + "'opencallkit gateway run'"
        case .refused(let words): words
        }
    }
}
