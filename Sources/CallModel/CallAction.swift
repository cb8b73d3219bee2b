// SPDX-License-Identifier: Apache-2.0

/// One thing to be done to a call: a `CXCallAction` as a value.
package struct CallAction: Hashable, Sendable, Codable {
    /// What is to be done.
    package enum Kind: Hashable, Sendable, Codable {
        case start(Start)
        case answer
        case end
        case setHeld(Bool)
    }

    /// Whom an outgoing call is for.
    package struct Start: Hashable, Sendable, Codable {
        package var handle: Handle
        package var contactIdentifier: String?
        package var isVideo: Bool

        package init(handle: Handle, contactIdentifier: String? = nil, isVideo: Bool = false) {
            self.handle = handle
            self.contactIdentifier = contactIdentifier
            self.isVideo = isVideo
        }
    }

    package var id: ActionID
    package var call: CallID
    package var kind: Kind
    /// `CXAction.timeoutDate`: fixed when the action is made (B36).
    ///
    /// The phone keeps its own, monotonic deadline.
    package var timeout: WallTime

    package init(id: ActionID, call: CallID, kind: Kind, timeout: WallTime) {
        self.id = id
        self.call = call
        self.kind = kind
        self.timeout = timeout
    }
}

/// How long an action may take until it counts as failed, by its class (B35).
package struct ActionTimeouts: Hashable, Sendable, Codable {
    package var start = Interval.seconds(600)
    package var answer = Interval.seconds(60)
    package var other = Interval.seconds(5)

    package init() {}

    package func interval(for kind: CallAction.Kind) -> Interval {
        switch kind {
        case .start: start
        case .answer: answer
        case .end, .setHeld: other
        }
    }
}

/// How an app completed an action.
package enum ActionOutcome: Hashable, Sendable, Codable {
    /// Fulfilled; the time replaces "now" for the call's timer and history where the app gave one
    /// (B41).
    case fulfilled(at: WallTime?)
    case failed
    /// The delegate has no method for it; `SystemRules.unimplementedAction` says what that means.
    case unimplemented
}

/// Actions that are handed to a provider together: a `CXTransaction` as a value.
package struct CallTransaction: Hashable, Sendable, Codable {
    package var id: TransactionID
    package var actions: [CallAction]

    package init(id: TransactionID, actions: [CallAction]) {
        self.id = id
        self.actions = actions
    }
}
