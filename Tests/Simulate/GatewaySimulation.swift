// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A push service, its providers, its store and three phones, that do whatever the seed says.
struct GatewaySimulation {
    let swarm: GatewaySwarm
    private let seed: UInt64
    private let isLogged: Bool
    private var random: SplitMix64
    /// All that happened, to be done again.
    private(set) var record: [GatewayAction] = []

    init(seed: UInt64, isLogged: Bool) {
        random = SplitMix64(seed: seed)
        swarm = GatewaySwarm(random: &random)
        self.seed = seed
        self.isLogged = isLogged
    }

    /// The first promise that does not hold; nil where all do.
    mutating func run(events: Int) -> Broken? {
        var world = GatewayWorld(swarm: swarm, seed: seed, isLogged: isLogged)
        var swarm = swarm
        for _ in 0..<events {
            let action = swarm.next(&random)
            record.append(action)
            world.perform(action)
            if let broken = world.checker.broken { return broken }
        }
        world.settle()
        return world.checker.broken
    }

    /// The same for some of what happened.
    private func broken(by actions: [GatewayAction]) -> Broken? {
        var world = GatewayWorld(swarm: swarm, seed: seed, isLogged: false)
        for action in actions {
            world.perform(action)
            if let broken = world.checker.broken { return broken }
        }
        world.settle()
        return world.checker.broken
    }

    /// The fewest of the recorded actions that break the same promise, in words.
    func shortest(_ broken: Broken) -> [String] {
        var reduction = Reduction(looks: 2_000) { self.broken(by: $0)?.promise == broken.promise }
        guard let kept = reduction.fewest(of: record) else {
            return ["the record alone does not break it"]
        }
        return kept.map { "\($0)" }
    }
}

extension GatewayWorld {
    /// Liveness: from now on all goes well, and everything comes to rest.
    mutating func settle() {
        apply(.faultsCleared)
        for round in 0..<2_000 {
            // Deliveries that a fault loses come again with the next connection.
            if round % 20 == 0, round < 400 { for index in phones.indices { cut(index) } }
            while !disk.pending.isEmpty { store(.commits) }
            while !examinations.isEmpty { examine() }
            while !ghosts.isEmpty { perform(.notice) }
            for index in phones.indices {
                connect(index)
                perform(.gatewayReads(index, count: 8))
                perform(.phoneReads(index, count: 8))
                for _ in 0..<8 { perform(.hand(index)) }
            }
            if checker.broken != nil { return }
            pass(milliseconds: 100)
            if round % 20 == 19, isAtRest { break }
        }
        if !isAtRest {
            let count = gateway.status.outstandingPushCount
            checker.fail("everything comes to rest", "\(count) pushes are outstanding")
        }
        let lost = lostRequests
        checker.settle { lost.contains($0) }
    }

    private var isAtRest: Bool {
        disk.pending.isEmpty && examinations.isEmpty
            && gateway.status.outstandingPushCount == 0
            && phones.allSatisfy { phone in
                phone.incoming.isEmpty && phone.outgoing.isEmpty && phone.inHand == nil
                    && phone.kept.allSatisfy(\.isMarked)
            }
    }
}
