// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

/// A server and the network to it, which lose, delay and double as a seed says.
private struct Network {
    private struct Run {
        let order: TokenDelivery.Order
        /// When the server has it; nil where it never gets there.
        var arrival: Double?
        var end: Double
        var succeeds: Bool
        /// Whether it ends when it is cancelled.
        let heedsCancelling: Bool
    }

    var dice: Dice
    private var delivery: TokenDelivery
    private var runs: [Run] = []
    private var wake: Double?
    private(set) var time = 0.0
    /// The token that the server rings, where an upload replaces what it had.
    private(set) var slot: VoIPToken?
    /// The tokens that a server has which keeps all until they are withdrawn.
    private(set) var list: Set<VoIPToken> = []
    private(set) var record = VoIPTokenRecord()
    private(set) var orderCount = 0
    private(set) var runningMax = 0
    var isHealed = false

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        let rules = TokenDelivery.Rules(
            canWithdraw: true, firstRetry: 1, longestRetry: 300, patience: 60, resendAfter: 0)
        delivery = TokenDelivery(rules, record: record)
    }

    mutating func apply(_ event: TokenDelivery.Event) {
        let effects = delivery.apply(event, at: Date(timeIntervalSince1970: time))
        for effect in effects {
            switch effect {
            case .run(let order): begin(order)
            case .cancel(let number): cancel(number)
            case .wake(let seconds): wake = time + seconds
            case .stopWaking: wake = nil
            case .save(let record): self.record = record
            }
        }
    }

    /// The app's process ends and begins again; what was on its way arrives or not.
    mutating func restart() {
        for run in runs where dice.roll(2) == 0 { arrive(run) }
        runs = []
        wake = nil
        delivery = TokenDelivery(
            TokenDelivery.Rules(
                canWithdraw: true, firstRetry: 1, longestRetry: 300, patience: 60, resendAfter: 0),
            record: record)
    }

    private mutating func begin(_ order: TokenDelivery.Order) {
        orderCount += 1
        let lengthMax = isHealed ? 5 : dice.isOne(in: 4) ? 400 : 20
        let length = Double(dice.roll(lengthMax))
        let arrives = isHealed || dice.roll(3) > 0
        runs.append(
            Run(
                order: order, arrival: arrives ? time + length * 0.7 : nil, end: time + length,
                succeeds: isHealed || arrives && dice.roll(4) > 0,
                heedsCancelling: dice.roll(3) > 0))
        runningMax = max(runningMax, runs.count)
    }

    private mutating func cancel(_ number: Int) {
        guard let index = runs.firstIndex(where: { $0.order.number == number }),
            runs[index].heedsCancelling
        else { return }
        runs[index].end = time
        if runs[index].arrival ?? 0 > time { runs[index].arrival = nil }
        runs[index].succeeds = false
    }

    private mutating func arrive(_ run: Run) {
        switch run.order.kind {
        case .upload:
            slot = run.order.token
            list.insert(run.order.token)
        case .withdrawal:
            if slot == run.order.token { slot = nil }
            list.remove(run.order.token)
        }
    }

    /// Lets the next thing happen that is due by then; false where nothing is.
    mutating func step(until limit: Double) -> Bool {
        let arrival = runs.compactMap(\.arrival).min() ?? .infinity
        let end = runs.map(\.end).min() ?? .infinity
        let next = min(arrival, end, wake ?? .infinity)
        guard next <= limit, next.isFinite else {
            if limit.isFinite { time = limit }
            return false
        }
        time = max(time, next)
        if arrival == next, let index = runs.firstIndex(where: { $0.arrival == next }) {
            runs[index].arrival = nil
            arrive(runs[index])
        } else if end == next, let index = runs.firstIndex(where: { $0.end == next }) {
            let run = runs.remove(at: index)
            apply(.ended(run.order.number, succeeded: run.succeeds))
        } else {
            wake = nil
            apply(.timePassed)
        }
        return true
    }
}

@Suite("Tokens through a bad network") struct TokenSimulationTests {
    @Test("in the end the server has the newest token, and no other", arguments: UInt64(1)...200)
    func converges(seed: UInt64) {
        var network = Network(seed: seed)
        var current: VoIPToken?
        for _ in 0..<60 {
            switch network.dice.roll(8) {
            case 0...3:
                // Of few, so that an old one comes back (B119).
                current = VoIPToken(Data([UInt8(network.dice.roll(5))]))
            case 4:
                current = nil
            case 5:
                network.apply(.retryAsked)
                continue
            case 6:
                network.apply(.uploadAsked)
                continue
            default:
                network.restart()
            }
            network.apply(current.map { .tokenGiven($0) } ?? .tokenGone)
            let pause = network.time + Double(network.dice.roll(150))
            while network.step(until: pause) {}
        }
        network.isHealed = true
        network.apply(.retryAsked)
        var steps = 0
        while network.step(until: .infinity), steps < 10_000 { steps += 1 }
        #expect(steps < 10_000, "it comes to rest")
        #expect(network.slot == current)
        #expect(network.list == Set([current].compactMap(\.self)))
        #expect(network.record.tokens == [current?.hex].compactMap(\.self))
        #expect(network.runningMax <= 9)
    }
}
