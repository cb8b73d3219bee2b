// SPDX-License-Identifier: Apache-2.0

/// Why a push was refused, in Apple's spelling (APNs: Handling notification responses).
///
/// Each has one status. The cases are those that a row of ``AdmissionRule/table``, or the store,
/// can give.
package enum APNsReason: String, Hashable, Sendable, CaseIterable, Comparable {
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPath = "BadPath"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case invalidProviderToken = "InvalidProviderToken"
    case invalidPushType = "InvalidPushType"
    case methodNotAllowed = "MethodNotAllowed"
    case missingDeviceToken = "MissingDeviceToken"
    case missingProviderToken = "MissingProviderToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case payloadTooLarge = "PayloadTooLarge"
    case serviceUnavailable = "ServiceUnavailable"
    case tooManyRequests = "TooManyRequests"
    case topicDisallowed = "TopicDisallowed"

    /// The HTTP status that goes with it.
    package var status: Int {
        switch self {
        case .badDeviceToken, .badExpirationDate, .badMessageID, .deviceTokenNotForTopic,
            .duplicateHeaders, .invalidPushType, .missingDeviceToken, .missingTopic, .payloadEmpty,
            .topicDisallowed:
            400
        case .badCertificateEnvironment, .invalidProviderToken, .missingProviderToken: 403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .payloadTooLarge: 413
        case .tooManyRequests: 429
        case .serviceUnavailable: 503
        }
    }

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
