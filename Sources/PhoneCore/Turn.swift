// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What one desk tells the others; ``Phone`` passes it on.
enum DeskEvent: Hashable, Sendable {
    /// An app has reported an incoming call, with what became of it (B123, B67).
    case reported(BundleID, push: PushID?, PushOutcome)
    /// An app has reported an incoming call, and who calls is still being looked up: its duty is
    /// done, and what became of it follows.
    case reportUnderWay(CallKey, push: PushID?)
    /// What became of a report that was under way.
    case reportDecided(CallKey, PushOutcome)
    /// Extensions are to be asked what to call the other party of a call.
    case labelWanted(CallKey)
    /// A call may be heard: its Start or Answer was fulfilled, or it was taken off hold (B69).
    case audioWanted(CallKey, AudioOwner)
    /// A call has ended or was held; for whose call, where that is still being answered.
    case audioUnwanted(CallKey, heldFor: AudioOwner? = nil)
    /// Something waits for this app, which has no process.
    case appNeeded(BundleID)
    /// A process that was to start did not.
    case launchFailed(BundleID)
    /// A call of this app was answered on an unlocked phone, or the person calls with it (B28).
    case appInFront(BundleID)
}

/// What a write to the store was for.
enum RecordPurpose: Hashable, Sendable {
    /// The first row of a new call: it rings once that is safe.
    case newCall(CallKey)
    /// The last row of a call.
    case endedCall(CallKey)
    /// A push that came: the push service may forget it once that is safe.
    case push(DeliveryKey)
    /// That a process gets a push: it does once that is safe.
    case handedPush(DeliveryKey)
    /// What became of a push that was not safe before.
    case settledPush(DeliveryKey, isOfService: Bool)
}

/// One event being applied: its time, and where its consequences go.
struct Turn: Sendable {
    let now: Moment
    let rules: SystemRules
    /// The processes that watch all calls, in the order of their connections.
    var observers: [Observer]
    /// The extensions that know of numbers, first asked first.
    let consulted: [ExtensionID]
    var random: SplitMix64
    var effects: [PhoneEffect] = []
    var deadlines = DeadlineTable<Deadline>()
    var tickets = RecordTickets()
    /// Not yet passed on, oldest first.
    var events: [DeskEvent] = []
    /// What the person has set has changed, and is to be written down.
    var hasChangedSettings = false

    mutating func tell(_ session: SessionID, _ notice: AppNotice) {
        effects.append(.tell(session, notice))
    }

    mutating func answer(_ session: SessionID, _ request: RequestID, _ error: RequestError?) {
        tell(session, .answered(request, error))
    }

    mutating func post(_ event: DeskEvent) {
        events.append(event)
    }

    mutating func set(_ deadline: Deadline, after interval: Interval) {
        deadlines.set(deadline, to: now.monotonic + interval)
    }

    mutating func set(_ deadline: Deadline, after duration: Duration) {
        set(deadline, after: Interval(duration))
    }

    /// Writes down that an app broke a rule.
    mutating func breach(
        _ rule: RuleBreach.Rule,
        _ bundle: BundleID,
        call: CallID? = nil,
        push: PushID? = nil,
        _ did: String
    ) {
        let breach = RuleBreach(
            rule, at: now.monotonic, bundle: bundle, call: call, push: push, did: did)
        effects.append(.breach(breach))
        note(
            .ruleBroken, by: .app, bundle: bundle, call: call, push: push,
            "B\(rule.number): \(did); \(rule.due)")
    }

    mutating func note(
        _ step: TimelineStep,
        by who: TimelineParty = .phone,
        to: TimelineParty? = nil,
        at time: MonotonicTime? = nil,
        bundle: BundleID? = nil,
        call: CallID? = nil,
        push: PushID? = nil,
        _ detail: String? = nil
    ) {
        effects.append(
            .note(
                TimelineEntry(
                    at: time ?? now.monotonic,
                    who: who,
                    step: step,
                    to: to,
                    bundle: bundle,
                    call: call,
                    push: push,
                    detail: detail
                )
            )
        )
    }
}

/// The writes whose end the phone waits for.
struct RecordTickets: Sendable, Equatable {
    private var number = 0
    /// Never gone through in order.
    private var purposes: [RecordTicket: RecordPurpose] = [:]

    mutating func issue(for purpose: RecordPurpose) -> RecordTicket {
        number += 1
        let ticket = RecordTicket(number)
        purposes[ticket] = purpose
        return ticket
    }

    mutating func redeem(_ ticket: RecordTicket) -> RecordPurpose? {
        purposes.removeValue(forKey: ticket)
    }
}
