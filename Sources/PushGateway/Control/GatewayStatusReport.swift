// SPDX-License-Identifier: Apache-2.0
import GatewayCore

/// A running gateway in numbers.
package struct GatewayStatusReport: Hashable, Sendable, Codable {
    /// So that a report fits a message.
    private static let faultCountMax = 100

    package struct Refusals: Hashable, Sendable, Codable {
        /// In Apple's spelling.
        package var reason: String
        package var count: Int
    }

    package var ports: GatewayPorts
    /// Since the start.
    package var requests: Int
    package var accepted: Int
    /// Sorted by reason.
    package var refused: [Refusals]
    /// Pushes that a phone has acknowledged, since the start.
    package var acknowledged: Int
    /// Pushes accepted and not acknowledged, now.
    package var outstanding: Int
    package var devices: Int
    package var connectedDevices: Int
    package var tokens: Int
    /// Providers' connections, now.
    package var providers: Int
    /// Their requests that have no answer yet, now.
    package var streams: Int
    /// Keys that providers may sign with.
    package var keys: Int
    /// Deliveries to phones since the start, repetitions counted.
    package var sent: Int
    /// Likewise, pushes that came to these ends.
    package var expired: Int
    package var displaced: Int
    package var dropped: Int
    /// Gone on purpose, for now.
    package var isAway: Bool
    /// Faults on purpose, and how often each has happened; the first 100.
    package var faults: [FaultReport]

    init(_ status: GatewayStatus, ports: GatewayPorts, streams: Int) {
        self.ports = ports
        requests = status.requestCount
        accepted = status.acceptedCount
        refused = status.refusals.map { Refusals(reason: $0.reason.rawValue, count: $0.count) }
        acknowledged = status.acknowledgedCount
        outstanding = status.outstandingPushCount
        devices = status.deviceCount
        connectedDevices = status.connectedDeviceCount
        tokens = status.tokenCount
        providers = status.providerCount
        self.streams = streams
        keys = status.keyCount
        sent = status.sentCount
        expired = status.expiredCount
        displaced = status.displacedCount
        dropped = status.droppedCount
        isAway = status.isAway
        faults = status.faults.prefix(Self.faultCountMax).map { FaultReport($0) }
    }
}
