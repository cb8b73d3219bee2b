// SPDX-License-Identifier: Apache-2.0

/// What is known of each reason: the one table that help texts, errors and rules are made of.
///
/// Source: APNs, Handling notification responses; the statuses, and which answers may be tried
/// again, are Apple's.
enum PushReasonTable {
    struct Row {
        let status: Int
        let reason: PushReason
        let meaning: String
        let remedy: String
        let retry: PushReason.Retry
        let token: PushReason.TokenVerdict

        init(
            _ status: Int, _ reason: String, _ meaning: String, _ remedy: String,
            _ retry: PushReason.Retry = .afterMending,
            token: PushReason.TokenVerdict = .unaffected
        ) {
            self.status = status
            self.reason = PushReason(rawValue: reason)
            self.meaning = meaning
            self.remedy = remedy
            self.retry = retry
            self.token = token
        }
    }

    static let rows: [Row] = requests + credentials + tokens + service

    private static let requests: [Row] = [
        Row(
            400, "BadCollapseId", "the collapse id is over 64 bytes", "shorten apns-collapse-id"),
        Row(
            400, "BadDeviceToken",
            "the device token is malformed, unknown, or of the other "
                + "environment",
            "send to the environment of the app's aps-environment; else forget the token",
            .never, token: .misplaced),
        Row(
            400, "BadExpirationDate", "the expiration is no date",
            "give apns-expiration in seconds since 1970, or 0"),
        Row(400, "BadMessageId", "the apns-id is no UUID", "give a UUID in lower case, or none"),
        Row(400, "BadPriority", "the priority is not 10, 5 or 1", "use 10 for a call"),
        Row(
            400, "BadTopic", "the topic is malformed",
            "use the bundle identifier, with .voip for a VoIP push"),
        Row(
            400, "DeviceTokenNotForTopic", "the device token is another topic's",
            "send with the topic of the app that gave the token", .never, token: .misplaced),
        Row(400, "DuplicateHeaders", "a header came twice", "send each header once"),
        Row(
            400, "IdleTimeout", "the connection was idle for too long",
            "connect again with the next push", .onNewConnection),
        Row(
            400, "InvalidPushType", "the push type is unknown or does not fit",
            "use voip with a .voip topic"),
        Row(400, "MissingDeviceToken", "the path has no token", "post to /3/device/TOKEN"),
        Row(
            400, "MissingTopic", "there is no topic, and the credentials leave a choice",
            "give apns-topic"),
        Row(400, "PayloadEmpty", "the body is empty", "send a JSON object, {} at least"),
        Row(
            400, "TopicDisallowed", "these credentials may not push to this topic",
            "use the app's own certificate, or a key of its team"),
    ]

    private static let credentials: [Row] = [
        Row(
            403, "BadCertificate", "the certificate cannot be used",
            "make a new push certificate"),
        Row(
            403, "BadCertificateEnvironment", "the certificate is for the other environment",
            "send to the other host, or use a certificate for both"),
        Row(
            403, "ExpiredProviderToken", "the provider token is over an hour old",
            "sign a new one and connect anew; check this machine's clock", .onNewConnection),
        Row(
            403, "Forbidden", "the action is not allowed", "check what the credentials are for",
            .never),
        Row(
            403, "InvalidProviderToken", "the provider token is malformed, or its signature false",
            "check that key, key id and team id belong together, and the clock"),
        Row(
            403, "MissingProviderToken", "there is neither certificate nor provider token",
            "show a certificate, or send a provider token"),
        Row(
            403, "UnrelatedKeyIdInToken",
            "the key is not related to the one that this connection began with",
            "use one key for each connection", .onNewConnection),
        Row(
            403, "BadEnvironmentKeyIdInToken", "the key is for the other environment",
            "send to the other host, or use a key for this one"),
        Row(
            403, "BadEnvironmentKeyInToken", "the key is for the other environment",
            "send to the other host, or use a key for this one"),
        Row(404, "BadPath", "the path is unknown", "post to /3/device/TOKEN"),
        Row(405, "MethodNotAllowed", "the method is not POST", "use POST"),
    ]

    private static let tokens: [Row] = [
        Row(
            410, "ExpiredToken", "the device token has expired", "forget the token", .never,
            token: .dead),
        Row(
            410, "Unregistered", "the app is gone, or has a new token", "forget the token", .never,
            token: .dead),
        Row(
            413, "PayloadTooLarge", "the payload is over 5,120 bytes (4,096 if not VoIP)",
            "send less, and let the app ask your server for the rest", .never),
    ]

    private static let service: [Row] = [
        Row(
            429, "TooManyProviderTokenUpdates",
            "the provider token changes more than once in 20 minutes",
            "keep each token for 20 to 60 minutes", .afterDelay),
        Row(
            429, "TooManyRequests", "too many pushes to this one device token",
            "send less often to it", .afterDelay),
        Row(
            500, "InternalServerError", "the service has failed", "try again in 15 minutes",
            .afterLongDelay),
        Row(
            503, "ServiceUnavailable", "the service is not to be had", "try again in 15 minutes",
            .afterLongDelay),
        Row(
            503, "Shutdown", "this server of the service is closing",
            "connect anew; try again in 15 minutes", .afterLongDelay),
    ]
}
