// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Something to be done with a call: asked of the system by the app, or of the app by the system.
///
/// Its identifier stays the same on the whole way: what the app asked for comes back under the one
/// that it was asked under, also where it was asked twice.
struct CallAction: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case start(CallHandle, name: String?, hasVideo: Bool)
        case answer
        case end
        case setHeld(Bool)
        case setMuted(Bool)
        case setGroup(with: UUID?)
        case play(CallDigits)
    }

    let id: UUID
    let call: UUID
    let kind: Kind
    /// When the system's patience ends; nil until the system performs it.
    var deadline: Date?
}

extension CallAction.Kind {
    /// How long the system waits for it (B35).
    var patience: TimeInterval {
        switch self {
        case .start: 600
        case .answer: 60
        case .end, .setHeld, .setMuted, .setGroup, .play: 5
        }
    }

    /// Whether the call is over where the action fails (B42).
    var failureEndsCall: Bool {
        switch self {
        case .start, .answer: true
        case .end, .setHeld, .setMuted, .setGroup, .play: false
        }
    }
}
