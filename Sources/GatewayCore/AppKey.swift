// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Which of an app's tokens.
package enum TokenKind: String, Hashable, Sendable, CaseIterable, Comparable {
    /// PushKit's: for VoIP pushes alone.
    case voip
    /// The one of remote notifications.
    case alert

    /// What a topic of such a token adds to the bundle identifier.
    package var topicSuffix: String { self == .voip ? ".voip" : "" }

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// An app on a device, in one environment, for one kind of push: what a token stands for.
package struct AppKey: Hashable, Sendable, Comparable {
    package var bundle: BundleID
    package var environment: APNsEnvironment
    package var kind: TokenKind

    package init(bundle: BundleID, environment: APNsEnvironment, kind: TokenKind = .voip) {
        self.bundle = bundle
        self.environment = environment
        self.kind = kind
    }

    /// The one topic that its token is good for.
    package var topic: String { bundle + kind.topicSuffix }

    package static func < (a: Self, b: Self) -> Bool {
        (a.bundle, a.environment, a.kind) < (b.bundle, b.environment, b.kind)
    }
}
