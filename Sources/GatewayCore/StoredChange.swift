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

/// Why and when a token went out of use.
package struct TokenEnd: Hashable, Sendable {
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The app was removed: `Unregistered`.
        case unregistered
        /// The app has a newer token: `ExpiredToken`.
        case renewed
    }

    package var cause: Cause
    package var at: WallTime

    package init(cause: Cause, at: WallTime) {
        self.cause = cause
        self.at = at
    }
}

package struct StoredToken: Hashable, Sendable {
    package var bytes: [UInt8]
    package var device: DeviceID
    package var app: AppKey
    /// Nil while it is in use; an app has at most one such.
    package var end: TokenEnd?

    package init(bytes: [UInt8], device: DeviceID, app: AppKey, end: TokenEnd? = nil) {
        self.bytes = bytes
        self.device = device
        self.app = app
        self.end = end
    }
}

/// A signing key of a team, which provider tokens name.
///
/// Its public half is the driver's affair.
package struct StoredKey: Hashable, Sendable {
    /// Ten letters and digits.
    package var id: String
    package var team: String
    /// Sorted.
    package var environments: [APNsEnvironment]
    /// What it may send to: full topics, or bundle identifiers with all their topics; nil for all
    /// of the team's.
    package var topics: [String]?
    package var isRevoked: Bool

    package init(
        id: String,
        team: String,
        environments: [APNsEnvironment] = APNsEnvironment.allCases,
        topics: [String]? = nil,
        isRevoked: Bool = false
    ) {
        self.id = id
        self.team = team
        self.environments = environments
        self.topics = topics
        self.isRevoked = isRevoked
    }
}

/// A push that was accepted and is not yet acknowledged.
package struct StoredPush: Hashable, Sendable {
    package var key: PushKey
    package var device: DeviceID
    package var app: AppKey
    package var id: PushID
    package var payload: [UInt8]
    /// In UNIX seconds, as the provider gave it, but 0, one attempt, for a date that had passed;
    /// nil where it gave none.
    package var expiration: Int64?
    /// From when on it is not delivered any more.
    package var expires: WallTime
    package var acceptedAt: WallTime
    /// 10, 5 or 1; 0 counts as 10.
    package var priority: UInt8
    package var collapseID: String?
    package var replaces = ReplacedPushes()

    package init(
        key: PushKey,
        device: DeviceID,
        app: AppKey,
        id: PushID,
        payload: [UInt8],
        expiration: Int64?,
        expires: WallTime,
        acceptedAt: WallTime,
        priority: UInt8 = 10,
        collapseID: String? = nil,
        replaces: ReplacedPushes = ReplacedPushes()
    ) {
        self.key = key
        self.device = device
        self.app = app
        self.id = id
        self.payload = payload
        self.expiration = expiration
        self.expires = expires
        self.acceptedAt = acceptedAt
        self.priority = priority
        self.collapseID = collapseID
        self.replaces = replaces
    }
}

/// A change of what must outlive the process.
///
/// Changes take effect in the order of their effects, those of one effect together or not at all.
/// Removing, ending or revoking what is not there changes nothing, and neither does adding what is
/// there, unless said otherwise.
package enum StoredChange: Hashable, Sendable {
    case addActivation(StoredActivation)
    case removeActivation(codeHash: [UInt8])
    case addDevice(StoredDevice)
    /// Its tokens and pushes go with it.
    case removeDevice(DeviceID)
    /// It takes the place of one of the same bytes.
    case addToken(StoredToken)
    case endToken([UInt8], TokenEnd)
    case removeToken([UInt8])
    case addPush(StoredPush)
    case removePush(PushKey)
    /// It takes the place of one of the same identifier.
    case addKey(StoredKey)
    case revokeKey(id: String)
}

/// What the store held at start, each list in any order.
package struct StoredState: Hashable, Sendable {
    package var activations: [StoredActivation] = []
    package var devices: [StoredDevice] = []
    package var tokens: [StoredToken] = []
    package var pushes: [StoredPush] = []
    package var keys: [StoredKey] = []

    package init() {}
}
