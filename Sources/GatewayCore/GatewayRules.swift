// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Everything about the push service that is a choice or a limit.
package struct GatewayRules: Hashable, Sendable {
    // MARK: Providers

    /// What becomes of a certificate that is bad, or of the other environment.
    package enum CertificateRefusal: Hashable, Sendable {
        /// GOAWAY with the reason, as Apple does it.
        case goAway
        /// 403 with the reason, for each request.
        case answer
    }

    /// So many in so long a time.
    package struct Rate: Hashable, Sendable {
        package var count: Int
        package var interval: Interval

        package init(count: Int, per interval: Interval) {
            self.count = count
            self.interval = interval
        }
    }

    /// Refuses what works at Apple's without being promised.
    package var isStrict = false
    /// Answers every request with 503: the service is down, or a test wants it to be.
    package var isUnavailable = false
    package var certificateRefusal = CertificateRefusal.goAway
    /// `BadEnvironmentKeyIdInToken`, as Apple's page has it, for `BadEnvironmentKeyInToken`, which
    /// is what clients have seen.
    package var usesDocumentedSpelling = false
    /// Streams of a provider that has not shown a good token yet.
    package var firstStreamLimit = 1
    package var streamLimit = 1000
    /// A refusal other than 410 lowers the limit to ``firstStreamLimit`` until the next success, as
    /// Apple's once did.
    package var refusalLowersStreams = false
    /// A provider token older than this is refused.
    package var providerTokenLifetime = Interval.seconds(3600)
    /// A provider token issued later than this from now is refused.
    package var providerTokenSkew = Interval.seconds(3600)
    /// How long a connection must keep one provider token before it may take another.
    package var providerTokenUpdateInterval = Interval.seconds(20 * 60)
    /// A provider token that is not examined by then makes a 500.
    package var examinationTimeout = Interval.seconds(10)
    /// Examined provider tokens that are remembered for all connections.
    package var examinedTokenLimit = 1024
    package var keyLimit = 1024
    /// Pushes to one device token; nil for no limit.
    package var tokenRate: Rate?

    // MARK: Devices

    /// What both sides of a device's connection must speak.
    package var deviceProtocolVersion = 2
    /// A connection that has not said who it is by then is closed: it costs memory and proves
    /// nothing.
    package var helloTimeout = Interval.seconds(10)
    /// A device pings this often; two and a half of these without a message and its connection
    /// counts as dead.
    package var pingInterval = Interval.seconds(60)
    package var activationLifetime = Interval.seconds(3600)
    /// Codes that wait to be used.
    package var activationLimit = 1024

    // MARK: Tokens

    /// Tokens of one device that are in use, counted for each environment and kind.
    package var tokensPerDevice = 1024
    /// Tokens of one device that are dead and still remembered; past it the oldest is forgotten.
    package var endedTokensPerDevice = 1024
    /// How long the token of a removed app still answers 200 before it answers 410 (B119).
    package var unregisteredDelay = Interval.seconds(0)
    /// How long a dead token is remembered: afterwards it is an unknown one.
    package var endedTokenRetention = Interval.seconds(30 * 24 * 3600)
    /// An app that comes back on its device gets the token that it had (B119).
    package var revivesTokens = true

    // MARK: Pushes

    /// A store that has not answered by then has failed, and the provider gets 503.
    package var storeTimeout = Interval.seconds(5)
    /// Pushes of one device that it has not acknowledged; past it providers get 429.
    ///
    /// Each is at most 5 KiB.
    package var outstandingPushLimit = 16_384
    /// Pushes that are on the wire to one device at once.
    ///
    /// The rest wait their turn here, so that a slow
    /// device fills no socket buffer: 256 of the largest make about 1.8 MiB of frames.
    package var deliveryWindow = 256
    /// Requests that wait for the store; past it providers get 503.
    package var pendingStoreLimit = 65_536
    /// How long a push is kept whose provider named no date, and the longest that any is (APNs: 30
    /// days).
    package var storageDuration = Interval.seconds(30 * 24 * 3600)
    /// How long a push of one attempt may still be delivered to a device that comes back.
    ///
    /// Apple promises one attempt, and yet late ones have been seen, 20 to 30 s after (B131). None
    /// are by default.
    package var lateWindow = Interval.seconds(0)

    package init() {}

    package var silenceTimeout: Interval {
        Interval(nanoseconds: pingInterval.nanoseconds / 2 * 5)
    }

    /// Bytes that a push of this type may have (APNs: Creating the remote notification payload).
    package func payloadByteCountMax(of type: APNsPushType) -> Int {
        type == .voip ? Limits.voipPayloadByteCount : 4096
    }
}
