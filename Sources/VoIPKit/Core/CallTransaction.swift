// SPDX-License-Identifier: Apache-2.0
import Foundation

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
