// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Pushes on their way to apps, and the duty to report a call for each (B121–B136).
///
/// ```
///   arrived ──► waiting ──app is ready──► marking ──mark is safe──► handed ──► settled
///                  ▲                         │
///                  └───── process ended ─────┘
/// ```
///
/// A push is written as it comes, and acknowledged once that is safe. It waits until the app's
/// registry has asked for VoIP pushes (B120). That a process gets it is written before it does, so
/// that no push reaches an app twice, whenever the phone is killed. It is settled when a call was
/// reported, when the app broke its duty, or when the app could not be reached.
struct PushDesk: Sendable, Equatable {
    var open = OpenPushes()
    /// Pushes that came lately, so that a second delivery changes nothing.
    private var known = Memory<DeliveryKey>(capacity: 131_072)
    var breaches = OrderedTable<BundleID, Int>()
    /// Pushes whose calls are being looked up.
    var underWay: [ReportUnderWay] = []

    struct ReportUnderWay: Sendable, Equatable {
        var call: CallKey
        var push: DeliveryKey
    }

    /// The app has a push in hand that it has not reported a call for.
    func isHandling(_ bundle: BundleID) -> Bool { open.isInHand(of: bundle) }

    /// Which app an unsettled push is for.
    func bundle(of push: DeliveryKey) -> BundleID? { open[push]?.push.bundle }

    // MARK: A push comes

    /// A push has come.
    ///
    /// - Parameters:
    ///   - push: What came.
    ///   - app: Whom it is for; nil where that is not installed.
    ///   - isHeldBack: The system keeps it until the phone is unlocked (B128).
    ///   - turn: Where the consequences go.
    mutating func arrived(_ push: ArrivedPush, app: App?, isHeldBack: Bool, turn: inout Turn) {
        guard known.insert(push.key) else {
            // One that is not written yet is acknowledged when it is.
            if open[push.key]?.isSafe ?? true, push.origin == .service {
                turn.effects.append(.acknowledgePush(push.key))
            }
            return
        }
        turn.note(.pushDelivered, bundle: push.bundle, push: push.id)
        var entry = OpenPush(push, received: turn.now.wall)
        if case .earlierRun(let received) = push.origin { entry.received = received }
        entry.isLate = isLate(push, turn: turn)
        entry.isHeldBack = isHeldBack
        entry.generation = app?.installed.generation ?? 0
        if let outcome = refusal(of: entry, app: app, turn: turn) {
            refuse(entry, outcome, app, turn: &turn)
            return
        }
        open.append(entry)
        guard let app else { return }
        if !isHeldBack { turn.set(.report(push.key), after: turn.rules.reportDeadline) }
        if app.isGreeted, app.desiresVoIPPushes, !isHeldBack {
            // Written once, with the mark.
            offer(to: app, turn: &turn)
            return
        }
        if !entry.isSafe {
            let ticket = turn.tickets.issue(for: .push(push.key))
            turn.effects.append(.recordPush(ticket, entry.record(.pending, withContent: true)))
        }
        if app.session == nil, !isHeldBack { launch(for: push.key, turn: &turn) }
    }

    /// The push is written, and was not before.
    mutating func markSafe(_ push: DeliveryKey, turn: inout Turn) {
        guard open[push]?.isSafe == false else { return }
        open.update(push) { $0.isSafe = true }
        acknowledge(push, turn: &turn)
    }

    func acknowledge(_ push: DeliveryKey, turn: inout Turn) {
        if let entry = open[push], entry.push.origin != .service { return }
        turn.effects.append(.acknowledgePush(push))
    }

    // MARK: A push is handed over

    /// The app's registry is ready: what waits for it is to be handed over, once it is written
    /// which process gets it.
    mutating func offer(to app: App, turn: inout Turn) {
        guard let session = app.session else { return }
        for key in open.takeWaiting(of: app.installed.bundle) {
            guard let entry = open[key] else { continue }
            let record = entry.record(.handed, withContent: !entry.isSafe)
            let ticket = turn.tickets.issue(for: .handedPush(key))
            open.update(key) { $0.stage = .marking(session, ticket) }
            turn.effects.append(.recordPush(ticket, record))
        }
    }

    /// It is written who gets the push, or cannot be written: then the app gets it all the same,
    /// since a call that rings is worth more than the certainty that it rings once.
    ///
    /// - Parameters:
    ///   - push: Which one.
    ///   - ticket: The write that has ended.
    ///   - app: Whom it is for.
    ///   - isExempt: The app is in front, or has a call (B125).
    ///   - turn: Where the consequences go.
    mutating func handOver(
        _ push: DeliveryKey, _ ticket: RecordTicket, to app: App?, isExempt: Bool,
        turn: inout Turn
    ) {
        guard let entry = open[push], case .marking(let session, ticket) = entry.stage, let app
        else { return }
        let mustReport = !isExempt && !entry.isLate && isObliged(app, rules: turn.rules)
        open.update(push) {
            $0.stage = .handed(session)
            $0.mustReport = mustReport
        }
        turn.tell(
            session,
            .push(
                PushNotice(
                    id: push.id, type: voipPushType, payload: entry.push.payload,
                    mustReport: mustReport)))
    }

