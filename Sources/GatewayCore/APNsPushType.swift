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
    package var topicSuffix: String {
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

    /// The type that a topic's suffix names; nil for a bare bundle identifier.
    package static func named(byTopic topic: String) -> Self? {
        allCases.first { !$0.topicSuffix.isEmpty && topic.hasSuffix($0.topicSuffix) }
    }
}
