// SPDX-License-Identifier: Apache-2.0
import Foundation

@testable import VoIPKit

/// A core between a strict system, a strict service and whoever watches, with chance from a seed
/// for everything that the contracts leave open.
struct CoreSimulation {
    /// What a faulty core would do; the simulation must find each.
    enum PlantedFault: CaseIterable {
        case losesCompletion, completesTwice, losesRequestAnswer, losesReportAnswer, losesForget
        case losesEndReport, losesEnd, losesMediaStop, losesHangUpCancel, losesArm
    }

    private var core: CallCore
    private var system = StrictSystem()
    private var service = StrictService()
    private var watcher = StrictWatcher()
    private var dice: Dice
    private var now = Date(timeIntervalSince1970: 1_800_000_000)
    private var isAudioActive = false
    private var numberCount = 0
    private var ids: [UUID] = []
    private let isLogging: Bool
    private let plantedFault: PlantedFault?
    private var plantedCount = 0
    private(set) var eventCount = 0
    private(set) var log: [String] = []
    private(set) var kinds: Set<String> = []

    init(seed: UInt64, isLogging: Bool = false, plantedFault: PlantedFault? = nil) {
        var configuration = CallConfiguration()
        configuration.maximumCallGroups = 5
        configuration.maximumCallsPerCallGroup = 5
        configuration.features = [.holding, .grouping, .ungrouping, .digits]
        core = CallCore(configuration: configuration)
        dice = Dice(seed: seed)
        self.isLogging = isLogging
        self.plantedFault = plantedFault
    }

    /// What was found; nothing of a correct core.
    var faults: [String] { system.faults + service.faults + watcher.faults + ownFaults }
    private var ownFaults: [String] = []

    mutating func run(events: Int) {
        let leftOver: [UUID] = [.numbered(8_000_001), .numbered(8_000_002)]
        system.left(over: leftOver)
        watcher.left(over: leftOver)
        give(.leftOver(leftOver))
        while eventCount < events, faults.isEmpty { step() }
        if faults.isEmpty { finish() }
    }

    // MARK: One event

    private mutating func give(_ event: CallEvent) {
        eventCount += 1
        var effects: [CallEffect] = []
        core.apply(event, at: now, into: &effects)
        if isLogging { log.append("\(event) → \(effects)") }
        for effect in effects { carryOut(effect) }
        check()
    }

    private mutating func carryOut(_ effect: CallEffect) {
        for effect in planted(effect) {
            switch effect {
            case .request, .reportIncoming, .reportUpdate, .reportStartedConnecting,
                .reportConnected, .reportEnded, .fulfill, .fail, .rebuildSystem:
                system.send(effect)
            case .serve(let id, let task):
                kinds.insert("\(task)".prefix { $0 != "(" }.description)
                service.ask(id, task, isAudioActive: isAudioActive, dice: &dice)
            case .cancelService(let id): service.cancel(id)
            case .prepareAudio: break
            case .ringback, .arm, .disarm, .answerRequest, .answerReport, .remember, .forget,
                .changed:
                watcher.take(effect)
            }
        }
    }

    private mutating func planted(_ effect: CallEffect) -> [CallEffect] {
        let count: Int
        switch (plantedFault, effect) {
        case (.losesCompletion, .fulfill), (.losesRequestAnswer, .answerRequest),
            (.losesReportAnswer, .answerReport), (.losesForget, .forget),
            (.losesEndReport, .reportEnded), (.losesEnd, .changed(.ended)),
            (.losesMediaStop, .serve(_, .stopMedia)), (.losesHangUpCancel, .cancelService),
            (.losesArm, .arm):
            count = 0
        case (.completesTwice, .fulfill): count = 2
        default: return [effect]
        }
        plantedCount += 1
        return Array(repeating: effect, count: plantedCount % 4 == 0 ? count : 1)
    }

