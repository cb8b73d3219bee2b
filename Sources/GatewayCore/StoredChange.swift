// SPDX-License-Identifier: Apache-2.0
package import CallModel

extension IdentifierKind {
    /// Marks a ``DeviceID``.
    package enum Device {}
}

/// A phone that has been activated.
package typealias DeviceID = Identifier<IdentifierKind.Device>

/// Names an effect of the store until it is answered.
package struct StoreTicket: Hashable, Sendable, Comparable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Names an accepted push.
///
/// An `apns-id` does not: providers may send one twice, and APNs keeps both.
/// Later pushes have greater keys, also after a restart.
package struct PushKey: Hashable, Sendable, Comparable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// A code that makes one phone known, once.
package struct StoredActivation: Hashable, Sendable {
    /// SHA-256 of the code, which is kept nowhere.
    package var codeHash: [UInt8]
    package var expires: WallTime

    package init(codeHash: [UInt8], expires: WallTime) {
        self.codeHash = codeHash
        self.expires = expires
    }
}

package struct StoredDevice: Hashable, Sendable {
    package var id: DeviceID
    /// SHA-256 of the secret, which only the phone keeps.
    package var secretHash: [UInt8]

    package init(id: DeviceID, secretHash: [UInt8]) {
        self.id = id
        self.secretHash = secretHash
    }
}

package struct StoredToken: Hashable, Sendable {
    package var bytes: [UInt8]
    package var device: DeviceID
    package var app: AppKey

    package init(bytes: [UInt8], device: DeviceID, app: AppKey) {
        self.bytes = bytes
        self.device = device
        self.app = app
    }
}

/// A push that was accepted and is not yet acknowledged.
package struct StoredPush: Hashable, Sendable {
    package var key: PushKey
    package var device: DeviceID
    package var app: AppKey
    package var id: PushID
    package var payload: [UInt8]
    /// As the provider gave it, in UNIX seconds; nil where it gave none.
    package var expiration: Int64?
    /// From when on it is not delivered any more.
    package var expires: WallTime
    package var acceptedAt: WallTime

    package init(
        key: PushKey,
        device: DeviceID,
        app: AppKey,
        id: PushID,
        payload: [UInt8],
        expiration: Int64?,
        expires: WallTime,
        acceptedAt: WallTime
    ) {
        self.key = key
        self.device = device
        self.app = app
        self.id = id
        self.payload = payload
        self.expiration = expiration
        self.expires = expires
        self.acceptedAt = acceptedAt
    }
}

/// A change of what must outlive the process.
///
/// Changes take effect in the order of their effects, those of one
/// effect together or not at all. Removing what is not there, and adding what is, changes nothing.
package enum StoredChange: Hashable, Sendable {
    case addActivation(StoredActivation)
    case removeActivation(codeHash: [UInt8])
    case addDevice(StoredDevice)
    /// Its tokens and pushes go with it.
    case removeDevice(DeviceID)
    case addToken(StoredToken)
    case removeToken([UInt8])
    case addPush(StoredPush)
    case removePush(PushKey)
}

/// What the store held at start, each list in any order.
package struct StoredState: Hashable, Sendable {
    package var activations: [StoredActivation] = []
    package var devices: [StoredDevice] = []
    package var tokens: [StoredToken] = []
    package var pushes: [StoredPush] = []

    package init() {}
}
