// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The core, by chance") struct CoreSimulationTests {
    /// Of 25 lives each: five hundred in all, five thousand in a longer run.
    private static var batches: Range<UInt64> {
        0..<(ProcessInfo.processInfo.environment["OPENCALLKIT_SOAK"] == "1" ? 200 : 20)
    }

    @Test("lives of 500 events keep every promise", arguments: batches)
    func promises(batch: UInt64) {
        for seed in batch * 25..<(batch + 1) * 25 {
            var simulation = CoreSimulation(seed: seed)
            simulation.run(events: 500)
            guard !simulation.faults.isEmpty else { continue }
            var again = CoreSimulation(seed: seed, isLogging: true)
            again.run(events: 500)
            let log = again.log.suffix(40).joined(separator: "\n")
            Issue.record("seed \(seed): \(again.faults)\n\(log)")
        }
    }

    @Test("a fault in the core is found", arguments: CoreSimulation.PlantedFault.allCases)
    func finds(fault: CoreSimulation.PlantedFault) {
        let isFound = (0..<40).contains { seed in
            var simulation = CoreSimulation(seed: UInt64(seed), plantedFault: fault)
            simulation.run(events: 500)
            return !simulation.faults.isEmpty
        }
        #expect(isFound)
    }

    @Test("equal events have equal effects, and every kind of task is met")
    func equal() {
        var kinds: Set<String> = []
        for seed: UInt64 in 0..<10 {
            var one = CoreSimulation(seed: seed, isLogging: true)
            var other = CoreSimulation(seed: seed, isLogging: true)
            one.run(events: 300)
            other.run(events: 300)
            #expect(one.log == other.log)
            kinds.formUnion(one.kinds)
        }
        #expect(kinds.count == 10, "\(kinds.sorted())")
    }
}