    private mutating func check() {
        let seen = watcher.calls.sorted { $0.id.uuidString < $1.id.uuidString }
        if core.calls.sorted(by: { $0.id.uuidString < $1.id.uuidString }) != seen {
            ownFaults.append("those who watch have \(seen), the core \(core.calls)")
        }
        if !isAudioActive, !service.heard.isEmpty {
            let starting = core.entries.filter { entry in
                if case .starting = entry.media { true } else { false }
            }
            // A start that is not done yet may only be followed by its stop.
            if !service.heard.allSatisfy({ id in starting.contains { $0.id == id } }) {
                ownFaults.append("media without a session: \(service.heard)")
            }
        }
        for call in core.calls where call.group != nil {
            let members = core.calls.filter { $0.group == call.group }
            if members.count < 2 || members[0].id != call.group {
                ownFaults.append(
                    "a conference of \(members.count), named \(String(describing: call.group))")
            }
        }
    }

    private mutating func makeID() -> UUID {
        numberCount += 1
        ids.append(.numbered(numberCount))
        return .numbered(numberCount)
    }

    // MARK: Steps

    private mutating func step() {
        switch dice.roll(24) {
        case 0...4: deliver()
        case 5...9: system.takeMessage(at: now, dice: &dice)
        case 10...12: if let event = service.finishOne(dice: &dice) { give(event) }
        case 13: passTime(Double(dice.roll(20)) / 10)
        case 14: passTime(dice.isOne(in: 20) ? 70 : 0.1)
        case 15: comeIn()
        case 16...17: ask()
        case 18...19: touch()
        case 20...21: progress()
        case 22: turnAudio()
        default: disturb()
        }
    }

    private mutating func deliver() {
        switch dice.roll(3) {
        case 0 where !system.reportAnswers.isEmpty: give(system.reportAnswers.removeFirst())
        case 1 where !system.requestAnswers.isEmpty: give(system.requestAnswers.removeFirst())
        default:
            guard !system.events.isEmpty else { return }
            let event = system.events.removeFirst()
            deliver(event)
        }
    }

    private mutating func deliver(_ event: CallEvent) {
        system.delivered(event)
        // With the connection goes the session.
        if event == .reset { isAudioActive = false }
        give(event)
    }

    private mutating func passTime(_ seconds: TimeInterval) {
        now += seconds
        // A process that was suspended comes late to its deadlines, and the system does not wait.
        if dice.isOne(in: 10) { system.passTime(to: now, dice: &dice) }
        while let id = watcher.nextDeadline(until: now) { give(.deadlinePassed(id)) }
        for _ in system.messages { system.takeMessage(at: now, dice: &dice) }
        system.passTime(to: now, dice: &dice)
    }

    private mutating func comeIn() {
        let isKnown = dice.isOne(in: 4)
        let id = isKnown ? dice.pick(ids) ?? makeID() : makeID()
        let reason: CallEndReason? = dice.isOne(in: 8) ? .remote : nil
        if dice.isOne(in: 12) { give(.progress(call: id, .ended(.remote, nil))) }
        watcher.reported(id)
        give(
            .incoming(
                IncomingCall(id: id, handle: CallHandle(.generic, "a"), endReason: reason)))
    }

    /// The app asks for anything, sensible or not.
    private mutating func ask() {
        var actions: [CallAction] = []
        repeat {
            numberCount += 1
            let action = UUID.numbered(2_000_000 + numberCount)
            let known = dice.pick(core.calls.map(\.id) + ids.suffix(2)) ?? makeID()
            let kind = anyKind()
            let call: UUID
            if case .start = kind {
                // Identifiers name one call; only that of a living one is tried again.
                call = dice.isOne(in: 6) ? core.calls.first?.id ?? makeID() : makeID()
            } else {
                call = known
            }
            actions.append(CallAction(id: action, call: call, kind: kind))
        } while dice.isOne(in: 4)
        watcher.asked(actions)
        give(.requested(actions))
    }

    private mutating func anyKind() -> CallAction.Kind {
        switch dice.roll(9) {
        case 0...1: .start(CallHandle(.phoneNumber, "+4930123456"), name: nil, hasVideo: false)
        case 2: .answer
        case 3: .end
        case 4: .setHeld(dice.isOne(in: 2))
        case 5: .setMuted(dice.isOne(in: 2))
        case 6: .setGroup(with: dice.isOne(in: 3) ? nil : dice.pick(core.calls.map(\.id)))
        case 7: .play(CallDigits("5"))
        default: .answer
        }
    }

