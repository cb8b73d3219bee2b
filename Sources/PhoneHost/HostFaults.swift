// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore

/// Steps that a host does not let happen, so that a test can see that their absence is noticed.
///
/// The step is really left out, not just its line in the timeline: what would have followed from it
/// does not follow.
package struct HostFaults {
    package var steps: Set<TimelineStep>
    /// The answer and end actions that apps have in hand, by which their completions are known.
    private var kinds: [ActionID: TimelineStep] = [:]

    package init(steps: Set<TimelineStep> = []) { self.steps = steps }

    /// Nil lets the event pass; else it is dropped, and these effects take its place.
    package func replacement(of event: PhoneEvent) -> [PhoneEffect]? {
        guard !steps.isEmpty else { return nil }
        switch event {
        case .push where steps.contains(.pushDelivered):
            return []
        case .app(_, .reportIncomingCall) where steps.contains(.callReported):
            return []
        case .app(_, .completeAction(let action, .fulfilled)):
            return kinds[action].map(steps.contains) == true ? [] : nil
        case .app(_, .reportEnded) where steps.contains(.callEnded):
            return []
        case .app(_, .reportConnected) where steps.contains(.callConnected):
            return []
        case .user(let ticket, .answer), .user(let ticket, .endAndAnswer),
            .user(let ticket, .holdAndAnswer):
            guard steps.contains(.callAnswered) else { return nil }
            return [.answerUser(ticket, .failed(Self.words))]
        default:
            return nil
        }
    }

    /// Nil lets the effect pass; else it is dropped, and these events take its place.
    package mutating func replacement(of effect: PhoneEffect) -> [PhoneEvent]? {
        guard !steps.isEmpty else { return nil }
        switch effect {
        case .note(let entry):
            return steps.contains(entry.step) ? [] : nil
        case .launch(let launch, _) where steps.contains(.appLaunched):
            return [.launched(launch, .failed(Self.words))]
        case .tell(_, .push) where steps.contains(.pushReceived):
            return []
        case .tell(_, .audioActivated) where steps.contains(.audioActivated):
            return []
        case .tell(_, .audioDeactivated) where steps.contains(.audioDeactivated):
            return []
        case .tell(_, .perform(_, let transaction)):
            remember(transaction)
            return nil
        case .startRinging where steps.contains(.callRinging):
            return []
        case .recordCall(let ticket, _) where steps.contains(.recentsRecorded):
            return ticket.map { [.recorded($0, false)] } ?? []
        default:
            return nil
        }
    }

    private static let words = "a fault that was asked for keeps this step from happening"

    private mutating func remember(_ transaction: CallTransaction) {
        for action in transaction.actions {
            switch action.kind {
            case .answer: kinds[action.id] = .callConnected
            case .end: kinds[action.id] = .callEnded
            case .start, .setHeld, .setMuted, .setGroup, .playDTMF, .setTranslating: continue
            }
        }
    }
}
