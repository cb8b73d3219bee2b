// SPDX-License-Identifier: Apache-2.0

/// The rules that a push must keep; no other place knows what a provider may ask.
///
/// ``envelope(_:_:)`` and ``table(_:_:)`` hold all of them, a row for each: its name, the reason to
/// refuse what breaks it, and whether the push does. They are functions and no arrays, so that the
/// rows of an accepted push, which has to pass each, become a few comparisons.
enum AdmissionRule {
    /// Looks at a row.
    ///
    /// - Returns: Whether that is enough, and no later row is looked at.
    typealias Look = (_ name: StaticString, _ reason: APNsReason, _ isBroken: Bool) -> Bool

    /// The reason of the first row of the envelope that is broken; nil when none is.
    static func envelopeRefusal(of admission: borrowing Admission) -> APNsReason? {
        var refusal: APNsReason?
        envelope(admission) { _, reason, isBroken in
            if isBroken { refusal = reason }
            return isBroken
        }
        return refusal
    }

    /// The reason of the first row of the table that is broken; nil when none is.
    static func refusal(of admission: borrowing Admission) -> APNsReason? {
        var refusal: APNsReason?
        table(admission) { _, reason, isBroken in
            if isBroken { refusal = reason }
            return isBroken
        }
        return refusal
    }

    // MARK: Rows

    /// What is looked at before anyone asks who sends it, the row that wins first.
    @inline(__always)
    static func envelope(_ push: borrowing Admission, _ row: Look) {
        if row("the service is not ending", .shutdown, push.service == .shuttingDown) { return }
        if row("the service is up", .serviceUnavailable, push.service == .unavailable) { return }
        if row("the method is POST", .methodNotAllowed, !push.isPost) { return }
        if row("the path is /3/device/<token>", .badPath, push.path == .unknown) { return }
        if row("the path has a token", .missingDeviceToken, push.path == .withoutToken) { return }
        if row("each header comes once", .duplicateHeaders, push.hasRepeatedField) { return }
    }

    /// All other rows, the one that wins first.
    ///
    /// Apple documents no order. What is known of it holds here: authentication and topic come
    /// before the token. Beyond that the order goes from the request's outside to its inside.
    @inline(__always)
    static func table(_ push: borrowing Admission, _ row: Look) {
        if authentication(push, row) || topic(push, row) || headers(push, row) || body(push, row) {
            return
        }
        _ = token(push, row)
    }

    // MARK: Rows of the table

    @inline(__always)
    private static func authentication(_ push: borrowing Admission, _ row: Look) -> Bool {
        let defect = push.authentication.defect
        // Mobile device management has certificates of its own, and location has none.
        let isOfOtherKind =
            push.pushType == .mdm && !push.isCertificate
            || push.pushType == .location && push.isCertificate
        return row("the certificate is good", .badCertificate, defect == .badCertificate)
            || row(
                "the certificate is for this environment", .badCertificateEnvironment,
                defect == .badCertificateEnvironment)
            || row(
                "the provider shows who it is", .missingProviderToken,
                defect == .missingProviderToken)
            || row(
                "the provider's token is valid", .invalidProviderToken,
                defect == .invalidProviderToken)
            || row(
                "the provider's token is fresh", .expiredProviderToken,
                defect == .expiredProviderToken)
            || row(
                "the key is for this environment", .badEnvironmentKey, defect == .badEnvironmentKey)
            || row(
                "the key fits the connection's first", .unrelatedKeyID, defect == .unrelatedKeyID)
            || row(
                "the provider keeps its token for a while", .tooManyProviderTokenUpdates,
                defect == .tooManyProviderTokenUpdates)
            || row("it is no broadcast", .forbidden, push.path == .broadcast)
            || row("the type goes with the kind of proof", .forbidden, isOfOtherKind)
    }

    @inline(__always)
    private static func topic(_ push: borrowing Admission, _ row: Look) -> Bool {
        row("there is a topic", .missingTopic, push.topic == .missing)
            || row("the topic is one", .badTopic, push.topic == .malformed)
            || row("the sender may use the topic", .topicDisallowed, !push.isTopicListed)
    }

    @inline(__always)
    private static func headers(_ push: borrowing Admission, _ row: Look) -> Bool {
        // It is echoed and names the push from here on, so it has to be one.
        let isBadID =
            switch push.messageID {
            case .absent: false
            case .malformed: true
            case .written(let id): push.isStrict && id.hasUpperCase
            }
        // Lines with `apns-priority: 0` are in wide use for VoIP pushes, and nobody has recorded
        // what Apple answers to them.
        let isBadPriority =
            push.priority == .malformed || push.priority == .value(0) && push.isStrict
        let isUrgentBackground =
            push.pushType == .background
            && (push.priority == .value(10) || push.priority == .absent && push.isStrict)
        let collapseByteCount = push.collapseRange?.count ?? 0
        // The other way round, a VoIP push to the bare bundle identifier, the token's rows refuse.
        let isOfOtherType = push.topicType != nil && push.topicType != push.pushType
        return row("apns-id is a UUID", .badMessageID, isBadID)
            || row(
                "apns-expiration is a date", .badExpirationDate, push.expiration == .malformed)
            || row("apns-priority is 10, 5 or 1", .badPriority, isBadPriority)
            || row("a background push is not urgent", .badPriority, isUrgentBackground)
            || row("apns-collapse-id is short", .badCollapseID, collapseByteCount > 64)
            || row("the push type is known", .invalidPushType, push.pushType == nil)
            || row("the topic is one of this push type", .invalidPushType, isOfOtherType)
    }

    @inline(__always)
    private static func body(_ push: borrowing Admission, _ row: Look) -> Bool {
        let count = push.payloadByteCount
        return row("there is a payload", .payloadEmpty, count == 0)
            || row(
                "the payload is within its limit", .payloadTooLarge,
                count > push.payloadByteCountMax)
    }

    @inline(__always)
    private static func token(_ push: borrowing Admission, _ row: Look) -> Bool {
        let defect = push.tokenDefect
        return row("the token is known here", .badDeviceToken, defect == .badDeviceToken)
            || row(
                "the token is of this topic", .deviceTokenNotForTopic,
                defect == .deviceTokenNotForTopic)
            // A VoIP push to the token and topic of remote notifications.
            || row("the push type is one of the token", .invalidPushType, !push.isTypeOfToken)
            || row("the app has no newer token", .expiredToken, defect == .expiredToken)
            || row("the app is on its device", .unregistered, defect == .unregistered)
            || row("the device keeps up", .tooManyRequests, push.pace != .kept)
            || row("the store keeps up", .serviceUnavailable, push.isStoreBehind)
    }
}

extension Authentication {
    /// What stands against its sender; nil where nothing does, or nobody has looked.
    fileprivate var defect: APNsReason? {
        switch self {
        case .pending, .passed, .unexamined: nil
        case .missing: .missingProviderToken
        case .invalid: .invalidProviderToken
        case .expired: .expiredProviderToken
        case .badEnvironment: .badEnvironmentKey
        case .unrelated: .unrelatedKeyID
        case .updatedTooSoon: .tooManyProviderTokenUpdates
        case .badCertificate: .badCertificate
        case .badCertificateEnvironment: .badCertificateEnvironment
        }
    }
}

extension Admission {
    /// What stands against its device token; nil for a good one.
    fileprivate var tokenDefect: APNsReason? {
        switch token {
        case .found: nil
        case .otherTopic: .deviceTokenNotForTopic
        case .ended(let end): end.cause == .renewed ? .expiredToken : .unregistered
        case nil, .some(.none): .badDeviceToken
        }
    }
}
