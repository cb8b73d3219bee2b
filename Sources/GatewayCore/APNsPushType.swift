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
    package var topicSuffix: String { suffix.description }

    private var suffix: StaticString {
        switch self {
        case .alert, .background, .mdm: ""
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .location: ".location-query"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        case .controls: ".push-type.controls"
        }
    }

    /// The type of that name; nil for an unknown one.
    init?(_ name: Span<UInt8>) {
        // By far the most frequent.
        if name.isEqual(to: "voip") {
            self = .voip
            return
        }
        for type in Self.allCases where name.isEqual(to: Array(type.rawValue.utf8)) {
            self = type
            return
        }
        return nil
    }

    /// The type that a topic's suffix names; nil for a bare bundle identifier.
    static func named(byTopic topic: Span<UInt8>) -> Self? {
        // By far the most frequent.
        if topic.ends(with: voip.suffix) { return .voip }
        for type in allCases
        where type.suffix.utf8CodeUnitCount > 0 && topic.ends(with: type.suffix) {
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
