// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch

/// What reaches an app by other ways than its calls and pushes.
extension AppSession {
    /// Wishes that wait for ``onStartCall``; past it the oldest goes.
    package static let earlyIntentCountMax = 16

    /// Called on the main queue, with this session bound, when the person wants the app to call
    /// someone (B112): what a scene's or the app's delegate gets as an `INStartCallIntent` on
    /// Apple's systems.
    ///
    /// What came before it was set is told to it then, in order.
    package var onStartCall: (@Sendable (StartCallIntent) -> Void)? {
        get { core.withLock { $0.onStartCall } }
        set {
            // The old one is let go of without the lock: what it holds is the app's.
            let before = core.withLock { core in
                defer { core.onStartCall = newValue }
                guard let newValue else { return core.onStartCall }
                for intent in core.earlyIntents { deliver(on: .main) { newValue(intent) } }
                core.earlyIntents = []
                return core.onStartCall
            }
            withExtendedLifetime(before) {}
        }
    }

    /// Tells the person who runs the app, once for each text.
    package func complainOnce(_ words: String) {
        if core.withLock({ $0.complaints.insert(words).inserted }) {
            complain("OpenCallKit: \(words)")
        }
    }

    func startCall(_ intent: StartCallIntent) {
        core.withLock { core in
            if let handler = core.onStartCall {
                // Under the lock, so that nothing that comes now overtakes what came before.
                deliver(on: .main) { handler(intent) }
                return
            }
            core.earlyIntents.append(intent)
            core.earlyIntents.removeFirst(
                max(0, core.earlyIntents.count - Self.earlyIntentCountMax))
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
