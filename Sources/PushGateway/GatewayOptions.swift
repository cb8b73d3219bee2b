// SPDX-License-Identifier: Apache-2.0
package import CallModel
import GatewayCore

/// What a gateway is asked to be.
package struct GatewayOptions: Sendable, Hashable {
    /// What a provider meets whose certificate is expired, revoked or of another authority.
    package enum BadCertificates: String, Sendable, Hashable, CaseIterable {
        /// The handshake ends with the TLS alert of that name, as seen of Apple's service.
        case alert
        /// The handshake succeeds, and GOAWAY says `BadCertificate`.
        case goaway
        /// The handshake succeeds, and each request gets 403: also with a certificate of the other
        /// environment, which else meets GOAWAY.
        case answer
    }

    /// So many pushes to one token in a time.
    package struct TokenRate: Sendable, Hashable {
        package var count: Int
        package var interval: Interval

        package init(count: Int, interval: Interval) {
            self.count = count
            self.interval = interval
        }
    }

    /// A number, or "localhost".
    ///
    /// Anything but loopback opens the service to the network.
    package var host = "127.0.0.1"
    /// Port 0 takes any free one.
    package var providerPort: UInt16 = 8443
    /// The port that stands for Apple's development service; nil for none.
    ///
    /// On either port the names that the provider asks for (SNI), `api.push.apple.com` and
    /// `api.sandbox.push.apple.com`, choose too.
    package var sandboxPort: UInt16? = 8444
    package var devicePort: UInt16 = 5223
    /// Where the metrics are, on the loopback alone; nil for nowhere.
    package var metricsPort: UInt16?
    package var badCertificates = BadCertificates.alert
    /// Whether to refuse what Apple's service lets through though it is not as it should be.
    package var isStrict = false
    /// Whether a key of the other environment is answered with `BadEnvironmentKeyIdInToken`, as
    /// Apple's page spells it, and not with what clients have seen.
    package var usesDocumentedSpelling = false
    /// After how long without a frame a provider is sent away; nil for as the session has it.
    package var idleTimeout: Interval?
    /// Requests at a time on a connection that has shown who it is; nil for as the rules have it.
    package var streamCountMax: Int?
    /// How long a token of an app that is gone still gets 200; nil for as the rules have it.
    package var unregisteredDelay: Interval?
    /// Beyond it providers get 429; nil for any number.
    package var tokenRate: TokenRate?
    /// How late a push of one attempt may still be handed over; nil for never (B131).
    package var lateWindow: Interval?
    /// Whether the payloads of pushes are kept in memory, for those who ask what was received.
    package var keepsPayloads = false
    /// Pushes that are remembered for `gateway log`.
    package var journalCount = 10_000
    /// Whether each accepted push has its line in the log; refused ones always do.
    package var logsAccepted = true
    /// What goes wrong from the start.
    package var faultForms: [FaultForm] = []
    /// Steps that are made to fail, for tests: with ``TimelineStep/pushAccepted`` every request
    /// gets 503.
    package var faults: Set<TimelineStep> = []

    package init() {}
}

extension GatewayOptions {
    /// The rules with what the options say about them.
    func changing(_ rules: GatewayRules) -> GatewayRules {
        var rules = rules
        if isStrict { rules.isStrict = true }
        if badCertificates == .answer { rules.certificateRefusal = .answer }
        if usesDocumentedSpelling { rules.usesDocumentedSpelling = true }
        if let streamCountMax { rules.streamLimit = streamCountMax }
        if let unregisteredDelay { rules.unregisteredDelay = unregisteredDelay }
        if let tokenRate {
            rules.tokenRate = GatewayRules.Rate(count: tokenRate.count, per: tokenRate.interval)
        }
        if let lateWindow { rules.lateWindow = lateWindow }
        if faults.contains(.pushAccepted) { rules.isUnavailable = true }
        return rules
    }
}

/// Where a gateway listens.
package struct GatewayPorts: Sendable, Hashable, Codable {
    package var provider: UInt16
    package var sandbox: UInt16?
    package var device: UInt16
    package var metrics: UInt16?
}
