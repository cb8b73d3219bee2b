// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import OCKWire

/// Carries out the faults of one phone.
///
/// One owner: the phone's queue.
final class FaultDesk {
    var settings = SimulatedFaults()
    private let draws: FaultDraws
    private let time: VirtualTime
    /// Puts a fault on the timeline.
    var note: (_ words: String, BundleID) -> Void = { _, _ in }
    private var pushCounts: [BundleID: UInt64] = [:]
    private var heldPushes: [BundleID: [() -> Void]] = [:]
    private var lines: [BundleID: FaultLine] = [:]

    init(draws: FaultDraws, time: VirtualTime) {
        self.draws = draws
        self.time = time
    }

    /// The faults between the phone and the processes of an app.
    func line(for bundle: BundleID) -> FaultLine {
        if let line = lines[bundle] {
            line.restart()
            return line
        }
        let line = FaultLine(bundle: bundle, desk: self)
        lines[bundle] = line
        return line
    }

    /// Lets a push through, when and as often as the faults say.
    func deliver(_ push: ArrivedPush, _ pass: @escaping (ArrivedPush) -> Void) {
        let bundle = push.bundle
        let ordinal = pushCounts[bundle, default: 0] + 1
        pushCounts[bundle] = ordinal
        let arrive: () -> Void = { [weak self] in
            pass(push)
            self?.releasePushes(of: bundle)
        }
        if happens(settings.pushesDoubled, "push.doubled", bundle, ordinal) {
            let gap = draws.fraction("push.gap", bundle, ordinal) * 2
            note("a push comes twice", bundle)
            let late = delay(settings.pushesLate, "push.late", bundle, ordinal)
            time.after(late + Interval(.seconds(gap))) { pass(push) }
        }
        if happens(settings.pushesReordered, "push.reordered", bundle, ordinal) {
            note("a push comes after the next one", bundle)
            hold(bundle) { pass(push) }
            return
        }
        let late = delay(settings.pushesLate, "push.late", bundle, ordinal)
        guard late > .seconds(0) else { return arrive() }
        note("a push comes late", bundle)
        time.after(late, arrive)
    }

    private func hold(_ bundle: BundleID, _ arrive: @escaping () -> Void) {
        var hasCome = false
        let once = {
            guard !hasCome else { return }
            hasCome = true
            arrive()
        }
        heldPushes[bundle, default: []].append(once)
        time.after(.seconds(1), once)
    }

    private func releasePushes(of bundle: BundleID) {
        for arrive in heldPushes.removeValue(forKey: bundle) ?? [] { arrive() }
    }

    // MARK: Draws

    private func happens(
        _ share: Double, _ direction: String, _ bundle: BundleID, _ ordinal: UInt64
    ) -> Bool {
        share > 0 && draws.fraction(direction, bundle, ordinal) < share
    }

    fileprivate func delay(
        _ range: ClosedRange<Duration>?,
        _ direction: String,
        _ bundle: BundleID,
        _ ordinal: UInt64
    ) -> Interval {
        guard let range else { return .seconds(0) }
        let low = Interval(range.lowerBound).nanoseconds
        let (width, overflow) = Interval(range.upperBound).nanoseconds
            .subtractingReportingOverflow(low)
        let share = draws.fraction(direction, bundle, ordinal)
        // The share is less than 1, so the product is less than the width, but for its rounding.
        let part = Int64(exactly: (Double(overflow ? .max : width) * share).rounded(.down)) ?? .max
        return max(.seconds(0), Interval(nanoseconds: low) + Interval(nanoseconds: part))
    }

    fileprivate func after(_ interval: Interval, _ body: @escaping () -> Void) {
        time.after(interval, body)
    }

    fileprivate var now: MonotonicTime { time.now().monotonic }
}

extension Interval {
    /// Saturates: a fault may delay for ever.
    fileprivate static func + (a: Self, b: Self) -> Self {
        let (sum, overflow) = a.nanoseconds.addingReportingOverflow(b.nanoseconds)
        return Interval(nanoseconds: overflow ? (b.nanoseconds > 0 ? .max : .min) : sum)
    }
}

/// The faults between the phone and the processes of one app.
final class FaultLine {
    private let bundle: BundleID
    /// Gone with its phone, which processes may outlive by what is under way.
    private weak var desk: FaultDesk?
    /// Reports whose answers are to come.
    private var reports: Set<RequestID> = []
    private var reportCount: UInt64 = 0
    private var callbackCount: UInt64 = 0
    /// Before this no callback may come, lest it overtake an earlier one.
    private var callbacksFrom = MonotonicTime(nanoseconds: 0)
    /// Counts processes: what was on its way to an old one does not reach the next.
    private var generation = 0

    init(bundle: BundleID, desk: FaultDesk) {
        self.bundle = bundle
        self.desk = desk
    }

    /// A new process takes the place of the one before.
    func restart() {
        generation += 1
        reports = []
        callbacksFrom = MonotonicTime(nanoseconds: 0)
    }

    /// The app has sent this.
    func received(_ body: [UInt8]) {
        guard desk?.settings.reportCompletionsLate != nil,
            case .reportIncomingCall(let report)? = try? MessageCoder.decode(
                AppRequest.self, from: body)
        else { return }
        reports.insert(report.request)
    }

    /// The phone sends this to the app.
    ///
    /// - Parameters:
    ///   - body: The message.
    ///   - pass: Sends it on.
    ///   - onTerminate: Told why the phone ends the process, if it does.
    func send(
        _ body: [UInt8],
        _ pass: @escaping ([UInt8]) -> Void,
        onTerminate: (Termination) -> Void
    ) {
        guard let notice = try? MessageCoder.decode(AppNotice.self, from: body) else {
            return pass(body)
        }
        if case .terminate(let reason) = notice { onTerminate(reason) }
        let late = desk.map { delay(of: notice, $0) } ?? .seconds(0)
        guard late > .seconds(0) else { return pass(body) }
        let process = generation
        desk?.after(late) { [weak self] in
            if self?.generation == process { pass(body) }
        }
    }

    private func delay(of notice: AppNotice, _ desk: FaultDesk) -> Interval {
        switch notice {
        case .answered(let id, _):
            guard reports.remove(id) != nil else { return .seconds(0) }
            reportCount += 1
            let late = desk.delay(
                desk.settings.reportCompletionsLate, "report.late", bundle, reportCount)
            if late > .seconds(0) { desk.note("a report's completion comes late", bundle) }
            return late
        case .providerBegan, .providerReset, .perform, .timedOut, .audioActivated,
            .audioDeactivated:
            callbackCount += 1
            let now = desk.now
            let late = desk.delay(
                desk.settings.callbacksSlow, "callback.slow", bundle, callbackCount)
            callbacksFrom = max(callbacksFrom, now + late)
            if late > .seconds(0) { desk.note("a delegate is called late", bundle) }
            return callbacksFrom - now
        default: return .seconds(0)
        }
    }
}
