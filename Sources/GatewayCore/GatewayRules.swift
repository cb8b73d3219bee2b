// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Everything about the push service that is a choice or a limit.
package struct GatewayRules: Hashable, Sendable {
    /// What both sides of a device's connection must speak.
    package var deviceProtocolVersion = 2
    /// A connection that has not said who it is by then is closed: it costs memory and proves
    /// nothing.
    package var helloTimeout = Interval.seconds(10)
    /// A device pings this often; two and a half of these without a message and its connection
    /// counts as dead.
    package var pingInterval = Interval.seconds(60)
    /// A store that has not answered by then has failed, and the provider gets 503.
    package var storeTimeout = Interval.seconds(5)
    package var activationLifetime = Interval.seconds(3600)
    /// Codes that wait to be used.
    package var activationLimit = 1024
    /// Apps of one device, counted for each environment.
    package var tokensPerDevice = 1024
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
    /// Sends a push of `apns-expiration: 0` again after a device came back without having
    /// acknowledged it.
    ///
    /// Apple promises one attempt, and yet late ones have been seen (B131).
    package var repeatsSingleAttempts = false
    /// Answers every request with 503: the service is down, or a test wants it to be.
    package var isUnavailable = false

    package init() {}

    package var silenceTimeout: Interval {
        Interval(nanoseconds: pingInterval.nanoseconds / 2 * 5)
    }

    /// Bytes that a push of this type may have (APNs: Creating the remote notification payload).
    package func payloadByteCountMax(of type: APNsPushType) -> Int {
        type == .voip ? Limits.voipPayloadByteCount : 4096
    }
}