    /// The person touches the system's screen.
    private mutating func touch() {
        guard let id = dice.pick(system.order), let call = system.calls[id] else { return }
        var kinds: [CallAction.Kind] = [.end, .setMuted(dice.isOne(in: 2))]
        if !call.isOutgoing, !call.isAnswered { kinds += [.answer, .answer, .answer] }
        if call.isAnswered {
            kinds += [.setHeld(!call.isHeld), .play(CallDigits("1")), .setHeld(call.isHeld)]
            kinds += [.setGroup(with: dice.isOne(in: 2) ? nil : dice.pick(system.order))]
        }
        if let kind = dice.pick(kinds) { system.perform(kind, of: id, at: now) }
    }

    private mutating func progress() {
        guard let id = dice.pick(core.calls.map(\.id) + ids.suffix(1)) else { return }
        let date = dice.isOne(in: 2) ? now - 1 : nil
        switch dice.roll(8) {
        case 0...1: give(.progress(call: id, .startedConnecting(date)))
        case 2...4: give(.progress(call: id, .connected(date)))
        case 5:
            let reason = dice.pick(CallEndReason.allCases) ?? .remote
            give(.progress(call: id, .ended(reason, date)))
        default:
            let name = dice.isOne(in: 2) ? "Alice" : nil
            give(
                .progress(
                    call: id, .updated(handle: nil, name: name, hasVideo: dice.isOne(in: 2))))
        }
    }

    private mutating func turnAudio() {
        let isWanted = system.calls.values.contains { $0.isAnswered } && !dice.isOne(in: 4)
        guard isWanted != isAudioActive else { return }
        isAudioActive = isWanted
        give(isWanted ? .audioActivated : .audioDeactivated)
    }

    /// What is late, unknown or the end of everything.
    private mutating func disturb() {
        switch dice.roll(12) {
        case 0:
            system.reset(dice: &dice)
            if dice.isOne(in: 2) { return deliverReset() }
        case 1: give(.served(.numbered(9_000_000), nil))
        case 2: give(.deadlinePassed(.numbered(9_000_000)))
        case 3: give(.timedOut(action: .numbered(9_000_000)))
        case 4: give(.reportAnswered(call: .numbered(9_000_000), nil))
        case 5: give(.requestAnswered([.numbered(9_000_000)], .unknownCall))
        case 6: give(.requestAnswered([], nil))
        default: break
        }
    }

    private mutating func deliverReset() {
        guard system.events.first == .reset else { return }
        deliver(system.events.removeFirst())
    }

    // MARK: The end

    /// Everything under way comes to its end, then the person ends what is left.
    private mutating func finish() {
        quiesce()
        let living = Set(core.calls.map(\.id))
        // One that was lost, and then reported by a doubled push, is over for the app.
        let shown = Set(system.order)
        if !living.isSubset(of: shown) || !shown.subtracting(living).isSubset(of: system.lost) {
            ownFaults.append("the system has \(system.order), the core \(living)")
        }
        for id in system.order { system.perform(.end, of: id, at: now) }
        quiesce()
        if isAudioActive {
            isAudioActive = false
            give(.audioDeactivated)
        }
        passTime(3)
        let left = [
            core.entries.count, core.requests.count, core.transactions.count, core.lastTasks.count,
            core.armed.count, system.order.count, system.open.count, watcher.waiting.count,
            watcher.owedReports, watcher.calls.count, watcher.deadlines.count,
            watcher.remembered.count, watcher.isRingingBack ? 1 : 0,
            service.heard.count,
            service.tasks.filter { if case .stopMedia = $0.task { false } else { true } }.count,
        ]
        if left != left.map({ _ in 0 }) { ownFaults.append("left at the end: \(left)") }
    }

    private mutating func quiesce() {
        for _ in 0..<800 where faults.isEmpty {
            while !system.messages.isEmpty { system.takeMessage(at: now, dice: &dice) }
            while !system.reportAnswers.isEmpty { give(system.reportAnswers.removeFirst()) }
            while !system.requestAnswers.isEmpty { give(system.requestAnswers.removeFirst()) }
            while !system.events.isEmpty {
                deliver(system.events.removeFirst())
            }
            passTime(1)
        }
    }
}
