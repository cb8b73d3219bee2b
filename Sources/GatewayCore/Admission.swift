// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A request as the rows of ``AdmissionRule/table`` look at it: read once, judged by nobody yet.
struct Admission: Sendable {
    enum Path: Hashable, Sendable {
        case unknown
        case withoutToken
        case token(String)
    }

    enum Expiration: Hashable, Sendable {
        case absent
        case malformed
        case seconds(Int64)
    }

    let rules: GatewayRules
    let request: PushRequest
    let path: Path
    /// The topic asked for, or else the certificate's only one.
    let topic: String?
    let expiration: Expiration
    /// The type asked for, or else the one that the topic's suffix names; nil for an unknown one.
    let pushType: APNsPushType?
    /// Nil for a token that is malformed, unknown or of the other environment.
    let token: StoredToken?
    /// Pushes of the token's device that are not acknowledged.
    let outstandingPushCount: Int
    let pendingStoreCount: Int

    init(
        _ request: PushRequest,
        rules: GatewayRules,
        pendingStoreCount: Int,
        token lookUp: ([UInt8]) -> (token: StoredToken, outstandingPushCount: Int)?
    ) {
        self.rules = rules
        self.request = request
        self.pendingStoreCount = pendingStoreCount
        path = Self.path(request.path)
        let topic = Self.topic(of: request)
        self.topic = topic
        expiration = Self.expiration(request.header("apns-expiration"))
        pushType = Self.pushType(request.header("apns-push-type"), topic: topic)
        let found = Self.tokenBytes(path).flatMap(lookUp)
        let fitting = found?.token.app.environment == request.environment ? found : nil
        token = fitting?.token
        outstandingPushCount = fitting?.outstandingPushCount ?? 0
    }

    private static func path(_ text: String) -> Path {
        let prefix = "/3/device"
        guard text.hasPrefix(prefix) else { return .unknown }
        let rest = text.dropFirst(prefix.count)
        guard !rest.isEmpty, rest != "/" else { return .withoutToken }
        guard rest.first == "/", !rest.dropFirst().contains("/") else { return .unknown }
        return .token(String(rest.dropFirst()))
    }

    private static func topic(of request: PushRequest) -> String? {
        if let topic = request.header("apns-topic"), !topic.isEmpty { return topic }
        guard case .certificate(let topics, _) = request.provider else { return nil }
        return topics.count == 1 ? topics.first : nil
    }

    private static func expiration(_ text: String?) -> Expiration {
        guard let text else { return .absent }
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? Int64(text).map(Expiration.seconds) ?? .malformed : .malformed
    }

    private static func pushType(_ text: String?, topic: String?) -> APNsPushType? {
        if let text { return APNsPushType(rawValue: text) }
        return topic.flatMap(APNsPushType.named) ?? .alert
    }

    private static func tokenBytes(_ path: Path) -> [UInt8]? {
        guard case .token(let text) = path, text.utf8.count <= 2 * Limits.tokenByteCount else {
            return nil
        }
        return Bytes(hexadecimal: text)?.array
    }

    /// The `apns-id` as text and as value; nil for one that is no UUID, or none.
    var apnsID: (text: String, id: PushID)? {
        request.header("apns-id").flatMap { text in PushID(text).map { (text, $0) } }
    }

    /// The bytes of the body that count against the limit of its type.
    var payloadByteCount: Int {
        switch request.body {
        case .bytes(let bytes): bytes.count
        case .tooLarge: .max
        }
    }
}

extension PushRequest {
    /// The first field of that name.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
