// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What reaches the person who runs an app, and which messages count as activity.
extension AppSession {
    /// Tells the person who runs the app, once for each text.
    package func complainOnce(_ words: String) {
        if core.withLock({ $0.complaints.insert(words).inserted }) {
            complain("OpenCallKit: \(words)")
        }
    }
}

extension AppNotice {
    /// False for what only measures whether all is quiet.
    var isActivity: Bool {
        switch self {
        case .pong, .settle: false
        default: true
        }
    }
}

extension AppRequest {
    /// False for what only measures whether all is quiet.
    var isActivity: Bool {
        switch self {
        case .ping, .settled: false
        default: true
        }
    }
}
