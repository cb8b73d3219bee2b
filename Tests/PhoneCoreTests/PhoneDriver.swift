// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// Drives a phone value as its host would, with a clock of its own; a store that answers when told
/// to.
struct PhoneDriver {
    var phone: Phone
    var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 1_000_000_000),
        wall: WallTime(milliseconds: 1_700_000_000_000))
    /// All that the phone asked for, and what came since ``clear()``.
    private(set) var effects: [PhoneEffect] = []
    /// Tickets that the store answers at once.
    var storesAtOnce = true
    private var requestNumber = 0

    static let bundle = "com.example.hotline"
    static let session = SessionID(1)
    static let provider = ProviderID(1)

    init(rules: SystemRules = SystemRules(), installed: [InstalledApp]? = nil) {
        phone = Phone(rules: rules, seed: 7)
        apply(.appsInstalled(installed ?? [InstalledApp(bundle: Self.bundle, name: "Hotline")]))
    }

    /// A phone whose app runs, with a provider of that many groups, and observes calls.
    static func running(
        rules: SystemRules = SystemRules(), groups: Int = 2, recents: Bool = true,
        observes: Bool = true
    ) -> PhoneDriver {
        var driver = PhoneDriver(rules: rules)
        driver.start(groups: groups, recents: recents, observes: observes)
        return driver
    }

    mutating func start(
        bundle: BundleID = bundle, session: SessionID = session, groups: Int = 2,
        recents: Bool = true, observes: Bool = true
    ) {
        apply(.appConnected(session, bundle))
        app(.hello(version: protocolVersion), session: session)
        var configuration = ProviderConfiguration()
        configuration.maximumCallGroups = groups
        configuration.includesCallsInRecents = recents
        app(.registerProvider(Self.provider, configuration), session: session)
        if observes { app(.observeCalls, session: session) }
        clear()
    }

    mutating func apply(_ event: PhoneEvent) {
        var new: [PhoneEffect] = []
        phone.apply(event, at: now, into: &new)
        effects += new
        guard storesAtOnce else { return }
        for effect in new {
            switch effect {
            case .recordCall(let ticket?, _), .recordPush(let ticket?, _):
                apply(.recorded(ticket, true))
            default: break
            }
        }
    }

    mutating func clear() { effects = [] }

    mutating func advance(_ interval: Interval) {
        let end = now.monotonic + interval
        while let deadline = phone.nextDeadline, deadline <= end {
            move(to: max(deadline, now.monotonic))
            apply(.timePassed)
        }
        move(to: end)
    }

    private mutating func move(to time: MonotonicTime) {
        now.wall.milliseconds += (time - now.monotonic).nanoseconds / 1_000_000
        now.monotonic = time
    }

    mutating func app(_ request: AppRequest, session: SessionID = session) {
        apply(.app(session, request))
    }

    mutating func user(_ action: UserAction) -> UserAnswer? {
        requestNumber += 1
        let ticket = UserTicket(requestNumber)
        apply(.user(ticket, action))
        for case .answerUser(ticket, let answer) in effects { return answer }
        return nil
    }

    mutating func reportIncoming(
        _ call: CallID, session: SessionID = session, push: PushID? = nil,
        update: CallUpdate = CallUpdate(supportsHolding: true)
    ) -> RequestID {
        requestNumber += 1
        let request = RequestID(requestNumber)
        app(
            .reportIncomingCall(
                IncomingCallReport(
                    request: request, provider: Self.provider, call: call, update: update,
                    push: push)),
            session: session)
        return request
    }

    mutating func request(_ actions: [CallAction], session: SessionID = session) -> RequestID {
        requestNumber += 1
        let request = RequestID(requestNumber)
        let transaction = CallTransaction(
            id: TransactionID(high: 9, low: UInt64(requestNumber)), actions: actions)
        app(.requestTransaction(request, transaction), session: session)
        return request
    }

    mutating func nextRequest() -> RequestID {
        requestNumber += 1
        return RequestID(requestNumber)
    }

    /// A call that rang, was answered and is connected.
    mutating func connect(_ call: CallID, session: SessionID = session) {
        _ = reportIncoming(call, session: session)
        _ = user(.answer(call))
        fulfilAll(session: session)
    }

    mutating func fulfilAll(session: SessionID = session) {
        for action in performed(to: session) where !completed.contains(action.id) {
            completed.insert(action.id)
            app(.completeAction(action.id, .fulfilled(at: nil)), session: session)
        }
    }
    private var completed: Set<ActionID> = []

    // MARK: Looking

    func notices(to session: SessionID = session) -> [AppNotice] {
        effects.compactMap { effect in
            if case .tell(session, let notice) = effect { notice } else { nil }
        }
    }

    func performed(to session: SessionID = session) -> [CallAction] {
        notices(to: session).flatMap { notice -> [CallAction] in
            guard case .perform(_, let transaction) = notice else { return [] }
            return transaction.actions
        }
    }

    func answer(to request: RequestID) -> RequestError?? {
        for case .answered(request, let error) in effects.compactMap({ effect -> AppNotice? in
            if case .tell(_, let notice) = effect { notice } else { nil }
        }) { return .some(error) }
        return nil
    }

    var steps: [TimelineStep] {
        effects.compactMap { if case .note(let entry) = $0 { entry.step } else { nil } }
    }

    var observed: [ObservedCall] {
        notices().compactMap { if case .callChanged(let call) = $0 { call } else { nil } }
    }

    var recents: [RecentCall] {
        effects.compactMap { if case .recordCall(_, let row) = $0 { row } else { nil } }
    }

    var pushRecords: [PushRecord] {
        effects.compactMap { if case .recordPush(_, let record) = $0 { record } else { nil } }
    }
}

func call(_ number: UInt64) -> CallID { CallID(high: 1, low: number) }
func push(_ number: UInt64) -> PushID { PushID(high: 2, low: number) }
func key(_ number: UInt64) -> DeliveryKey { DeliveryKey(push(number)) }
func action(_ number: UInt64, _ kind: CallAction.Kind, _ id: CallID) -> CallAction {
    CallAction(
        id: ActionID(high: 3, low: number), call: id, kind: kind, timeout: WallTime(milliseconds: 0)
    )
}
