// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// Two phones with three apps each, their persons, the network between them and a push service
/// that do whatever the seed says.
///
/// First anything may happen and nothing may go wrong (safety); then all faults stop, and all that
/// was begun comes to its end (liveness).
struct PhoneSimulation {
    var random: SplitMix64
    let swarm: Swarm
    var stages: [Stage]
    var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 0), wall: WallTime(milliseconds: 1_700_000_000_000))
    /// Where in ``stages`` the next thing happens.
    var stage = 0
    private(set) var record: [Recorded] = []
    private var effects: [[PhoneEffect]] = [[], []]
    private let isLogged: Bool
    private var isReacting = false

    // What names new things.
    var sessionNumber = 0
    var requestNumber = 0
    var callNumber: UInt64 = 0
    var pushNumber: UInt64 = 0
    var ticketNumber = 0
    var wishNumber = 0
    /// What one phone's app tells the same app on the other phone.
    var messages: [Message] = []
    /// The calls that an app is invited to, by its pushes.
    var invitations: [(push: PushID, app: Int, call: CallID)] = []
    /// UUIDs that apps use, per phone and app; the newest last.
    var known: [[[CallID]]] = Array(repeating: Array(repeating: [], count: 3), count: 2)

    struct Message {
        enum Kind { case invite, accept, bye }
        var kind: Kind
        var stage: Int
        var app: Int
        var call: CallID
    }

    init(seed: UInt64, isLogged: Bool, canary: Canary? = nil) {
        var random = SplitMix64(seed: seed)
        let swarm = Swarm(random: &random, phones: 2, apps: PhoneChecker.bundles.count)
        stages = (0..<2).map { _ in
            Stage(rules: swarm.rules, seed: random.next(), swarm: swarm, canary: canary)
        }
        self.swarm = swarm
        self.random = random
        self.isLogged = isLogged
    }

    /// The first promise that was broken; nil where all hold.
    mutating func run(events: Int) -> Broken? {
        for index in stages.indices {
            stage = index
            apply(.appsInstalled(Self.apps(with: Set(SeenDirectories.all))))
        }
        while record.count < events {
            stage = Int(random.next(below: 2))
            advance()
            happen()
            if let broken { return broken }
        }
        let safety = record.count
        let broken = settle()
        if broken == nil { return compareReplay() }
        record.removeLast(record.count - safety)
        return broken
    }

    var broken: Broken? { stages[0].checker.broken ?? stages[1].checker.broken }

    /// All that was recorded gives the same phone again, and the same effects.
    private func compareReplay() -> Broken? {
        for index in stages.indices {
            let again = stages[index].replay(record, stage: index)
            if again.phone != stages[index].phone {
                return Broken(promise: "a replay gives an equal phone", detail: "phone \(index)")
            }
            if again.effects != effects[index] {
                return Broken(promise: "a replay gives equal effects", detail: "phone \(index)")
            }
        }
        return nil
    }

    // MARK: Time

    private mutating func advance() {
        let step = Int64(random.next(below: swarm.paceMilliseconds))
        now.monotonic = now.monotonic + .milliseconds(step)
        now.wall.milliseconds += step
        if random.next(below: 500) == 0 { now.wall.milliseconds -= 3_600_000 }
        guard random.next(below: 1000) >= swarm.latePerMille else { return }
        passTime()
    }

    /// Tells the phone that its deadlines have come.
    mutating func passTime() {
        if let deadline = stages[stage].phone.nextDeadline, deadline <= now.monotonic {
            apply(.timePassed)
        }
    }

    // MARK: Applying

    mutating func apply(_ event: PhoneEvent) {
        record.append(Recorded(stage: stage, now: now, event: event))
        stages[stage].apply(event, at: now)
        effects[stage] += stages[stage].effects
        if isLogged { log(event) }
        react()
    }

    private func log(_ event: PhoneEvent) {
        print("phone \(stage) \(now.monotonic.nanoseconds / 1_000_000) \(event)")
        for effect in stages[stage].effects { print("    \(effect)") }
    }

    /// What follows at once: a process that the phone wants gone ends, and prompt apps are prompt.
    private mutating func react() {
        guard !isReacting else { return }
        isReacting = true
        defer { isReacting = false }
        spread()
        var rounds = 0
        while rounds < 50, broken == nil {
            rounds += 1
            let directories = stages[stage].checker.directories
            if let session = stages[stage].checker.condemned.first {
                apply(.appDisconnected(session))
            } else if directories.isCancelled, let load = directories.running {
                apply(.directoryLoaded(load.id, loadOutcome()))
            } else if let app = promptApp, let process = process(app),
                let action = process.actions.first
            {
                apply(.app(process.session, .completeAction(action.id, .fulfilled(at: nil))))
                spread()
            } else {
                return
            }
        }
    }

    private var promptApp: Int? {
        PhoneChecker.bundles.indices.first {
            swarm.manners[stage][$0] == .prompt && process($0)?.actions.isEmpty == false
        }
    }

    /// What an app has completed goes to the same app on the other phone.
    private mutating func spread() {
        guard let (app, action, isFulfilled) = stages[stage].checker.completed, isFulfilled,
            messages.count < 64
        else { return }
        let kind: Message.Kind? =
            switch action.kind {
            case .start: .invite
            case .answer: .accept
            case .end: .bye
            default: nil
            }
        guard let kind else { return }
        messages.append(Message(kind: kind, stage: 1 - stage, app: app, call: action.call))
    }

    // MARK: Looking

    func process(_ app: Int) -> SeenProcess? { stages[stage].checker.processes[app] }

    mutating func chance(_ count: UInt64) -> Bool { random.next(below: count) == 0 }

    mutating func pick<Element>(_ list: [Element]) -> Element? {
        list.isEmpty ? nil : list[Int(random.next(below: UInt64(list.count)))]
    }

    /// A UUID that this app has used lately, or one that nobody has.
    mutating func knownCall(_ app: Int) -> CallID {
        let recent = known[stage][app].suffix(6)
        // No two apps use the same: an observer could not tell their calls apart.
        return pick(Array(recent)) ?? CallID(high: 9, low: UInt64(app) << 8 + random.next(below: 4))
    }

    mutating func newCall(_ app: Int) -> CallID {
        callNumber += 1
        let call = CallID(high: 1, low: callNumber)
        remember(call, app)
        return call
    }

    mutating func remember(_ call: CallID, _ app: Int) {
        known[stage][app].append(call)
        if known[stage][app].count > 64 { known[stage][app].removeFirst(32) }
    }

    mutating func newRequest() -> RequestID {
        requestNumber += 1
        return RequestID(requestNumber)
    }
}
