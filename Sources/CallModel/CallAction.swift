// SPDX-License-Identifier: Apache-2.0

/// One thing to be done to a call: a `CXCallAction` as a value.
package struct CallAction: Hashable, Sendable, Codable {
    /// What is to be done.
    package enum Kind: Hashable, Sendable, Codable {
        case start(Start)
        case answer
        case end
        case setHeld(Bool)
        case setMuted(Bool)
        /// Nil is out of the group that it is in (B87).
        case setGroup(with: CallID?)
        case playDTMF(digits: String, DTMFKind)
        case setTranslating(Translation)
    }

    /// Where digits come from: `CXPlayDTMFCallAction.ActionType`, with Apple's raw values (B97).
    package enum DTMFKind: Int, Hashable, Sendable, Codable {
        /// A tap on the keypad during the call.
        case singleTone = 1
        /// What stands behind a soft pause (`,`) of the dialled text.
        case softPause = 2
        /// What stands behind a hard pause (`;`) of the dialled text.
        case hardPause = 3
    }

    /// A live translation that is to begin or to stop (B98).
    package struct Translation: Hashable, Sendable, Codable {
        package var isOn: Bool
        package var localLanguage: String
        package var remoteLanguage: String

        package init(isOn: Bool, localLanguage: String, remoteLanguage: String) {
            self.isOn = isOn
            self.localLanguage = localLanguage
            self.remoteLanguage = remoteLanguage
        }
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

    package init(start: Interval, answer: Interval, other: Interval) {
        self.start = start
        self.answer = answer
        self.other = other
    }

    package func interval(for kind: CallAction.Kind) -> Interval {
        switch kind {
        case .start: start
        case .answer: answer
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: other
        }
    }
}

/// How an app completed an action.
package enum ActionOutcome: Hashable, Sendable, Codable {
    /// Fulfilled; the time replaces "now" for the call's timer and history where the app gave one
    /// (B41).
    case fulfilled(at: WallTime?)
    /// Fulfilled, for a translation: by the system's engine or by one of the app's own.
    case fulfilledTranslating(TranslationEngine)
    case failed
    /// The delegate has no method for it; `SystemRules.unimplementedAction` says what that means.
    case unimplemented
}

/// `CXTranslationEngine`, with our raw values: Apple's are not published.
package enum TranslationEngine: Int, Hashable, Sendable, Codable {
    case `default` = 0
    case custom = 1
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

extension CallAction.Kind {
    /// What it is, in one word of the field: for a timeline and for messages.
    package var name: String {
        switch self {
        case .start: "Start"
        case .answer: "Answer"
        case .end: "End"
        case .setHeld(true): "Hold"
        case .setHeld(false): "Resume"
        case .setMuted(true): "Mute"
        case .setMuted(false): "Unmute"
        case .setGroup(.some): "Group"
        case .setGroup(.none): "Ungroup"
        case .playDTMF: "DTMF"
        case .setTranslating: "Translate"
        }
    }
}
