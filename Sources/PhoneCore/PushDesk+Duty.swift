// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The duty to report a call for each push: the two checks, who is exempt, and what a breach does.
extension PushDesk {
    /// Whether an app owes reports at all: those that were linked with the SDK of iOS 13 or later
    /// do (B121).
    func isObliged(_ app: App, rules: SystemRules) -> Bool {
        rules.pushesMustBeReported && (app.installed.linkedSDK ?? 13) >= 13
    }

    /// The app's delegate is about to be called.
    func received(
        _ push: PushID, at time: MonotonicTime, by session: SessionID, bundle: BundleID,
        turn: inout Turn
    ) {
        guard open.inHand(push, of: session) != nil else { return }
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
        app: App,
        isExempt: Bool,
        turn: inout Turn
    ) {
        guard let entry = open.inHand(push, of: session) else { return }
        if isReported {
            // A report that was not fit to be sent counts too, and nothing of it will come (B67).
            if entry.stage != .reported { settle(entry.key, .refused(.unknown), turn: &turn) }
        } else if isExempt || !entry.mustReport {
            settle(entry.key, .notRequired, turn: &turn)
        } else {
            breach(entry.key, .pushHandledWithoutReport, session, app, turn: &turn)
        }
    }

    /// A call was reported: for that push, or, made outside a delegate call, for all that the app
    /// has in hand (B123).
    mutating func reported(
        _ app: App,
        push: PushID?,
        _ outcome: PushOutcome,
        turn: inout Turn
    ) {
        if let push, let session = app.session {
            guard let entry = open.inHand(push, of: session) else { return }
            settle(entry.key, outcome, turn: &turn)
        } else {
            for key in meant(app, push) { settle(key, outcome, turn: &turn) }
        }
    }

    /// A call was reported likewise, and it is not known yet whether it is blocked.
    mutating func reportUnderWay(_ call: CallKey, _ app: App, push: PushID?, turn: inout Turn) {
        for key in meant(app, push) {
            turn.deadlines.remove(.report(key))
            open.update(key) { $0.stage = .reported }
            underWay.append(ReportUnderWay(call: call, push: key))
        }
    }

    /// It is known now.
    mutating func decided(_ call: CallKey, _ outcome: PushOutcome, turn: inout Turn) {
        for report in underWay where report.call == call {
            settle(report.push, outcome, turn: &turn)
        }
        underWay.removeAll { $0.call == call }
    }

    /// The pushes that a report is for.
    private func meant(_ app: App, _ push: PushID?) -> [DeliveryKey] {
        guard let session = app.session else { return [] }
        if let push { return open.inHand(push, of: session).map { [$0.key] } ?? [] }
        guard open.isInHand(of: app.installed.bundle) else { return [] }
        return open.keys(of: app.installed.bundle).reversed()
            .filter { open[$0]?.isInHand(of: session) == true }
    }

    /// The time of B122 is over for a push.
    mutating func reportTimedOut(
        _ push: DeliveryKey, app: App?, isExempt: Bool, turn: inout Turn
    ) {
        guard let entry = open[push] else { return }
        let isObliged = app.map { self.isObliged($0, rules: turn.rules) } ?? false
        switch entry.stage {
        case .reported: break
        case .marking:
            // It is our disk that is slow, not the app.
            turn.set(.report(push), after: turn.rules.reportDeadline)
        case _ where isExempt || !entry.mustReport || entry.isLate || !isObliged:
            settle(push, .notRequired, turn: &turn)
        case .waiting, .handed:
            guard let app, let session = app.session else {
                settle(push, .notStarted, turn: &turn)
                return
            }
            // Also an app that set no delegate, or blocks in it: the push is still waiting there.
            breach(push, .pushNotReportedInTime, session, app, turn: &turn)
        }
    }

    func haveStopped(for bundle: BundleID, rules: SystemRules) -> Bool {
        guard let limit = rules.pushBreachesBeforeStop else { return false }
        return (breaches[bundle] ?? 0) >= limit
    }

    mutating func settle(_ push: DeliveryKey, _ outcome: PushOutcome, turn: inout Turn) {
        guard let entry = open.remove(push) else { return }
        turn.deadlines.remove(.report(push))
        let purpose = RecordPurpose.settledPush(push, isOfService: entry.isOfService)
        let ticket = entry.isSafe ? nil : turn.tickets.issue(for: purpose)
        turn.effects.append(.recordPush(ticket, entry.record(outcome)))
    }

    private mutating func breach(
        _ push: DeliveryKey, _ reason: Termination, _ session: SessionID, _ app: App,
        turn: inout Turn
    ) {
        let bundle = app.installed.bundle
        guard let entry = open[push] else { return }
        settle(push, .notReported, turn: &turn)
        breaches[bundle] = (breaches[bundle] ?? 0) + 1
        turn.breach(
            reason == .pushHandledWithoutReport ? .pushNotReported : .pushNotReportedInTime,
            bundle, push: push.id, "reported no call for a VoIP push")
        warn(app, entry.push, "it reported no call for a VoIP push", turn: &turn)
        turn.effects.append(.terminate(session, reason))
    }

    /// The dialog that developers' builds show from iOS 26 on (B130).
    func warn(_ app: App?, _ push: ArrivedPush, _ words: String, turn: inout Turn) {
        guard turn.rules.warnsDevelopers, let app, app.installed.pushEnvironment == .development
        else { return }
        turn.note(
            .warningShown, to: .user, bundle: push.bundle, push: push.id,
            "\(app.installed.name): \(words)")
    }
}

extension OpenPush {
    /// Whether a push service waits to hear that the phone has it.
    var isOfService: Bool { push.origin == .service }
}
