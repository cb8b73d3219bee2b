// SPDX-License-Identifier: Apache-2.0

/// What `apns-push-type` may say (APNs: Sending notification requests).
package enum APNsPushType: String, Hashable, Sendable, CaseIterable {
    case alert
    case background
    case voip
    case complication
    case fileprovider
    case mdm
    case location
    case liveactivity
    case pushtotalk
    case widgets
    case controls

    /// What a topic of this type adds to the bundle identifier; empty where it adds nothing.
    package var topicSuffix: String { String(decoding: suffix, as: UTF8.self) }

    private var suffix: [UInt8] { Self.suffixes[position] }

    private var position: Int {
        switch self {
        case .alert: 0
        case .background: 1
        case .voip: 2
        case .complication: 3
        case .fileprovider: 4
        case .mdm: 5
        case .location: 6
        case .liveactivity: 7
        case .pushtotalk: 8
        case .widgets: 9
        case .controls: 10
        }
    }

    /// By position, as are the names.
    private static let suffixes: [[UInt8]] = [
        "", "", ".voip", ".complication", ".pushkit.fileprovider", "", ".location-query",
        ".push-type.liveactivity", ".voip-ptt", ".push-type.widgets", ".push-type.controls",
    ].map { (suffix: String) in Array(suffix.utf8) }

    private static let names = allCases.map { Array($0.rawValue.utf8) }

    /// The type of that name; nil for an unknown one.
    init?(_ name: Span<UInt8>) {
        for type in Self.allCases where name.isEqual(to: Self.names[type.position]) {
            self = type
            return
        }
        return nil
    }

    /// The type that a topic's suffix names; nil for a bare bundle identifier.
    static func named(byTopic topic: Span<UInt8>) -> Self? {
        // By far the most frequent.
        if topic.ends(with: voip.suffix) { return .voip }
        for type in allCases where !type.suffix.isEmpty && topic.ends(with: type.suffix) {
            return type
        }
        return nil
    }

    /// Whether pushes of this type go to the tokens of that kind.
    func isFor(_ kind: TokenKind) -> Bool {
        switch kind {
        case .voip: self == .voip
        case .alert: self == .alert || self == .background
        }
    }
}
