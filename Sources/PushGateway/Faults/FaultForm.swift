// SPDX-License-Identifier: Apache-2.0

/// A fault on purpose, as a file of rules, the control socket and `gateway fault add` write it.
///
/// ```json
/// {"action": "answer", "reason": "Unregistered", "topic": "com.example.hotline.voip", "every": 3}
/// ```
package struct FaultForm: Hashable, Sendable, Encodable {
    /// What goes wrong.
    package enum Action: String, Hashable, Sendable, Codable, CaseIterable {
        case answer
        case delay
        case stall
        case drop
        case goaway
        case away
        case delayDelivery = "delay-delivery"
        case reorder
        case duplicate
        case lose

        /// What it does, as the help text has it.
        package var words: String {
            switch self {
            case .answer: "answer with --reason in place of the right answer"
            case .delay: "answer a TIME later"
            case .stall: "never answer"
            case .drop: "cut the provider's connection in the middle of the request"
            case .goaway: "send the provider's connection away with GOAWAY, and --reason if given"
            case .away: "be gone for a TIME, at once: connections are cut, and refused"
            case .delayDelivery: "hand the push to the phone a TIME later"
            case .reorder: "hand the push to the phone after the next one"
            case .duplicate: "hand the push to the phone twice"
            case .lose: "accept the push, and never hand it over"
            }
        }

        /// Whether it does nothing without a time.
        package var needsSeconds: Bool {
            self == .delay || self == .away || self == .delayDelivery
        }

        /// Whether it can have a reason.
        package var takesReason: Bool { self == .answer || self == .goaway }

        /// Whether it waits for a push that fits; if not, it happens at once.
        package var waitsForPush: Bool { self != .away }
    }

    package var action: Action
    /// In Apple's spelling.
    package var reason: String?
    /// Greater than zero, a day at most.
    package var seconds: Double?
    /// The first hexadecimal digits of a token, an even number, or all of them.
    package var token: String?
    package var topic: String?
    /// For new connections in place of requests, where it is true: for drop and goaway.
    package var connections: Bool?
    /// One fitting request in so many; each where it is nil.
    package var every: Int?
    /// How often it happens before it is over; for ever where it is nil.
    package var times: Int?

    package init(_ action: Action) { self.action = action }
}

extension FaultForm: Decodable {
    private enum Key: String, CodingKey, CaseIterable {
        case action, reason, seconds, token, topic, connections, every, times
    }

    /// A name in a file, whatever it is.
    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A misspelt name would be a fault that never happens, so that each must be known.
    package init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        if let name = names.sorted().first(where: { Key(rawValue: $0) == nil }) {
            let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw FaultFormError(words: "'\(name)' is none of \(known)")
        }
        let container = try decoder.container(keyedBy: Key.self)
        let word = try Self.value(.action, String.self, "a word", in: container)
        guard let word, let action = Action(rawValue: word) else {
            let known = Action.allCases.map(\.rawValue).joined(separator: ", ")
            throw FaultFormError(
                words: "'action' must be one of \(known)\(word.map { ", not '\($0)'" } ?? "")")
        }
        self.action = action
        reason = try Self.value(.reason, String.self, "text", in: container)
        seconds = try Self.value(.seconds, Double.self, "a number", in: container)
        token = try Self.value(.token, String.self, "text", in: container)
        topic = try Self.value(.topic, String.self, "text", in: container)
        connections = try Self.value(.connections, Bool.self, "true or false", in: container)
        every = try Self.value(.every, Int.self, "a whole number", in: container)
        times = try Self.value(.times, Int.self, "a whole number", in: container)
    }

    private static func value<Value: Decodable>(
        _ key: Key, _ type: Value.Type, _ words: String, in container: KeyedDecodingContainer<Key>
    ) throws -> Value? {
        do {
            return try container.decodeIfPresent(type, forKey: key)
        } catch {
            throw FaultFormError(words: "'\(key.rawValue)' must be \(words)")
        }
    }
}

/// What is wrong with a fault, in words that name the part and the rule.
package struct FaultFormError: Error, Hashable, Sendable, CustomStringConvertible {
    package let words: String

    package var description: String { words }
}
