// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// What kind of run a seed gives: which things happen, how often, and how apps behave.
///
/// Drawn first, so that seeds differ in kind and not only in order: many faults hide where
/// something else never happens.
struct Swarm: CustomStringConvertible {
    /// What may come next on a phone.
    enum Happening: Int, CaseIterable {
        case push, start, kill, ring, screen, device, report, update, complete, request
        case audio, cellular, sound, reset, junk, jump, network, install, providers
        case directories
    }

    /// How an app deals with what it is asked to do.
    enum Manner: Int, CaseIterable {
        /// At once, in order.
        case prompt
        /// One at a time, now and then.
        case slow
        /// Hardly ever.
        case never
        /// As often a failure as not.
        case failing
        /// Each action twice.
        case double
        /// In any order.
        case odd
        /// A whole transaction at once, as an app does that takes it in `execute`.
        case whole
    }

    private(set) var weights: [UInt64] = []
    private(set) var manners: [[Manner]] = []
    private(set) var rules = SystemRules()
    /// The longest time between two events.
    private(set) var paceMilliseconds: UInt64
    /// Of a thousand writes of the store: how many wait, and how many fail.
    private(set) var storeDelayPerMille: UInt64
    private(set) var storeFailurePerMille: UInt64
    /// Of a thousand chances to answer what was asked about a caller: how many are let pass.
    private(set) var lookUpDelayPerMille: UInt64
    /// A load goes on or ends at one chance of so many.
    private(set) var loadsEndOneIn: UInt64
    /// Of a thousand starts of a process: how many fail.
    private(set) var lossPerMille: UInt64
    /// Of a thousand deadlines: how many the driver is late for.
    private(set) var latePerMille: UInt64
    /// The groups of calls, and the calls in each, that the three apps allow.
    private(set) var groups: [Int] = []
    private(set) var callsPerGroup: [Int] = []

    init(random: inout SplitMix64, phones: Int, apps: Int) {
        for happening in Happening.allCases {
            let isAbsent = random.next(below: 4) == 0
            let weight = 1 + random.next(below: 10)
            weights.append(isAbsent ? 0 : weight * happening.commonness)
        }
        // Without these two nothing happens at all.
        weights[Happening.start.rawValue] = max(20, weights[Happening.start.rawValue])
        weights[Happening.report.rawValue] = max(40, weights[Happening.report.rawValue])
        for _ in 0..<phones {
            manners.append(
                (0..<apps).map { _ in
                    Manner(rawValue: Int(random.next(below: UInt64(Manner.allCases.count))))
                        ?? .prompt
                })
        }
        paceMilliseconds = [20, 400, 2_000, 30_000][Int(random.next(below: 4))]
        storeDelayPerMille = random.next(below: 600)
        storeFailurePerMille = random.next(below: 100)
        lookUpDelayPerMille = random.next(below: 1001)
        loadsEndOneIn = [2, 20, 1_000_000][Int(random.next(below: 3))]
        lossPerMille = random.next(below: 300)
        latePerMille = random.next(below: 300)
        for _ in 0..<apps {
            groups.append(1 + Int(random.next(below: 4)))
            callsPerGroup.append(1 + Int(random.next(below: 5)))
        }
        rules = Self.rules(&random)
    }

    private static func rules(_ random: inout SplitMix64) -> SystemRules {
        func isHeads(_ random: inout SplitMix64) -> Bool { random.next(below: 2) == 0 }
        var rules = SystemRules.iOS(10 + Int(random.next(below: 17)), 4)
        rules.callsOfDeadApp = isHeads(&random) ? .stay : .end
        rules.pushBreachesBeforeStop = isHeads(&random) ? nil : 3
        rules.ringLimit = isHeads(&random) ? nil : .seconds(60)
        rules.unimplementedAction = [.fails, .fulfils, .waits][Int(random.next(below: 3))]
        rules.keepsEarlyEnds = random.next(below: 4) != 0
        rules.resumesHeldCall = random.next(below: 4) != 0
        rules.secondOutgoingEndsFirst = isHeads(&random)
        rules.unmutesOnConnect = isHeads(&random)
        rules.unsetSupportFlags = isHeads(&random)
        rules.errorOverCallLimit = random.next(below: 4) == 0 ? nil : 0
        rules.registrationDelay = random.next(below: 4) == 0 ? .milliseconds(300) : .zero
        rules.resetEndsProviders = random.next(below: 4) == 0
        rules.hasTranslation = isHeads(&random)
        rules.launchWatchdog = random.next(below: 4) == 0 ? nil : .seconds(20)
        rules.directoryCoversReportedCalls = random.next(below: 4) != 0
        rules.contactsOutrankDirectories = isHeads(&random)
        rules.uninstalledDirectoryGrace = isHeads(&random) ? .zero : .seconds(3600)
        return rules
    }

    /// What comes next, by its weight.
    func next(_ random: inout SplitMix64) -> Happening {
        var rest = random.next(below: weights.reduce(0, +))
        for happening in Happening.allCases {
            let weight = weights[happening.rawValue]
            if rest < weight { return happening }
            rest -= weight
        }
        return .report
    }

    var description: String {
        let kinds = Happening.allCases.map { "\($0) \(weights[$0.rawValue])" }
        return "\(kinds.joined(separator: ", ")); apps \(manners), groups \(groups) of "
            + "\(callsPerGroup); pace \(paceMilliseconds) ms, store late \(storeDelayPerMille) ‰ "
            + "and failing \(storeFailurePerMille) ‰, look-ups late \(lookUpDelayPerMille) ‰, "
            + "loads ending at one chance of \(loadsEndOneIn), starts failing "
            + "\(lossPerMille) ‰, deadlines late \(latePerMille) ‰; rules \(rules)"
    }
}

extension Swarm.Happening {
    /// How often it happens beside the others.
    fileprivate var commonness: UInt64 {
        switch self {
        case .report, .complete: 12
        case .ring, .screen, .request, .network: 8
        case .push, .start, .update, .directories: 4
        case .audio, .cellular, .junk: 2
        case .kill, .device, .sound, .reset, .jump, .install, .providers: 1
        }
    }
}
