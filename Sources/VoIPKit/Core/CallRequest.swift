// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Somebody waits for an action to be performed.
struct CallRequest: Hashable, Sendable {
    let action: CallAction

    var id: UUID { action.id }

    /// How long an action that was asked for may take until it is performed; then it has a deadline
    /// of its own.
    static let patience: TimeInterval = 10
}

/// Actions that were asked for together and are neither accepted nor refused.
struct CallTransaction: Hashable, Sendable {
    let actions: [CallAction]
    /// How often it was refused for want of a provider (B11), or for its number though there was no
    /// call (B12).
    var refusalCount = 0
    /// What is armed for when it is asked for again.
    var pause: UUID?

    /// How long after each such refusal it is asked for again: registration takes its time, and how
    /// much is not established.
    static let pauses: [TimeInterval] = [0, 0.25, 1]

    func contains(_ action: UUID) -> Bool { actions.contains { $0.id == action } }

    var startsCall: Bool {
        actions.contains { if case .start = $0.kind { true } else { false } }
    }
}

/// The service is telling the other side that a call is over, and nothing waits for it.
struct HangUp: Hashable, Sendable {
    let id: UUID
    let call: UUID

    /// After this it is cancelled; an End has as long (B35).
    static let patience: TimeInterval = 5
}
