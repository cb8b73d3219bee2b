// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// A phone with three apps, a person and a push service that do whatever the seed says.
struct PhoneSimulation {
    private var random: SplitMix64
    private var phone: Phone
    private var checker = PhoneChecker()
    private let isLogged: Bool
    private var waiting: [PhoneEvent] = []
    private var isApplying = false
    private var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 0), wall: WallTime(milliseconds: 1_700_000_000_000))

    private var bundles = ["com.example.a", "com.example.b", "com.example.c"]
    /// The process of each app, nil where it does not run.
    private var processes: [Process?] = [nil, nil, nil]
    private var launches: [(LaunchID, Int)] = []
    private var unanswered: [RecordTicket] = []
    private var sessionNumber = 0
    private var requestNumber = 0
    private var callNumber: UInt64 = 0
    private var pushNumber: UInt64 = 0
    private var ticketNumber = 0

    /// How often what happens: drawn from the seed, so that seeds differ in kind.
    private let lossPerMille: UInt64
    private let storeDelayPerMille: UInt64

    private struct Process {
        var session: SessionID
        var isRegistered = false
        var actions: [ActionID] = []
        var calls: [CallID] = []
        var pushes: [PushID] = []
    }

    init(seed: UInt64, isLogged: Bool) {
        var random = SplitMix64(seed: seed)
        var rules = SystemRules()
        rules.callsOfDeadApp = random.next(below: 4) == 0 ? .stay : .end
        rules.pushBreachesBeforeStop = random.next(below: 2) == 0 ? nil : 3
        rules.ringLimit = random.next(below: 3) == 0 ? nil : .seconds(60)
        lossPerMille = random.next(below: 200)
        storeDelayPerMille = random.next(below: 500)
        phone = Phone(rules: rules, seed: random.next())
        self.random = random
        self.isLogged = isLogged
    }

    /// The first invariant that does not hold, in words; nil where all do.
    mutating func run(events: Int) -> String? {
        apply(
            .appsInstalled(bundles.map { InstalledApp(bundle: $0, name: $0) }))
        for step in 0..<events {
            advance()
            act()
            if let failure = checker.failure { return "after event \(step): \(failure)" }
        }
        return settle()
    }

    /// Liveness: with the faults gone, all that was begun comes to an end.
    private mutating func settle() -> String? {
        for ticket in unanswered { apply(.recorded(ticket, true)) }
        for index in processes.indices { kill(index) }
        for (launch, _) in launches { apply(.launched(launch, .failed("over"))) }
        while let deadline = phone.nextDeadline {
            now.monotonic = max(deadline, now.monotonic)
            apply(.timePassed)
            for (launch, _) in launches { apply(.launched(launch, .failed("over"))) }
            for ticket in unanswered { apply(.recorded(ticket, true)) }
            unanswered = []
            // Calls of dead apps stay under one of the rules; the person ends them, in vain.
            if phone.calls.isEmpty && phone.nextDeadline == nil { break }
        }
        return checker.failure ?? checker.unfinished(calls: phone.calls)
    }

    private mutating func advance() {
        now.monotonic = now.monotonic + .milliseconds(Int64(random.next(below: 400)))
        now.wall.milliseconds += Int64(random.next(below: 400))
        if random.next(below: 500) == 0 { now.wall.milliseconds -= 3_600_000 }
        if let deadline = phone.nextDeadline, deadline <= now.monotonic { apply(.timePassed) }
    }

    /// As a host does it: an event that comes up while effects are carried out waits its turn.
    private mutating func apply(_ event: PhoneEvent) {
        waiting.append(event)
        guard !isApplying else { return }
        isApplying = true
        while !waiting.isEmpty { applyNow(waiting.removeFirst()) }
        isApplying = false
    }

    private mutating func applyNow(_ event: PhoneEvent) {
        var effects: [PhoneEffect] = []
        phone.apply(event, at: now, into: &effects)
        if isLogged {
            print("\(now.monotonic.nanoseconds / 1_000_000) \(event)")
            for effect in effects { print("    \(effect)") }
        }
        for effect in effects {
            checker.see(effect)
            answer(effect)
        }
    }

    /// What the world does about an effect, now or later.
    private mutating func answer(_ effect: PhoneEffect) {
        switch effect {
        case .recordCall(let ticket?, _), .recordPush(let ticket?, _): unanswered.append(ticket)
        case .launch(let launch, let bundle):
            if let index = bundles.firstIndex(of: bundle) { launches.append((launch, index)) }
        case .tell(let session, .perform(_, let transaction)):
            guard let index = processes.firstIndex(where: { $0?.session == session }) else {
                return
            }
            processes[index]?.actions += transaction.actions.map(\.id)
        case .tell(let session, .push(let push)):
            guard let index = processes.firstIndex(where: { $0?.session == session }) else {
                return
            }
            processes[index]?.pushes.append(push.id)
        case .terminate(let session, _), .refuse(let session, _):
            guard let index = processes.firstIndex(where: { $0?.session == session }) else {
                return
            }
            kill(index)
        default: break
        }
    }

    private mutating func kill(_ index: Int) {
        guard let process = processes[index] else { return }
        processes[index] = nil
        apply(.appDisconnected(process.session))
    }

    private func pick<Element>(_ list: [Element], _ random: inout SplitMix64) -> Element? {
        list.isEmpty ? nil : list[Int(random.next(below: UInt64(list.count)))]
    }

    // MARK: What may happen

    private mutating func act() {
        if !unanswered.isEmpty, random.next(below: 1000) >= storeDelayPerMille {
            apply(.recorded(unanswered.removeFirst(), random.next(below: 50) != 0))
            return
        }
        let index = Int(random.next(below: 3))
        switch random.next(below: 100) {
        case 0..<12: pushArrives(index)
        case 12..<24: startProcess(index)
        case 24..<26: kill(index)
        case 26..<42: personActs(index)
        default: appActs(index)
        }
    }

    private mutating func pushArrives(_ index: Int) {
        let isRepeated = random.next(below: 10) == 0 && pushNumber > 0
        if !isRepeated { pushNumber += 1 }
        apply(
            .push(
                ArrivedPush(
                    id: PushID(high: 2, low: pushNumber), bundle: bundles[index],
                    payload: Bytes([1]))))
    }

    private mutating func startProcess(_ index: Int) {
        guard processes[index] == nil else { return }
        if let position = launches.firstIndex(where: { $0.1 == index }) {
            let launch = launches.remove(at: position).0
            guard random.next(below: 1000) >= lossPerMille else {
                apply(.launched(launch, .failed("lost")))
                return
            }
            apply(.launched(launch, .started))
        }
        sessionNumber += 1
        let session = SessionID(sessionNumber)
        processes[index] = Process(session: session)
        apply(.appConnected(session, bundles[index]))
        apply(.app(session, .hello(version: protocolVersion)))
        var configuration = ProviderConfiguration()
        configuration.maximumCallGroups = 1 + index
        apply(.app(session, .registerProvider(ProviderID(1), configuration)))
        apply(.app(session, .observeCalls))
    }

    private mutating func personActs(_ index: Int) {
        ticketNumber += 1
        let call = pick(phone.calls, &random)?.id
        let named = random.next(below: 2) == 0 ? call : nil
        let action: UserAction =
            switch random.next(below: 6) {
            case 0: .end(named)
            case 1: .endAndAnswer(named)
            case 2: .holdAndAnswer(named)
            case 3: random.next(below: 20) == 0 ? .openApp(bundles[index]) : .answer(named)
            default: .answer(named)
            }
        apply(.user(UserTicket(ticketNumber), action))
    }

    private mutating func appActs(_ index: Int) {
        guard let process = processes[index] else { return }
        let session = process.session
        let provider = ProviderID(1)
        requestNumber += 1
        let request = RequestID(requestNumber)
        let known = pick(process.calls, &random) ?? CallID(high: 1, low: 0)
        switch random.next(below: 12) {
        case 0: apply(.app(session, .desirePushTypes([voipPushType])))
        case 1...3:
            let push = process.pushes.first
            // A UUID that is in use is refused; one that was used may be taken again, which the
            // checker could not tell.
            let isNew = random.next(below: 8) != 0 || !phone.calls.contains { $0.id == known }
            if isNew { callNumber += 1 }
            let call = isNew ? CallID(high: 1, low: callNumber) : known
            processes[index]?.calls.append(call)
            let update = CallUpdate(supportsHolding: random.next(below: 2) == 0)
            apply(
                .app(
                    session,
                    .reportIncomingCall(
                        IncomingCallReport(
                            request: request, provider: provider, call: call, update: update,
                            push: push))))
            guard let push else { return }
            processes[index]?.pushes.removeFirst()
            apply(.app(session, .pushHandled(push, isReported: true)))
        case 4...7:
            guard let action = pick(process.actions, &random) else { return }
            processes[index]?.actions.removeAll { $0 == action }
            guard random.next(below: 1000) >= lossPerMille else { return }
            let outcome: ActionOutcome =
                switch random.next(below: 10) {
                case 0: .failed
                case 1: .unimplemented
                default: .fulfilled(at: nil)
                }
            apply(.app(session, .completeAction(action, outcome)))
        case 8: apply(.app(session, .reportEnded(provider, known, at: nil, .remoteEnded)))
        case 9: apply(.app(session, .reportConnected(provider, known, at: nil)))
        case 10:
            guard let push = process.pushes.first else { return }
            processes[index]?.pushes.removeFirst()
            apply(.app(session, .pushHandled(push, isReported: false)))
        default: ask(index, request, known)
        }
    }

    private mutating func ask(_ index: Int, _ request: RequestID, _ known: CallID) {
        guard let session = processes[index]?.session else { return }
        var kinds: [(CallID, CallAction.Kind)] = []
        for _ in 0...random.next(below: 2) {
            switch random.next(below: 5) {
            case 0: kinds.append((known, .end))
            case 1: kinds.append((known, .answer))
            case 2: kinds.append((known, .setHeld(random.next(below: 2) == 0)))
            default:
                callNumber += 1
                let call = CallID(high: 1, low: callNumber)
                processes[index]?.calls.append(call)
                kinds.append((call, .start(.init(handle: Handle(kind: .generic, value: "x")))))
            }
        }
        let actions = kinds.map {
            CallAction(
                id: random.identifier(), call: $0.0, kind: $0.1, timeout: WallTime(milliseconds: 0))
        }
        let transaction = CallTransaction(id: random.identifier(), actions: actions)
        apply(.app(session, .requestTransaction(request, transaction)))
    }
}
