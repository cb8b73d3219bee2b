// SPDX-License-Identifier: Apache-2.0

/// Which of Apple's two services a connection asked for and a token is of.
package enum APNsEnvironment: String, Hashable, Sendable, CaseIterable, Comparable {
    case production
    case development

    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
