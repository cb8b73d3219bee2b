// SPDX-License-Identifier: Apache-2.0

/// Why a push was refused or a connection ended, in Apple's spelling (APNs: Handling notification
/// responses).
///
/// Each has one status. Which request gives which is in Documentation/PushGateway.md.
package enum APNsReason: String, Hashable, Sendable, CaseIterable, Comparable {
    case badCertificate = "BadCertificate"
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    /// As Apple's page spells it.
    case badEnvironmentKeyID = "BadEnvironmentKeyIdInToken"
    /// As it is seen on the wire.
    case badEnvironmentKey = "BadEnvironmentKeyInToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPath = "BadPath"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case expiredProviderToken = "ExpiredProviderToken"
    case expiredToken = "ExpiredToken"
    case forbidden = "Forbidden"
    case idleTimeout = "IdleTimeout"
    case internalServerError = "InternalServerError"
    case invalidProviderToken = "InvalidProviderToken"
    case invalidPushType = "InvalidPushType"
    case methodNotAllowed = "MethodNotAllowed"
    case missingDeviceToken = "MissingDeviceToken"
    case missingProviderToken = "MissingProviderToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case payloadTooLarge = "PayloadTooLarge"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    case topicDisallowed = "TopicDisallowed"
    case unregistered = "Unregistered"
    case unrelatedKeyID = "UnrelatedKeyIdInToken"

    /// The HTTP status that goes with it.
    package var status: Int {
        switch self {
        case .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority,
            .badTopic, .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType,
            .missingDeviceToken, .missingTopic, .payloadEmpty, .topicDisallowed:
            400
        case .badCertificate, .badCertificateEnvironment, .badEnvironmentKeyID, .badEnvironmentKey,
            .expiredProviderToken, .forbidden, .invalidProviderToken, .missingProviderToken,
            .unrelatedKeyID:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .shutdown: 503
        }
    }

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
