// SPDX-License-Identifier: Apache-2.0

/// One reason to refuse a push.
///
/// ``envelope`` and ``table`` hold all of them; no other place knows what a provider may ask.
struct AdmissionRule: Sendable {
    let name: StaticString
    let reason: APNsReason
    let refuses: @Sendable (borrowing Admission) -> Bool

    /// The reason of the first row that refuses; nil when none does.
    static func refusal(
        of admission: borrowing Admission,
        by rows: [AdmissionRule]
    ) -> APNsReason? {
        for row in rows where row.refuses(admission) { return row.reason }
        return nil
    }

    /// What is looked at before anyone asks who sends it, the row that wins first.
    static let envelope = service + outside

    /// All other rows, the one that wins first.
    ///
    /// Apple documents no order. What is known of it holds here: authentication and topic come
    /// before the token. Beyond that the order goes from the request's outside to its inside.
    static let table = authentication + topic + headers + body + token

    private static let service = [
        AdmissionRule(name: "the service is not ending", reason: .shutdown) {
            $0.service == .shuttingDown
        },
        AdmissionRule(name: "the service is up", reason: .serviceUnavailable) {
            $0.service == .unavailable
        },
    ]

    private static let outside = [
        AdmissionRule(name: "the method is POST", reason: .methodNotAllowed) { !$0.isPost },
        AdmissionRule(name: "the path is /3/device/<token>", reason: .badPath) {
            $0.path == .unknown
        },
        AdmissionRule(name: "the path has a token", reason: .missingDeviceToken) {
            $0.path == .withoutToken
        },
        AdmissionRule(name: "each header comes once", reason: .duplicateHeaders) {
            $0.hasRepeatedField
        },
    ]

    private static let authentication = [
        AdmissionRule(name: "the certificate is good", reason: .badCertificate) {
            if case .badCertificate = $0.authentication { true } else { false }
        },
        AdmissionRule(
            name: "the certificate is for this environment",
            reason: .badCertificateEnvironment
        ) {
            if case .badCertificateEnvironment = $0.authentication { true } else { false }
        },
        AdmissionRule(name: "the provider shows who it is", reason: .missingProviderToken) {
            if case .missing = $0.authentication { true } else { false }
        },
        AdmissionRule(name: "the provider's token is valid", reason: .invalidProviderToken) {
            if case .invalid = $0.authentication { true } else { false }
        },
        AdmissionRule(name: "the provider's token is fresh", reason: .expiredProviderToken) {
            if case .expired = $0.authentication { true } else { false }
        },
        AdmissionRule(name: "the key is for this environment", reason: .badEnvironmentKey) {
            if case .badEnvironment = $0.authentication { true } else { false }
        },
        AdmissionRule(name: "the key fits the connection's first", reason: .unrelatedKeyID) {
            if case .unrelated = $0.authentication { true } else { false }
        },
        AdmissionRule(
            name: "the provider keeps its token for a while",
            reason: .tooManyProviderTokenUpdates
        ) {
            if case .updatedTooSoon = $0.authentication { true } else { false }
        },
        AdmissionRule(name: "it is no broadcast", reason: .forbidden) { $0.path == .broadcast },
        // Mobile device management has certificates of its own, and location has none.
        AdmissionRule(name: "the type goes with the kind of proof", reason: .forbidden) {
            $0.pushType == .mdm && !$0.isCertificate || $0.pushType == .location && $0.isCertificate
        },
    ]

    private static let topic = [
        AdmissionRule(name: "there is a topic", reason: .missingTopic) { $0.topic == .missing },
        AdmissionRule(name: "the topic is one", reason: .badTopic) { $0.topic == .malformed },
        AdmissionRule(name: "the sender may use the topic", reason: .topicDisallowed) {
            !$0.isTopicListed
        },
    ]

    private static let headers = [
        // It is echoed and names the push from here on, so it has to be one.
        AdmissionRule(name: "apns-id is a UUID", reason: .badMessageID) {
            switch $0.messageID {
            case .absent: false
            case .malformed: true
            case .written(let id): $0.isStrict && id.hasUpperCase
            }
        },
        AdmissionRule(name: "apns-expiration is a date", reason: .badExpirationDate) {
            $0.expiration == .malformed
        },
        // Lines with `apns-priority: 0` are in wide use for VoIP pushes, and nobody has recorded
        // what Apple answers to them.
        AdmissionRule(name: "apns-priority is 10, 5 or 1", reason: .badPriority) {
            $0.priority == .malformed || $0.priority == .value(0) && $0.isStrict
        },
        AdmissionRule(name: "a background push is not urgent", reason: .badPriority) {
            guard $0.pushType == .background else { return false }
            return $0.priority == .value(10) || $0.priority == .absent && $0.isStrict
        },
        AdmissionRule(name: "apns-collapse-id is short", reason: .badCollapseID) {
            ($0.collapseRange?.count ?? 0) > 64
        },
        AdmissionRule(name: "the push type is known", reason: .invalidPushType) {
            $0.pushType == nil
        },
        // The other way round, a VoIP push to the bare bundle identifier, the token's rows refuse.
        AdmissionRule(name: "the topic is one of this push type", reason: .invalidPushType) {
            $0.topicType != nil && $0.topicType != $0.pushType
        },
    ]

    private static let body = [
        AdmissionRule(name: "there is a payload", reason: .payloadEmpty) {
            $0.payloadByteCount == 0
        },
        AdmissionRule(name: "the payload is within its limit", reason: .payloadTooLarge) {
            $0.payloadByteCount > $0.payloadByteCountMax
        },
    ]

    private static let token = [
        AdmissionRule(name: "the token is known here", reason: .badDeviceToken) {
            if case .found = $0.token { return false }
            if case .otherTopic = $0.token { return false }
            if case .ended = $0.token { return false }
            return true
        },
        AdmissionRule(name: "the token is of this topic", reason: .deviceTokenNotForTopic) {
            if case .otherTopic = $0.token { true } else { false }
        },
        // A VoIP push to the token and topic of remote notifications.
        AdmissionRule(name: "the push type is one of the token", reason: .invalidPushType) {
            !$0.isTypeOfToken
        },
        AdmissionRule(name: "the app has no newer token", reason: .expiredToken) {
            if case .ended(let end) = $0.token { end.cause == .renewed } else { false }
        },
        AdmissionRule(name: "the app is on its device", reason: .unregistered) {
            if case .ended(let end) = $0.token { end.cause == .unregistered } else { false }
        },
        AdmissionRule(name: "the device keeps up", reason: .tooManyRequests) {
            $0.pace != .kept
        },
        AdmissionRule(name: "the store keeps up", reason: .serviceUnavailable) {
            $0.isStoreBehind
        },
    ]
}