    /// The phone is unlocked for the first time: what was kept back comes in a burst (B128).
    mutating func unlocked(_ app: (BundleID) -> App?, turn: inout Turn) {
        for bundle in open.bundles {
            for key in open.keys(of: bundle) where open[key]?.isHeldBack == true {
                open.update(key) { $0.isHeldBack = false }
                turn.set(.report(key), after: turn.rules.reportDeadline)
                if let app = app(bundle), app.session == nil { launch(for: key, turn: &turn) }
            }
            open.lookAgain(at: bundle)
            if let app = app(bundle), app.isGreeted, app.desiresVoIPPushes {
                offer(to: app, turn: &turn)
            }
        }
    }

    // MARK: Processes

    /// A process has ended.
    ///
    /// What it had not been given starts it once more, if that was not tried yet.
    mutating func appEnded(_ session: SessionID, _ bundle: BundleID, turn: inout Turn) {
        for key in open.keys(of: bundle) {
            guard let entry = open[key] else { continue }
            if entry.stage == .reported {
                // What became of its report is on its way.
                continue
            } else if entry.isInHand(of: session) {
                settle(key, .appEnded, turn: &turn)
            } else if entry.hasLaunched {
                settle(key, .notStarted, turn: &turn)
            } else if !entry.isHeldBack {
                if entry.stage != .waiting {
                    // The mark says what did not come to be.
                    open.update(key) { $0.stage = .waiting }
                    let record = entry.record(.pending, withContent: !entry.isSafe)
                    turn.effects.append(.recordPush(nil, record))
                }
                launch(for: key, turn: &turn)
            }
        }
    }

    mutating func launchFailed(_ bundle: BundleID, turn: inout Turn) {
        for key in open.keys(of: bundle) where open[key]?.stage == .waiting {
            if open[key]?.isHeldBack == false { settle(key, .notStarted, turn: &turn) }
        }
    }

    /// What earlier runs of the phone counted, which a restart does not forgive.
    mutating func takeUp(_ counts: [BreachCount], app: (BundleID) -> App?, rules: SystemRules) {
        for row in counts {
            guard let app = app(row.bundle) else { continue }
            let isOfThisOne = row.generation == app.installed.generation
            guard isOfThisOne || !rules.reinstallForgivesBreaches else { continue }
            breaches[row.bundle] = (breaches[row.bundle] ?? 0) + row.count
        }
    }

    /// An app that is installed anew, or gone, has a clean record (B127).
    mutating func forgetBreaches(of bundle: BundleID) { breaches[bundle] = nil }

    // MARK: Within

    private mutating func launch(for push: DeliveryKey, turn: inout Turn) {
        guard let bundle = open[push]?.push.bundle else { return }
        open.update(push) { $0.hasLaunched = true }
        turn.post(.appNeeded(bundle))
    }

    /// Takes a push that goes no further.
    private mutating func refuse(
        _ entry: OpenPush, _ outcome: PushOutcome, _ app: App?, turn: inout Turn
    ) {
        // One that is dropped because too many wait breaks no rule.
        if outcome == .dropped, haveStopped(for: entry.push.bundle, rules: turn.rules) {
            turn.breach(
                .pushesStopped, entry.push.bundle, push: entry.push.id,
                "goes on after so many breaches that its pushes have stopped")
            warn(app, entry.push, "pushes to it have stopped", turn: &turn)
        }
        let purpose = RecordPurpose.settledPush(entry.key, isOfService: entry.isOfService)
        turn.effects.append(.recordPush(turn.tickets.issue(for: purpose), entry.record(outcome)))
    }

    private func refusal(of entry: OpenPush, app: App?, turn: Turn) -> PushOutcome? {
        guard app != nil else { return .notInstalled }
        let bundle = entry.push.bundle
        if haveStopped(for: bundle, rules: turn.rules) { return .dropped }
        let count = open.count(of: bundle)
        if count >= Limits.waitingPushesPerApp { return .dropped }
        if entry.isHeldBack, case .waitForUnlock(let most) = turn.rules.pushesBeforeFirstUnlock,
            count >= most
        {
            return .dropped
        }
        return isExpired(entry, turn: turn) ? .expired : nil
    }

    private func isLate(_ push: ArrivedPush, turn: Turn) -> Bool {
        guard let limit = turn.rules.latePushAge, let accepted = push.content.accepted else {
            return false
        }
        return turn.now.wall.isLater(than: accepted, by: Interval(limit))
    }

    /// Whether its time is over, beyond the lateness that the rules allow (B131).
    ///
    /// What comes from the push service is in time: that has just judged so, by its own clock. What
    /// an earlier run of the phone took had its one attempt then, or has until its date.
    private func isExpired(_ entry: OpenPush, turn: Turn) -> Bool {
        guard case .earlierRun(let received) = entry.push.origin,
            let seconds = entry.push.content.expiration
        else { return false }
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        let date = overflow ? (seconds < 0 ? .min : .max) : milliseconds
        return turn.now.wall.isLater(
            than: max(WallTime(milliseconds: date), received),
            by: Interval(turn.rules.expiredPushGrace))
    }
}

extension WallTime {
    /// Whether this time is more than `interval` after `other`.
    fileprivate func isLater(than other: WallTime, by interval: Interval) -> Bool {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        guard !overflow else { return milliseconds > other.milliseconds }
        return difference > interval.nanoseconds / 1_000_000
    }
}
