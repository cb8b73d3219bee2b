// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Which of Apple's two services a listener stands for and a token is of.
package enum APNsEnvironment: String, Hashable, Sendable, CaseIterable, Comparable {
    case production
    case development

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// An app on a device, in one environment: what a token stands for.
package struct AppKey: Hashable, Sendable, Comparable {
    package var bundle: BundleID
    package var environment: APNsEnvironment

    package init(bundle: BundleID, environment: APNsEnvironment) {
        self.bundle = bundle
        self.environment = environment
    }

    package static func < (a: Self, b: Self) -> Bool {
        (a.bundle, a.environment) < (b.bundle, b.environment)
    }
}
