// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// What kind of run a seed gives: which things happen around a push service, and how often.
///
/// Drawn first, so that seeds differ in kind and not only in order.
struct GatewaySwarm: CustomStringConvertible {
    static let phoneCount = 3
    static let appCount = 3
    static let providerCount = 3

    enum Happening: Int, CaseIterable {
        case post, provider, examine, connect, cut, notice, phoneReads, gatewayReads, hand, kill
        case register, renew, unregister, store, storeFails, storeLate, restart, pass, jump, fault
        case clearFaults

        /// How often it happens beside the others.
        fileprivate var commonness: UInt64 {
            switch self {
            case .post: 24
            case .phoneReads, .gatewayReads, .store: 12
            case .hand, .connect, .pass, .examine, .register: 8
            case .cut, .notice: 3
            default: 1
            }
        }
    }

    private(set) var weights: [UInt64] = []
    private(set) var rules = GatewayRules()
    /// The longest time that passes at once.
    private(set) var paceMilliseconds: UInt64

    init(random: inout SplitMix64) {
        for happening in Happening.allCases {
            let isAbsent = random.next(below: 4) == 0
            let weight = (1 + random.next(below: 8)) * happening.commonness
            weights.append(isAbsent ? 0 : weight)
        }
        // Without these nothing happens at all.
        for needed in [Happening.post, .connect, .register, .phoneReads, .gatewayReads, .store] {
            weights[needed.rawValue] = max(12, weights[needed.rawValue])
        }
        paceMilliseconds = [50, 1_000, 10_000, 100_000][Int(random.next(below: 4))]
        rules.deliveryWindow = 1 + Int(random.next(below: 4))
        rules.lateWindow = random.next(below: 3) == 0 ? .seconds(30) : .seconds(0)
        rules.unregisteredDelay = random.next(below: 3) == 0 ? .seconds(60) : .seconds(0)
        rules.revivesTokens = random.next(below: 3) != 0
        rules.outstandingPushLimit = random.next(below: 3) == 0 ? 6 : 64
        rules.endedTokensPerDevice = random.next(below: 2) == 0 ? 1 : 16
        rules.examinedTokenLimit = 2
    }

    mutating func next(_ random: inout SplitMix64) -> GatewayAction {
        var rest = random.next(below: weights.reduce(0, +))
        for happening in Happening.allCases {
            let weight = weights[happening.rawValue]
            if rest < weight { return action(happening, &random) }
            rest -= weight
        }
        return .notice
    }

    private func action(_ happening: Happening, _ random: inout SplitMix64) -> GatewayAction {
        func below(_ bound: Int) -> Int { Int(random.next(below: UInt64(bound))) }
        let phone = below(Self.phoneCount)
        let app = below(Self.appCount)
        switch happening {
        case .post: return .post(post(phone, app, &random))
        case .provider: return .providerReconnects(below(Self.providerCount))
        case .examine: return .examine
        case .connect: return .connect(phone)
        case .cut: return .cut(phone)
        case .notice: return .notice
        case .phoneReads: return .phoneReads(phone, count: 1 + below(4))
        case .gatewayReads: return .gatewayReads(phone, count: 1 + below(4))
        case .hand: return .hand(phone)
        case .kill: return .kill(phone)
        case .register: return .register(phone, app: app)
        case .renew: return .renew(phone, app: app)
        case .unregister: return .unregister(phone, app: app)
        case .store: return .store(.commits)
        case .storeFails: return .store(.fails)
        case .storeLate: return .store(.commitsLate)
        case .restart: return .restart(committed: below(6))
        case .pass: return .pass(milliseconds: Int64(random.next(below: paceMilliseconds)))
        case .jump: return .jump(milliseconds: Int64(below(2_000_000)) - 1_000_000)
        case .fault: return .fault(fault(&random))
        case .clearFaults: return .clearFaults
        }
    }

    private func post(_ phone: Int, _ app: Int, _ random: inout SplitMix64) -> GatewayPost {
        let expirations: [GatewayPost.Expiration] = [
            .absent, .absent, .zero, .past, .ahead(seconds: 1 + Int64(random.next(below: 90))),
        ]
        let blemishes: [GatewayPost.Blemish] = [.method, .topic, .token, .oldToken]
        return GatewayPost(
            phone: phone, app: app, provider: Int(random.next(below: UInt64(Self.providerCount))),
            expiration: expirations[Int(random.next(below: 5))],
            priority: [10, 10, 5, 1][Int(random.next(below: 4))],
            collapseID: random.next(below: 3) == 0 ? Int(random.next(below: 2)) : nil,
            blemish: random.next(below: 12) == 0
                ? blemishes[Int(random.next(below: 4))] : .none)
    }

    private func fault(_ random: inout SplitMix64) -> FaultRule {
        let actions: [FaultAction] = [
            .answer(.internalServerError), .delay(.seconds(2)), .stall, .drop, .goAway(nil),
            .away(.seconds(3)), .delayDelivery(.seconds(3)), .reorderDeliveries,
            .duplicateDelivery, .loseDelivery,
        ]
        let action = actions[Int(random.next(below: UInt64(actions.count)))]
        if case .away = action { return FaultRule(action: action) }
        let match = FaultMatch(
            everyNth: 1 + Int(random.next(below: 3)), timesLeft: 1 + Int(random.next(below: 6)))
        return FaultRule(match: match, action: action)
    }

    var description: String {
        let kinds = Happening.allCases.map { "\($0) \(weights[$0.rawValue])" }
        return "\(kinds.joined(separator: ", ")); pace \(paceMilliseconds) ms; rules \(rules)"
    }
}
