// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore
package import PhoneHost

/// A launcher that asks the test.
package final class MemoryLauncher: AppLauncher {
    /// Called for each start, after its outcome was given; a harness connects the app here.
    package var onLaunch: ((LaunchID, BundleID) -> Void)?
    package var onAbandon: ((LaunchID) -> Void)?
    /// What each start gives.
    package var outcome: (BundleID) -> LaunchOutcome = { _ in .started }
    package private(set) var launches: [BundleID] = []
    package private(set) var abandoned: [LaunchID] = []

    package init() {}

    package func launch(
        _ launch: LaunchID,
        _ app: CatalogApp,
        outcome: @escaping (LaunchOutcome) -> Void
    ) {
        let bundle = app.app.bundle
        launches.append(bundle)
        let result = self.outcome(bundle)
        outcome(result)
        if result == .started { onLaunch?(launch, bundle) }
    }

    package func abandon(_ launch: LaunchID) {
        abandoned.append(launch)
        onAbandon?(launch)
    }
}

/// A ringer that says what rings.
package final class MemoryRinger: Ringer {
    /// One call that rings.
    package struct Ring: Hashable, Sendable {
        package var call: CallID
        package var bundle: BundleID
        /// Nil is the system's tone.
        package var ringtone: String?
    }

    /// In the order in which they began.
    package private(set) var rings: [Ring] = []
    /// The tones of all calls that ever rang with one of their app's.
    package private(set) var ringtones: [CallID: String] = [:]

    package init() {}

    /// The calls that ring, in the order in which they began.
    package var ringing: [CallID] { rings.map(\.call) }

    package func start(_ call: CallID, bundle: BundleID, ringtone: String?) {
        rings.append(Ring(call: call, bundle: bundle, ringtone: ringtone))
        ringtones[call] = ringtone
    }

    package func stop(_ call: CallID, bundle: BundleID) {
        rings.removeAll { $0.call == call && $0.bundle == bundle }
    }
}

/// A push service in memory: it gives each app a token, and the test sends its pushes.
package final class MemoryCourier: PushCourier {
    package var onPush: ((ArrivedPush) -> Void)?
    package var onToken: ((BundleID, Bytes) -> Void)?
    package var onTokenInvalidated: ((BundleID) -> Void)?
    package var isConnected = true
    package let gatewayName = "memory:0"
    package private(set) var acknowledged: [DeliveryKey] = []
    package private(set) var tokens: [BundleID: Bytes] = [:]
    /// What apps had until they were removed or wanted none (B119).
    private var formerTokens: [BundleID: Bytes] = [:]
    /// An app that was removed and installed again gets the token that it had (B119).
    package var tokenSurvivesReinstall = true
    /// Keeps tokens back, as a push service does that is not reached.
    package var isSilent = false
    /// Makes an app's next token, which no token before it may equal.
    package var makeToken: (BundleID) -> Bytes = { Bytes(Array("token of \($0)".utf8)) }

    package init() {}

    package func requestToken(_ bundle: BundleID) {
        guard !isSilent else { return }
        let token = tokens[bundle] ?? formerTokens[bundle] ?? makeToken(bundle)
        formerTokens[bundle] = nil
        tokens[bundle] = token
        onToken?(bundle, token)
    }

    /// Gives an app another token in place of the one that it has.
    package func rotateToken(_ bundle: BundleID) {
        let token = makeToken(bundle)
        tokens[bundle] = token
        onToken?(bundle, token)
    }

    /// The app's token is of no use from now on.
    package func invalidateToken(_ bundle: BundleID) {
        tokens[bundle] = nil
        onTokenInvalidated?(bundle)
    }

    package func renewToken(_ bundle: BundleID) { rotateToken(bundle) }

    package func forgetToken(_ bundle: BundleID, isRemoved: Bool) {
        let former = tokens.removeValue(forKey: bundle)
        if let former, !isRemoved || tokenSurvivesReinstall { formerTokens[bundle] = former }
    }

    package func acknowledge(_ push: DeliveryKey) { acknowledged.append(push) }
}
