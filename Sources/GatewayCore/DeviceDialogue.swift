// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// A connection of a device, while it lasts.
///
/// Numbers are not used twice.
package struct DeviceConnectionID: Hashable, Sendable, Comparable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// What a device will be known by if its activation succeeds: random, and made by the driver.
package struct DeviceCandidate: Hashable, Sendable {
    package var id: DeviceID
    package var secret: [UInt8]
    package var secretHash: [UInt8]

    package init(id: DeviceID, secret: [UInt8], secretHash: [UInt8]) {
        self.id = id
        self.secret = secret
        self.secretHash = secretHash
    }
}

/// How a device says who it is.
///
/// The driver hashes: secrets and codes stop at the door.
package enum DeviceClaim: Hashable, Sendable {
    case activation(codeHash: [UInt8], DeviceCandidate)
    case credential(DeviceID, secretHash: [UInt8])
}

/// What a device says.
package enum DeviceRequest: Hashable, Sendable {
    case hello(version: Int, DeviceClaim)
    /// `candidate` is random, and becomes the token if the app has none yet.
    case register(AppKey, candidate: [UInt8])
    case unregister(AppKey)
    /// Another token for an app that may have one; `candidate` becomes it, and the old one is dead.
    case renew(AppKey, candidate: [UInt8])
    /// The number is that of ``StoredPush/key``.
    case acknowledge(PushID, number: UInt64)
    case ping(Int)
}

/// What a device is told.
package enum DeviceReply: Hashable, Sendable {
    case welcome(version: Int)
    /// Follows the welcome of a device that was just activated.
    case activated(DeviceID, secret: [UInt8])
    case token(AppKey, [UInt8])
    case deliver(StoredPush)
    case pong(Int)
}
