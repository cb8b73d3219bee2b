// SPDX-License-Identifier: Apache-2.0
package import OCKNetworking
package import OCKStorage

/// Why a provider's server cannot start.
package enum ProviderServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The port, or the thread's loop. Choose another port.
    case network(NetworkingError)
    /// The folder of the tokens. Mend its permissions.
    case file(FileError)
    /// The file of the tokens.
    case store(StoreError)

    package var description: String {
        switch self {
        case .network(let error): error.description
        case .file(let error): error.description
        case .store(let error): error.description
        }
    }
}
