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

extension JournalEntry {
    /// The line of a request's answer; nil for the steps that follow it.
    var text: String? {
        let id = WrittenPushID(made: apnsID)
        switch step {
        case .accepted: return "push \(id) topic=\(app?.topic ?? "-") status=200"
        case .refused(let reason):
            let words = remark.map { " (\($0.words))" } ?? ""
            return "push \(id) topic=\(app?.topic ?? topic ?? "-") status=\(reason.status)"
                + " reason=\(reason.rawValue)\(words)"
        default: return nil
        }
    }
}
