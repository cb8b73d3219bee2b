// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A device that is known, for those who ask.
package struct DeviceStatus: Hashable, Sendable {
    package var id: DeviceID
    package var isConnected: Bool
    /// Pushes that it has not acknowledged.
    package var outstandingPushCount: Int
    /// Those in use, in the order of their making.
    package var tokens: [StoredToken]
}

extension Gateway {
    /// All devices that are known, in the order of their identifiers.
    package var devices: [DeviceStatus] { registry.deviceStatuses }
}

extension Registry {
    fileprivate var deviceStatuses: [DeviceStatus] {
        places.sorted { $0.key < $1.key }.map { id, place in
            let device = self[place]
            return DeviceStatus(
                id: id,
                isConnected: device.connection != nil,
                outstandingPushCount: device.outstandingPushCount,
                tokens: device.tokens.map { token(at: $0) }
                    .filter { $0.isStored && $0.end == nil }.map(\.stored)
            )
        }
    }
}
