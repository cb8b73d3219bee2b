// SPDX-License-Identifier: Apache-2.0

/// Which of Apple's two services a token is of: an app built for development has tokens of its own.
///
/// The raw values are those of the entitlement `aps-environment`.
package enum PushEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
    case production
    case development
}
