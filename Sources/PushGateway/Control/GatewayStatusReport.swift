// SPDX-License-Identifier: Apache-2.0
import GatewayCore

/// A running gateway in numbers.
package struct GatewayStatusReport: Hashable, Sendable, Codable {
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
    /// Faults on purpose, and how often each has happened; the first 100.
    package var faults: [FaultReport]

    init(_ status: GatewayStatus, ports: GatewayPorts) {
        self.ports = ports
        requests = status.requestCount
        accepted = status.acceptedCount
        refused = status.refusals.map { Refusals(reason: $0.reason.rawValue, count: $0.count) }
        acknowledged = status.acknowledgedCount
        outstanding = status.outstandingPushCount
        devices = status.deviceCount
        connectedDevices = status.connectedDeviceCount
        tokens = status.tokenCount
        providers = 0
        streams = 0
        keys = 0
        faults = []
    }
}
