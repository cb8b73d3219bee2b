// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A process of an app's notification service extension (B136).
struct AppExtension: Sendable, Equatable {
    var bundle: BundleID
    /// It has the entitlement for filtering notifications.
    var canFilter: Bool
    var isGreeted = false
}

/// Processes of extensions, of which an app may have several.
extension AppTable {
    mutating func connectExtension(
        _ session: SessionID, _ bundle: BundleID, canFilter: Bool, turn: inout Turn
    ) {
        guard self[bundle] != nil else {
            turn.effects.append(.refuse(session, Self.notInstalled(bundle)))
            return
        }
        extensions[session] = AppExtension(bundle: bundle, canFilter: canFilter)
    }

    mutating func greetExtension(_ session: SessionID, version: Int, turn: inout Turn) {
        guard let bundle = extensions[session]?.bundle else { return }
        guard version == protocolVersion else {
            turn.effects.append(.refuse(session, Self.otherVersion(version)))
            return
        }
        extensions.update(session) { $0.isGreeted = true }
        turn.tell(
            session,
            .welcome(
                AppWelcome(
                    version: protocolVersion, bundle: bundle,
                    timeouts: turn.rules.actionTimeouts,
                    hasPushMetadata: turn.rules.hasPushMetadata)))
    }

    /// Forgets an extension's process; false where it is none.
    mutating func disconnectExtension(_ session: SessionID) -> Bool {
        extensions.removeValue(of: session) != nil
    }
}
