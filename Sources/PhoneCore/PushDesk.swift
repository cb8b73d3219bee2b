// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Pushes on their way to apps, and the duty to report a call for each (B121–B127).
///
/// A push waits until the app's registry has asked for VoIP pushes (B120), is offered to the app,
/// and is settled when a call was reported, when the app broke its duty, or when the app could not
/// be reached.
struct PushDesk: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var record: PushRecord
        var payload: Bytes
        /// The process it was offered to; nil while it waits.
        var offeredTo: SessionID?
        /// It must be reported, as judged when it was offered.
        var mustReport = true
        /// A process was started for it already.
        var hasLaunched = false
        /// It is written, and the push service has been told so.
        var isSafe = false
    }

    /// Not settled yet, in the order in which they came.
    private var open: [Entry] = []
    /// Pushes that came lately, so that a second delivery changes nothing.
    private var known = Memory<PushID>(capacity: 131_072)
    private var breaches = OrderedTable<BundleID, Int>()

    /// The app has a push in hand that it has not reported a call for.
    func isHandling(_ bundle: BundleID) -> Bool {
        open.contains { $0.record.bundle == bundle && $0.offeredTo != nil }
    }

    /// Which app an unsettled push is for.
    func bundle(of push: PushID) -> BundleID? {
        open.first { $0.record.id == push }?.record.bundle
    }

    // MARK: What happens

    mutating func arrived(_ push: ArrivedPush, app: App?, isExempt: Bool, turn: inout Turn) {
        guard known.insert(push.id) else {
            turn.effects.append(.acknowledgePush(push.id))
            return
        }
        turn.note(.pushDelivered, bundle: push.bundle, push: push.id)
        let record = PushRecord(
            id: push.id,
            bundle: push.bundle,
            received: turn.now.wall,
            outcome: .pending
        )
        if let outcome = refusal(of: push, app: app, rules: turn.rules) {
            var settled = record
            settled.outcome = outcome
            // One that is dropped because too many wait breaks no rule.
            if haveStopped(for: push.bundle, rules: turn.rules) {
                turn.breach(
                    .pushesStopped, push.bundle, push: push.id,
                    "goes on after so many breaches that its pushes have stopped")
            }
            turn.effects.append(
                .recordPush(turn.tickets.issue(for: .settledPush(push.id)), settled))
            return
        }
        turn.set(.report(push.id), after: turn.rules.reportDeadline)
        open.append(Entry(record: record, payload: push.payload))
        // The app first: its row is not urgent.
        defer { turn.effects.append(.recordPush(turn.tickets.issue(for: .push(push.id)), record)) }
        guard let app else { return }
        if app.isGreeted && app.desiresVoIPPushes {
            offer(to: app, isExempt: isExempt, turn: &turn)
        } else if app.session == nil {
            open[open.count - 1].hasLaunched = true
            turn.post(.appNeeded(push.bundle))
        }
    }

    /// The push is written.
    mutating func markSafe(_ push: PushID) {
        guard let index = open.firstIndex(where: { $0.record.id == push }) else { return }
        open[index].isSafe = true
    }

    /// The app's registry is ready: hands over what waits for it.
    mutating func offer(to app: App, isExempt: Bool, turn: inout Turn) {
        guard let session = app.session else { return }
        for index in open.indices
        where open[index].record.bundle == app.installed.bundle && open[index].offeredTo == nil {
            open[index].offeredTo = session
            open[index].mustReport = !isExempt && turn.rules.pushesMustBeReported
            turn.tell(
                session,
                .push(
                    PushNotice(
                        id: open[index].record.id,
                        type: voipPushType,
                        payload: open[index].payload,
                        mustReport: open[index].mustReport
                    )
                )
            )
        }
    }

    /// The app's delegate is about to be called.
    func received(_ push: PushID, at time: MonotonicTime, bundle: BundleID, turn: inout Turn) {
        guard open.contains(where: { $0.record.id == push && $0.record.bundle == bundle }) else {
            return
        }
        // The app's clock is this machine's; a time from the future is a lie and counts as now.
        turn.note(
            .pushReceived,
            by: .app,
            at: min(time, turn.now.monotonic),
            bundle: bundle,
            push: push
        )
    }

    /// The app's delegate has returned (B121).
    ///
    /// The completion handler plays no part (B124).
    mutating func handled(
        _ push: PushID,
        isReported: Bool,
        by session: SessionID,
        isExempt: Bool,
        turn: inout Turn
    ) {
        guard
            let index = open.firstIndex(where: { $0.record.id == push && $0.offeredTo == session })
        else {
            return
        }
        guard !isReported else { return }
        if isExempt || !open[index].mustReport {
            settle(at: index, .notRequired, turn: &turn)
        } else {
            breach(at: index, .pushHandledWithoutReport, turn: &turn)
        }
    }

    /// A call was reported: for that push, or, made outside a delegate call, for all that wait
    /// (B123).
    mutating func reported(
        _ bundle: BundleID,
        push: PushID?,
        _ outcome: PushOutcome,
        turn: inout Turn
    ) {
        if let push {
            guard let index = open.firstIndex(where: { $0.record.id == push }),
                open[index].record.bundle == bundle
            else { return }
            settle(at: index, outcome, turn: &turn)
            return
        }
        for index in open.indices.reversed()
        where open[index].offeredTo != nil && open[index].record.bundle == bundle {
            settle(at: index, outcome, turn: &turn)
        }
    }

    /// The time of B122 is over for a push.
    mutating func reportTimedOut(_ push: PushID, app: App?, isExempt: Bool, turn: inout Turn) {
        guard let index = open.firstIndex(where: { $0.record.id == push }) else { return }
        if isExempt || !open[index].mustReport || !turn.rules.pushesMustBeReported {
            settle(at: index, .notRequired, turn: &turn)
        } else if app?.session == nil {
            settle(at: index, .notStarted, turn: &turn)
        } else {
            // Also an app that set no delegate, or blocks in it: the push is still waiting there.
            open[index].offeredTo = app?.session
            breach(at: index, .pushNotReportedInTime, turn: &turn)
        }
    }

    /// A process has ended.
    ///
    /// What it had not been offered starts it once more, if that was not tried yet.
    mutating func appEnded(_ session: SessionID, _ bundle: BundleID, turn: inout Turn) {
        for index in open.indices.reversed() where open[index].record.bundle == bundle {
            if open[index].offeredTo == session {
                settle(at: index, .appEnded, turn: &turn)
            } else if open[index].hasLaunched {
                settle(at: index, .notStarted, turn: &turn)
            } else {
                open[index].hasLaunched = true
                turn.post(.appNeeded(bundle))
            }
        }
    }

    mutating func launchFailed(_ bundle: BundleID, turn: inout Turn) {
        for index in open.indices.reversed()
        where open[index].record.bundle == bundle && open[index].offeredTo == nil {
            settle(at: index, .notStarted, turn: &turn)
        }
    }

    /// An app that is installed anew, or gone, has a clean record (B127).
    mutating func forgetBreaches(of bundle: BundleID) {
        breaches[bundle] = nil
    }

    // MARK: Within

    private func haveStopped(for bundle: BundleID, rules: SystemRules) -> Bool {
        guard let limit = rules.pushBreachesBeforeStop else { return false }
        return (breaches[bundle] ?? 0) >= limit
    }

    private func refusal(of push: ArrivedPush, app: App?, rules: SystemRules) -> PushOutcome? {
        guard app != nil else { return .notInstalled }
        if haveStopped(for: push.bundle, rules: rules) { return .dropped }
        // Counted only when it can matter.
        if open.count >= Limits.waitingPushesPerApp,
            open.count(where: { $0.record.bundle == push.bundle }) >= Limits.waitingPushesPerApp
        {
            return .dropped
        }
        return nil
    }

    private mutating func settle(at index: Int, _ outcome: PushOutcome, turn: inout Turn) {
        let entry = open.remove(at: index)
        var record = entry.record
        turn.deadlines.remove(.report(record.id))
        record.outcome = outcome
        let ticket = entry.isSafe ? nil : turn.tickets.issue(for: .settledPush(record.id))
        turn.effects.append(.recordPush(ticket, record))
    }

    private mutating func breach(at index: Int, _ reason: Termination, turn: inout Turn) {
        let entry = open[index]
        settle(at: index, .notReported, turn: &turn)
        breaches[entry.record.bundle] = (breaches[entry.record.bundle] ?? 0) + 1
        turn.breach(
            reason == .pushHandledWithoutReport ? .pushNotReported : .pushNotReportedInTime,
            entry.record.bundle, push: entry.record.id, "reported no call for a VoIP push")
        if let session = entry.offeredTo { turn.effects.append(.terminate(session, reason)) }
    }
}
