// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// Finds the fewest of the recorded events that break the same promise.
///
/// Ids that the phone made are followed to the event that made them, so that they stay right where
/// other events are left out.
struct Shrinker {
    /// Which of the ids of an event's effects.
    private struct Origin: Hashable {
        var event: Int
        var place: Int
    }

    private let seed: UInt64
    private let canary: Canary?
    private let record: [Recorded]
    private let broken: Broken
    private var actions: [[ActionID: Origin]] = [[:], [:]]
    private var tickets: [[RecordTicket: Origin]] = [[:], [:]]
    private var launches: [[LaunchID: Origin]] = [[:], [:]]
    private var loads: [[DirectoryLoadID: Origin]] = [[:], [:]]
    private var questions: [[IdentifyTicket: Origin]] = [[:], [:]]

    init(seed: UInt64, canary: Canary?, record: [Recorded], broken: Broken) {
        self.seed = seed
        self.canary = canary
        self.record = record
        self.broken = broken
        var simulation = PhoneSimulation(seed: seed, isLogged: false, canary: canary)
        for (index, row) in record.enumerated() {
            simulation.stages[row.stage].apply(row.event, at: row.now)
            for (place, effect) in simulation.stages[row.stage].effects.enumerated() {
                let origin = Origin(event: index, place: place)
                switch effect {
                case .recordCall(let ticket?, _), .recordPush(let ticket?, _):
                    tickets[row.stage][ticket] = origin
                case .launch(let launch, _): launches[row.stage][launch] = origin
                case .loadDirectory(let order): loads[row.stage][order.id] = origin
                case .identify(let ticket, _, _): questions[row.stage][ticket] = origin
                case .tell(_, .perform(_, let transaction)):
                    for (number, action) in transaction.actions.enumerated() {
                        actions[row.stage][action.id] = Origin(
                            event: index, place: place + 1000 * number)
                    }
                default: break
                }
            }
        }
    }

    /// The events that are left, in words.
    func shortest() -> [String] {
        var reduction = Reduction(looks: 60_000, isSo: isBroken)
        guard let kept = reduction.fewest(of: Array(record.indices)) else {
            return ["the record alone does not break it"]
        }
        return kept.map { index in
            let row = record[index]
            let time = row.now.monotonic.nanoseconds / 1_000_000
            return "phone \(row.stage) at \(time) ms: \(row.event)"
        }
    }

    private func isBroken(_ kept: [Int]) -> Bool {
        var simulation = PhoneSimulation(seed: seed, isLogged: false, canary: canary)
        var made: [Origin: PhoneEffect] = [:]
        for index in kept {
            let row = record[index]
            guard let event = translate(row, made) else { continue }
            simulation.stages[row.stage].apply(event, at: row.now)
            if let broken = simulation.broken { return broken.promise == self.broken.promise }
            for (place, effect) in simulation.stages[row.stage].effects.enumerated() {
                made[Origin(event: index, place: place)] = effect
            }
            simulation.now = row.now
        }
        return simulation.settle()?.promise == broken.promise
    }

    /// The event with the ids that this run has made; nil where what made them was left out.
    private func translate(_ row: Recorded, _ made: [Origin: PhoneEffect]) -> PhoneEvent? {
        switch row.event {
        case .recorded(let ticket, let isStored):
            guard let origin = tickets[row.stage][ticket] else { return row.event }
            switch made[origin] {
            case .recordCall(let new?, _), .recordPush(let new?, _): return .recorded(new, isStored)
            default: return nil
            }
        case .launched(let launch, let outcome):
            guard let origin = launches[row.stage][launch] else { return row.event }
            guard case .launch(let new, _) = made[origin] else { return nil }
            return .launched(new, outcome)
        case .directoryLoaded(let load, let outcome):
            guard let origin = loads[row.stage][load] else { return row.event }
            guard case .loadDirectory(let new) = made[origin] else { return nil }
            return .directoryLoaded(new.id, outcome)
        case .directoryProgress(let load, let entries):
            guard let origin = loads[row.stage][load] else { return row.event }
            guard case .loadDirectory(let new) = made[origin] else { return nil }
            return .directoryProgress(new.id, entries: entries)
        case .identified(let ticket, let found):
            guard let origin = questions[row.stage][ticket] else { return row.event }
            guard case .identify(let new, _, _) = made[origin] else { return nil }
            return .identified(new, found)
        case .app(let session, .completeAction(let action, let outcome)):
            guard let origin = actions[row.stage][action] else { return row.event }
            let effect = made[Origin(event: origin.event, place: origin.place % 1000)]
            let number = origin.place / 1000
            guard case .tell(_, .perform(_, let transaction)) = effect,
                number < transaction.actions.count
            else { return nil }
            return .app(session, .completeAction(transaction.actions[number].id, outcome))
        default: return row.event
        }
    }
}
