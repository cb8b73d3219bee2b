// SPDX-License-Identifier: Apache-2.0

/// Which of the two push services a device token is for: the app's `aps-environment`.
package enum TokenEnvironment: String, Sendable, Hashable, CaseIterable, Codable {
    /// Apps from the App Store and TestFlight.
    case production
    /// Apps that Xcode has put on a phone: the sandbox.
    case development
}
