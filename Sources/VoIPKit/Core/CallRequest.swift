// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Somebody waits for an action to be performed.
struct CallRequest: Hashable, Sendable {
    let action: CallAction
    /// Whether there was its call when it was asked for; else it is about a Start that is under
    /// way.
    let hadCall: Bool

    var id: UUID { action.id }

    /// How long an action that was asked for may take until it is performed; then it has a deadline
    /// of its own.
    static let patience: TimeInterval = 10
}
