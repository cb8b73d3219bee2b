// SPDX-License-Identifier: Apache-2.0
import GatewayCore

/// What a user asks a running gateway over its control socket, in frames.
package enum GatewayControlRequest: Hashable, Sendable, Codable {
    /// The version of this dialogue, which both sides must share.
    package static let version = 1

    /// The first message.
    case hello(version: Int)
    case status
    case issueActivation
}

/// What the gateway answers.
package enum GatewayControlReply: Hashable, Sendable, Codable {
    /// The first message.
    case welcome(version: Int)
    case status(GatewayStatusReport)
    /// A one-time code, good for an hour. It is kept nowhere: show it.
    case activation(code: String)
    /// Why not, in words.
    case refused(String)
}

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
    }
}
