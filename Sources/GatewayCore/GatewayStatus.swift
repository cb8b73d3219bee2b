// SPDX-License-Identifier: Apache-2.0

/// What the service has done since it started, in numbers alone.
package struct GatewayStatus: Hashable, Sendable {
    package struct RefusalCount: Hashable, Sendable {
        package var reason: APNsReason
        package var count: Int
    }

    package var requestCount = 0
    package var acceptedCount = 0
    /// Sorted by reason; without those that never occurred.
    package var refusals: [RefusalCount] = []
    /// Connections of providers, now.
    package var providerCount = 0
    /// Signing keys that are known and not revoked.
    package var keyCount = 0
    package var deviceCount = 0
    package var connectedDeviceCount = 0
    /// Device tokens in use.
    package var tokenCount = 0
    /// Pushes that are accepted and not acknowledged, now.
    package var outstandingPushCount = 0
    /// Deliveries that were sent to devices, repetitions counted.
    package var sentCount = 0
    /// Pushes that a device has acknowledged.
    package var acknowledgedCount = 0
    package var expiredCount = 0
    /// Pushes whose place a newer one took, by its bundle or by its `apns-collapse-id`.
    package var displacedCount = 0
    package var droppedCount = 0
    /// By number.
    package var faults: [FaultStatus] = []
    /// The service is away on purpose.
    package var isAway = false

    package init() {}

    mutating func countRefusal(_ reason: APNsReason) {
        if let index = refusals.firstIndex(where: { $0.reason == reason }) {
            refusals[index].count += 1
        } else {
            refusals.append(RefusalCount(reason: reason, count: 1))
            refusals.sort { $0.reason < $1.reason }
        }
    }
}
