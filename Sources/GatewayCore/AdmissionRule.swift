// SPDX-License-Identifier: Apache-2.0

/// One reason to refuse a push.
///
/// The rest of APNs' table is added to ``table`` row by row; no other place knows what a provider
/// may ask.
struct AdmissionRule: Sendable {
    let name: String
    let reason: APNsReason
    let refuses: @Sendable (Admission) -> Bool

    /// The reason of the first row that refuses; nil when the push is accepted.
    static func refusal(of admission: Admission) -> APNsReason? {
        table.first { $0.refuses(admission) }?.reason
    }

    /// All rows, the one that wins first.
    ///
    /// Apple documents no order. What is known of it holds here: authentication and topic come
    /// before the token. Beyond that the order goes from the request's outside to its inside.
    ///
    /// `apns-priority` has no row: Apple lists 1, 5 and 10, but lines with `apns-priority: 0` are
    /// in wide use for VoIP pushes, and nobody has recorded what Apple answers to them. A call is
    /// always urgent here.
    static let table: [AdmissionRule] = service + connection + topic + headers + body + token

    private static let service = [
        AdmissionRule(name: "the service is up", reason: .serviceUnavailable) {
            $0.rules.isUnavailable
        }
    ]

    private static let connection = [
        AdmissionRule(name: "the method is POST", reason: .methodNotAllowed) {
            $0.request.method != "POST"
        },
        AdmissionRule(name: "the path is /3/device/<token>", reason: .badPath) {
            $0.path == .unknown
        },
        AdmissionRule(name: "the path has a token", reason: .missingDeviceToken) {
            $0.path == .withoutToken
        },
        AdmissionRule(name: "each header comes once", reason: .duplicateHeaders) {
            let names = $0.request.headers.map(\.name).filter { $0.hasPrefix("apns-") }
            return Set(names).count != names.count
        },
        AdmissionRule(name: "the provider shows who it is", reason: .missingProviderToken) {
            $0.request.provider == .none && $0.request.header("authorization") == nil
        },
        // No signing key is registered with this service, so that no token can be one of ours.
        AdmissionRule(name: "the provider's token is valid", reason: .invalidProviderToken) {
            $0.request.provider == .none
        },
        // Apple ends the connection over this one. An answer says the same and is easier to see.
        AdmissionRule(
            name: "the certificate is for this environment",
            reason: .badCertificateEnvironment
        ) {
            guard case .certificate(_, let environments) = $0.request.provider else { return false }
            return !environments.contains($0.request.environment)
        },
    ]

    private static let topic = [
        AdmissionRule(name: "there is a topic", reason: .missingTopic) { $0.topic == nil },
        AdmissionRule(name: "the certificate lists the topic", reason: .topicDisallowed) {
            guard case .certificate(let topics, _) = $0.request.provider, let topic = $0.topic
            else {
                return false
            }
            return !topics.contains(topic)
        },
    ]

    private static let headers = [
        // It is echoed and names the push from here on, so it has to be one.
        AdmissionRule(name: "apns-id is a UUID", reason: .badMessageID) {
            $0.request.header("apns-id") != nil && $0.apnsID == nil
        },
        AdmissionRule(name: "apns-expiration is a date", reason: .badExpirationDate) {
            $0.expiration == .malformed
        },
        AdmissionRule(name: "the push type is known", reason: .invalidPushType) {
            $0.pushType == nil
        },
        // The other way round, a VoIP push to the bare bundle identifier, the token's row refuses.
        AdmissionRule(name: "the topic is one of this push type", reason: .invalidPushType) {
            guard let topic = $0.topic, let named = APNsPushType.named(byTopic: topic) else {
                return false
            }
            return named != $0.pushType
        },
    ]

    private static let body = [
        AdmissionRule(name: "there is a payload", reason: .payloadEmpty) {
            $0.payloadByteCount == 0
        },
        AdmissionRule(name: "the payload is within its limit", reason: .payloadTooLarge) {
            $0.payloadByteCount > $0.rules.payloadByteCountMax(of: $0.pushType ?? .alert)
        },
    ]

    private static let token = [
        AdmissionRule(name: "the token is known here", reason: .badDeviceToken) {
            $0.token == nil
        },
        // All tokens here are PushKit's, and theirs is the VoIP topic alone. An alert, a background
        // push or any other that is no call therefore ends here, as it does at Apple with a PushKit
        // token: accepting it would be a promise that nobody keeps.
        AdmissionRule(name: "the token is of this topic", reason: .deviceTokenNotForTopic) {
            guard let token = $0.token else { return false }
            return $0.topic != token.app.bundle + APNsPushType.voip.topicSuffix
        },
        AdmissionRule(name: "the device keeps up", reason: .tooManyRequests) {
            $0.outstandingPushCount >= $0.rules.outstandingPushLimit
        },
        AdmissionRule(name: "the store keeps up", reason: .serviceUnavailable) {
            $0.pendingStoreCount >= $0.rules.pendingStoreLimit
        },
    ]
}
