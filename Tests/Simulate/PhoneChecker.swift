// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// Watches a phone's effects from outside and says which promise was broken first.
struct PhoneChecker {
    private(set) var failure: String?

    private var active: (session: SessionID, provider: ProviderID)?
    private var ringing: Set<CallID> = []
    private var ended: Set<RecordID> = []
    private var open: Set<RecordID> = []
    private var endedCalls: [SessionID: Set<CallID>] = [:]
    private var answered: [SessionID: Set<RequestID>] = [:]
    private var pushes: [PushID: PushOutcome] = [:]

    mutating func see(_ effect: PhoneEffect) {
        switch effect {
        case .tell(let session, let notice): see(notice, session)
        case .startRinging(let call, _, _):
            if !ringing.insert(call).inserted { fail("the call \(call) began to ring twice") }
        case .stopRinging(let call):
            if ringing.remove(call) == nil {
                fail("the call \(call) stopped ringing and did not ring")
            }
        case .recordCall(_, let row):
            if ended.contains(row.record) { fail("the row \(row.record) changed after its end") }
            if row.outcome == nil {
                open.insert(row.record)
            } else {
                open.remove(row.record)
                ended.insert(row.record)
            }
        case .recordPush(_, let record):
            if let old = pushes[record.id], old != .pending {
                fail("the push \(record.id) was settled twice: \(old), \(record.outcome)")
            }
            pushes[record.id] = record.outcome
        case .note(let entry) where entry.step == .appEnded:
            // Only its process's death takes audio from a provider without a word to it.
            break
        default: break
        }
    }

    private mutating func see(_ notice: AppNotice, _ session: SessionID) {
        switch notice {
        case .answered(let request, _):
            if !answered[session, default: []].insert(request).inserted {
                fail("the request \(request.number) was answered twice")
            }
        case .audioActivated(let provider):
            if let active, active.session != session || active.provider != provider {
                if active.session == session { fail("a second provider's audio was activated") }
            } else if active != nil {
                fail("audio was activated twice")
            }
            active = (session, provider)
        case .audioDeactivated(let provider):
            guard let active, active.session == session, active.provider == provider else {
                fail("audio was deactivated and was not active")
                return
            }
            self.active = nil
        case .callChanged(let call):
            if endedCalls[session, default: []].contains(call.id) {
                fail("the call \(call.id) changed after its end")
            }
            if call.hasEnded { endedCalls[session, default: []].insert(call.id) }
        case .perform(_, let transaction):
            // Starts make their calls; any other action needs one that lives.
            for action in transaction.actions
            where endedCalls[session, default: []].contains(action.call) {
                fail("the action \(action.id) came after the end of its call")
            }
        default: break
        }
    }

    /// What was begun and has not come to an end.
    mutating func unfinished(calls: [CallSummary]) -> String? {
        let stuck = pushes.filter { $0.value == .pending }.keys.sorted()
        if let push = stuck.first { return "the push \(push) was never settled" }
        let living = Set(calls.map(\.id))
        if calls.isEmpty, let row = open.sorted().first { return "the row \(row) has no end" }
        if !ringing.isSubset(of: living) { return "a call that is gone still rings" }
        return nil
    }

    private mutating func fail(_ words: String) {
        if failure == nil { failure = words }
    }
}
