// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Decides what a push leads to: a value, without clock and system.
///
/// A push that obliges leads to a report in each case (B121). What must not happen by that is that
/// a call rings twice, or that a late repeat ends a call that people are in.
struct PushJudge {
    struct Verdict: Hashable {
        /// To be reported before the delegate returns.
        var report: IncomingCall?
        /// What to tell of which call after that.
        var end: Ending?
    }

    struct Ending: Hashable {
        let call: UUID
        let reason: CallEndReason
    }

    /// What a push without an identifier is known by when it comes again.
    private struct Likeness: Hashable {
        let handle: CallHandle?
        let name: String?
        let hasVideo: Bool
    }

    private struct Seen {
        let call: UUID
        let likeness: Likeness
        let sent: Date?
        let at: Date
        /// Why the server called it off; a report of it that comes later shall not ring.
        var calledOff: CallEndReason?
    }

    private static let seenMax = 64

    let rules: VoIPPushRules
    private var seen: [Seen] = []
    /// Reports that the system has not answered, by call.
    private var unanswered: [UUID: Int] = [:]

    init(_ rules: VoIPPushRules) { self.rules = rules }

    /// Decides about a push that was read, with the calls that live.
    mutating func judge(
        _ reading: VoIPPushReading, of push: VoIPPush, calls: [Call]
    ) -> Verdict {
        let now = push.received
        let window = rules.repeatWindow
        seen.removeAll { earlier in
            // A clock that was set back ends the window too.
            let age = now.timeIntervalSince(earlier.at)
            return age < 0 || age >= window
        }
        var call = reading.call
        let likeness = Likeness(handle: call.handle, name: call.name, hasVideo: call.hasVideo)
        if !reading.hasIdentifier,
            let earlier = seen.last(where: { earlier in
                earlier.likeness == likeness && earlier.sent == reading.sent
                    && (earlier.sent != nil || isRinging(earlier.call, calls))
            })
        {
            call.id = earlier.call
        }
        let verdict = verdict(on: call, reading, push, calls)
        let seenNow = Seen(
            call: call.id, likeness: likeness, sent: reading.sent, at: now,
            calledOff: reading.call.endReason ?? earlier(call.id)?.calledOff)
        seen.removeAll { $0.call == call.id }
        seen.append(seenNow)
        if seen.count > Self.seenMax { seen.removeFirst() }
        note(verdict.report)
        return verdict
    }

    /// Decides about a push that could not be read; the identifier is a fresh one.
    mutating func judgeUnreadable(
        _ push: VoIPPush, id: UUID, calls: [Call]
    ) -> Verdict {
        guard push.mustReport else { return Verdict() }
        let unknown = IncomingCall(id: id, handle: nil, endReason: .failed)
        let verdict = Verdict(report: standIn(among: calls) ?? unknown)
        note(verdict.report)
        return verdict
    }

    /// The system has answered a report.
    mutating func answered(_ call: UUID) {
        guard let count = unanswered[call] else { return }
        unanswered[call] = count > 1 ? count - 1 : nil
    }

    private func verdict(
        on call: IncomingCall, _ reading: VoIPPushReading, _ push: VoIPPush, _ calls: [Call]
    ) -> Verdict {
        var call = call
        let calledOff = call.endReason
        if let known = calls.first(where: { $0.id == call.id && !$0.isEnded }) {
            // Answered, it is the service's to end: the caller may have called off and been
            // answered at the same moment (B134).
            call.endReason = nil
            let ending = known.state == .ringing ? calledOff : nil
            return Verdict(
                report: push.mustReport ? call : nil,
                end: ending.map { Ending(call: call.id, reason: $0) })
        }
        let earlier = earlier(call.id)
        if unanswered[call.id] != nil, earlier?.calledOff == nil {
            // The system has yet to say whether it shows it.
            call.endReason = nil
            return Verdict(
                report: push.mustReport ? call : nil,
                end: calledOff.map { Ending(call: call.id, reason: $0) })
        }
        call.endReason = calledOff ?? earlier?.calledOff ?? reasonNotToRing(reading, push, earlier)
        guard call.endReason != nil else { return Verdict(report: call) }
        let ending = calledOff.map { Ending(call: call.id, reason: $0) }
        guard push.mustReport else { return Verdict(end: ending) }
        guard let standIn = standIn(among: calls) else { return Verdict(report: call) }
        return Verdict(report: standIn, end: ending)
    }

    private func reasonNotToRing(
        _ reading: VoIPPushReading, _ push: VoIPPush, _ earlier: Seen?
    ) -> CallEndReason? {
        if let expires = reading.expires, expires <= push.received { return .unanswered }
        if let sent = reading.sent, push.received.timeIntervalSince(sent) > rules.staleAfter {
            return .unanswered
        }
        // The same push once more, and the call is over meanwhile.
        if let earlier, earlier.sent == reading.sent { return .remote }
        return nil
    }

    /// A call that the system has already: reported again it answers with an error that harms
    /// nothing, the duty is done, and nobody sees a call that never was (B61).
    private func standIn(among calls: [Call]) -> IncomingCall? {
        let connected = calls.first { $0.state == .active || $0.state == .held }
        return connected.map {
            IncomingCall(id: $0.id, handle: $0.handle, name: $0.name, hasVideo: $0.hasVideo)
        }
    }

    private func isRinging(_ id: UUID, _ calls: [Call]) -> Bool {
        unanswered[id] != nil || calls.contains { $0.id == id && $0.state == .ringing }
    }

    private func earlier(_ id: UUID) -> Seen? { seen.last { $0.call == id } }

    private mutating func note(_ report: IncomingCall?) {
        if let report { unanswered[report.id, default: 0] += 1 }
    }
}
