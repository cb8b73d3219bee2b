// SPDX-License-Identifier: Apache-2.0

/// What makes an accepted request one that gets a reason.
struct ReasonRow: Sendable {
    var status: Int
    var reason: String
    /// Of `gateway run`.
    var options: [String] = []
    /// The words of a fault, for what no request can bring about at a gateway in good health.
    var fault: [String] = []
    var change: @Sendable (inout CurlRequest, ProviderScene) throws -> Void = { _, _ in }
    /// What is asked first, on the same connection.
    var before: @Sendable (ProviderScene) throws -> [CurlRequest] = { _ in [] }

    /// Apple's list, with the spelling of one reason that is seen on the wire beside the one that
    /// is documented.
    static let allReasons = [
        "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority",
        "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout",
        "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty",
        "TopicDisallowed", "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken",
        "Forbidden", "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken",
        "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken", "BadPath", "MethodNotAllowed",
        "ExpiredToken", "Unregistered", "PayloadTooLarge", "TooManyProviderTokenUpdates",
        "TooManyRequests", "InternalServerError", "ServiceUnavailable", "Shutdown",
    ]

    static let table = form + authentication + tokens + service

    /// What is wrong with the request's form.
    private static let form = [
        ReasonRow(status: 405, reason: "MethodNotAllowed") { request, _ in request.method = "GET" },
        ReasonRow(status: 404, reason: "BadPath") { request, _ in request.path = "/4/device/" },
        ReasonRow(status: 400, reason: "MissingDeviceToken") { request, _ in request.token = "" },
        ReasonRow(status: 400, reason: "DuplicateHeaders") { request, _ in
            request.headers = ["apns-priority: 10", "apns-priority: 10"]
        },
        ReasonRow(status: 400, reason: "MissingTopic") { request, _ in request.topic = nil },
        ReasonRow(status: 400, reason: "BadTopic") { request, _ in request.topic = "no topic!" },
        ReasonRow(status: 400, reason: "TopicDisallowed") { request, _ in
            request.topic = "com.example.other.voip"
        },
        ReasonRow(status: 400, reason: "BadMessageId") { request, _ in request.apnsID = "1" },
        ReasonRow(status: 400, reason: "BadExpirationDate") { request, _ in
            request.expiration = "tomorrow"
        },
        ReasonRow(status: 400, reason: "BadPriority") { request, _ in
            request.headers = ["apns-priority: 7"]
        },
        ReasonRow(status: 400, reason: "BadCollapseId") { request, _ in
            request.headers = ["apns-collapse-id: " + String(repeating: "c", count: 65)]
        },
        ReasonRow(status: 400, reason: "InvalidPushType") { request, _ in request.type = "phone" },
        ReasonRow(status: 400, reason: "PayloadEmpty") { request, _ in request.body = "" },
        ReasonRow(status: 413, reason: "PayloadTooLarge") { request, _ in
            request.body = #"{"a":""# + String(repeating: "a", count: 5_113) + #""}"#
        },
    ]

    /// Who asks.
    private static let authentication = [
        ReasonRow(status: 403, reason: "MissingProviderToken") { request, _ in
            request.identity = .nobody
        },
        ReasonRow(status: 403, reason: "InvalidProviderToken") { request, scene in
            request.identity = .providerToken(try scene.key(.first).token() + "AA")
        },
        ReasonRow(status: 403, reason: "ExpiredProviderToken") { request, scene in
            request.identity = .providerToken(try scene.key(.first).token(age: 3_700))
        },
        ReasonRow(
            status: 403, reason: "UnrelatedKeyIdInToken",
            change: { request, scene in
                request.identity = .providerToken(try scene.key(.narrow).token())
            },
            before: { scene in [try scene.request(.first)] }),
        ReasonRow(status: 403, reason: "BadEnvironmentKeyInToken") { request, scene in
            request.identity = .providerToken(try scene.key(.sandbox).token())
        },
        ReasonRow(
            status: 403, reason: "BadEnvironmentKeyIdInToken", options: ["--documented-reasons"],
            change: { request, scene in
                request.identity = .providerToken(try scene.key(.sandbox).token())
            }),
        ReasonRow(
            status: 429, reason: "TooManyProviderTokenUpdates",
            change: { request, scene in
                request.identity = .providerToken(try scene.key(.first).token())
            },
            before: { scene in
                [try scene.request(.first, age: 1_300), try scene.request(.first, age: 60)]
            }),
        // These two come as a GOAWAY: GoAwayTests.
        ReasonRow(
            status: 403, reason: "BadCertificate", fault: ["answer", "--reason", "BadCertificate"]),
        ReasonRow(
            status: 403, reason: "BadCertificateEnvironment",
            fault: ["answer", "--reason", "BadCertificateEnvironment"]),
        // A broadcast of live activities, which this service does not take.
        ReasonRow(status: 403, reason: "Forbidden") { request, _ in
            request.path = "/4/broadcasts/apps/"
            request.token = GatewayTemplate.bundle
        },
        ReasonRow(status: 403, reason: "Forbidden") { request, _ in request.type = "location" },
    ]

    /// The state of the device's token.
    private static let tokens = [
        ReasonRow(status: 400, reason: "BadDeviceToken") { request, _ in
            request.token = String(repeating: "0", count: 64)
        },
        // Apple's most frequent one: a token of an app that was built for development.
        ReasonRow(status: 400, reason: "BadDeviceToken") { request, scene in
            request.token = scene.development
        },
        ReasonRow(status: 400, reason: "DeviceTokenNotForTopic") { request, scene in
            request.token = scene.alert
        },
        ReasonRow(status: 410, reason: "Unregistered") { request, scene in
            request.token = scene.gone
        },
        ReasonRow(status: 410, reason: "ExpiredToken") { request, scene in
            request.token = scene.replaced
        },
        ReasonRow(
            status: 429, reason: "TooManyRequests", options: ["--token-rate", "1/1h"],
            before: { scene in [scene.request] }),
    ]

    /// What only a service in trouble answers.
    private static let service = [
        "IdleTimeout": 400, "InternalServerError": 500, "ServiceUnavailable": 503, "Shutdown": 503,
    ].sorted { $0.key < $1.key }.map { reason, status in
        ReasonRow(status: status, reason: reason, fault: ["answer", "--reason", reason])
    }
}
