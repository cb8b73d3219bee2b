// SPDX-License-Identifier: Apache-2.0
import GatewayCore

extension GatewayLogLine {
    /// The line as it stands in the log.
    var text: String {
        switch self {
        case .device(let connection, let words): "phone connection \(connection.number): \(words)"
        case .store(let words): "store: \(words)"
        }
    }
}
