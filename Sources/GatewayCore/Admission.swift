// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A request as the rows of ``AdmissionRule`` look at it: read once, judged by nobody yet.
struct Admission: Sendable {
    enum Path: Hashable, Sendable {
        case unknown
        case withoutToken
        /// Of channels and broadcasts.
        case broadcast
        case token(WrittenToken)
    }

    enum Topic: Hashable, Sendable {
        case missing
        case malformed
        case named
    }

    enum MessageID: Hashable, Sendable {
        case absent
        case malformed
        case written(WrittenPushID)
    }

    enum Expiration: Hashable, Sendable {
        case absent
        case malformed
        /// UNIX seconds.
        case seconds(Int64)

        var value: Int64? {
            guard case .seconds(let seconds) = self else { return nil }
            return seconds
        }
    }

    enum Priority: Hashable, Sendable {
        case absent
        case malformed
        case value(UInt8)

        /// As it counts: absent is 10.
        var number: UInt8 {
            switch self {
            case .absent: 10
            case .malformed: 0
            case .value(let number): number
            }
        }
    }

    let isStrict: Bool
    let isPost: Bool
    let path: Path
    let hasRepeatedField: Bool
    let topic: Topic
    /// Where the topic is in `topicText`: the request's text, or the certificate's only topic.
    let topicText: [UInt8]
    let topicRange: Range<Int>
    /// The type that the topic's suffix names.
    let topicType: APNsPushType?
    /// The type asked for, or else the one that the topic's suffix names; nil for an unknown one.
    let pushType: APNsPushType?
    let messageID: MessageID
    let expiration: Expiration
    let priority: Priority
    let collapseRange: Range<Int>?
    let payloadByteCount: Int
    let payloadByteCountMax: Int

    // What the rest of the service adds.
    var service = Service.up
    var authentication = Authentication.pending
    var isCertificate = false
    var isTopicListed = true
    var token: TokenMatch?
    /// Nil where the token is none of ours.
    var tokenKind: TokenKind?
    /// More pushes wait for the device, or came for its token, than may.
    var pace: Pace = .kept
    var isStoreBehind = false

    enum Service: Hashable, Sendable {
        case up
        case unavailable
        case shuttingDown
    }

    enum Pace: Hashable, Sendable {
        case kept
        case deviceBehind
        case tokenTooFast
    }

    /// `topics` are those of the provider's certificate; nil without one.
    init(_ request: PushRequest, topics: TopicList?, rules: GatewayRules) {
        let fields = request.fields
        let text = fields.text.span
        isStrict = rules.isStrict
        isPost = fields.range(of: .method).map { text.extracting($0).isEqual(to: "POST") } ?? false
        path = fields.range(of: .path).map { Self.path(text.extracting($0)) } ?? .unknown
        hasRepeatedField = fields.hasRepeatedField
        let given = fields.range(of: .topic) ?? 0..<0
        var source = (text: fields.text, range: given)
        if given.isEmpty, let topics, topics.count == 1, let only = topics.first {
            source = (only, only.indices)
        }
        (topicText, topicRange) = source
        let topicSpan = source.text.span.extracting(source.range)
        let topic = Self.topic(topicSpan)
        self.topic = topic
        let topicType = topic == .named ? APNsPushType.named(byTopic: topicSpan) : nil
        self.topicType = topicType
        let pushType: APNsPushType?
        if let range = fields.range(of: .pushType) {
            pushType = APNsPushType(text.extracting(range))
        } else {
            pushType = topicType ?? .alert
        }
        self.pushType = pushType
        messageID = Self.messageID(text, fields.range(of: .id))
        expiration = Self.expiration(text, fields.range(of: .expiration))
        priority = Self.priority(text, fields.range(of: .priority))
        collapseRange = fields.range(of: .collapseID).flatMap { $0.isEmpty ? nil : $0 }
        payloadByteCount = request.isBodyTooLarge ? .max : request.body.count
        payloadByteCountMax = rules.payloadByteCountMax(of: pushType ?? .alert)
    }

    /// The topic as it may stand in a log; nil where there is none.
    var cleanedTopic: String? {
        topicRange.isEmpty ? nil : topicText.span.extracting(topicRange).cleaned
    }

    var isTypeOfToken: Bool {
        guard let tokenKind, let pushType else { return true }
        return pushType.isFor(tokenKind)
    }

    // MARK: Reading

    private static func path(_ text: Span<UInt8>) -> Path {
        let prefix: StaticString = "/3/device"
        guard text.starts(with: prefix) else {
            let isBroadcast = text.starts(with: "/4/broadcasts/") || text.starts(with: "/1/apps/")
            return isBroadcast ? .broadcast : .unknown
        }
        let rest = text.extracting(droppingFirst: prefix.utf8CodeUnitCount)
        if rest.isEmpty { return .withoutToken }
        guard rest[0] == UInt8(ascii: "/") else { return .unknown }
        let last = rest.extracting(droppingFirst: 1)
        if last.isEmpty { return .withoutToken }
        if let key = TokenKey(usual: last) { return .token(.key(key)) }
        return last.contains(UInt8(ascii: "/")) ? .unknown : .token(WrittenToken(last))
    }

    private static func topic(_ text: Span<UInt8>) -> Topic {
        guard !text.isEmpty else { return .missing }
        guard text.count <= 255 else { return .malformed }
        guard text.count >= 8 else {
            for index in 0..<text.count where !isTopicByte(text[index]) { return .malformed }
            return .named
        }
        for index in stride(from: 0, to: text.count - 8, by: 8)
        where !text.eight(at: index).areTopicBytes {
            return .malformed
        }
        // The last eight, some of them again.
        return text.eight(at: text.count - 8).areTopicBytes ? .named : .malformed
    }

    static func isTopicByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func messageID(_ text: Span<UInt8>, _ range: Range<Int>?) -> MessageID {
        guard let range else { return .absent }
        return WrittenPushID(text.extracting(range)).map(MessageID.written) ?? .malformed
    }

    private static func expiration(_ text: Span<UInt8>, _ range: Range<Int>?) -> Expiration {
        guard let range else { return .absent }
        return text.extracting(range).decimal.map(Expiration.seconds) ?? .malformed
    }

    private static func priority(_ text: Span<UInt8>, _ range: Range<Int>?) -> Priority {
        guard let range else { return .absent }
        let text = text.extracting(range)
        if text.isEqual(to: "10") { return .value(10) }
        guard text.count == 1 else { return .malformed }
        switch text[0] {
        case UInt8(ascii: "5"): return .value(5)
        case UInt8(ascii: "1"): return .value(1)
        case UInt8(ascii: "0"): return .value(0)
        default: return .malformed
        }
    }
}

/// What became of the token of a request's path.
enum TokenMatch: Hashable, Sendable {
    /// Malformed, unknown, or of the other environment.
    case none(Remark)
    /// Of another topic than the request's.
    case otherTopic(Remark)
    /// In use no more, and for long enough: since when.
    case ended(TokenEnd)
    /// Good: its place.
    case found(Int)
}
